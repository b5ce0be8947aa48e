import { and, asc, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { statesBefore, type OrderState } from '#domain/order-state.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import { sumUp } from '#domain/sums.ts';
import { giveStockBack } from '../catalogue/take-stock.ts';
import { giveCouponBack } from '../coupons/take-coupon.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, order, orderLine, orderMove, shipment } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { postMail } from '../mails/post-mail.ts';
import { closeAttempts } from '../payments/attempts.ts';
import { refuse, required } from '../refuse.ts';
import { refundCancelled } from './refund-cancelled.ts';

export type Move = {
  to: Exclude<OrderState, 'placed'>;
  /** `customer`, or who of the staff. */
  actor: string;
  parcel?: { carrier: string; tracking: string };
  /** With `paid`: how. A transfer, which the staff see on their account, unless told otherwise. */
  method?: PaymentMethod;
};

type Row = typeof order.$inferSelect;

/**
 * Moves an order to its next state, with all that belongs to the move, and mails its customer. Of two moves at once
 * one wins. Refuses `not_found`, and `too_late` where the state does not allow it.
 */
export function moveOrder(deps: Deps, orderId: string, move: Move): Promise<Row> {
  return deps.db.transaction((tx) => moveOrderWithin(tx, deps, { orderId, ...move }));
}

/** The same as a part of a larger move. */
export async function moveOrderWithin(tx: Database, deps: Deps, { orderId, ...move }: Move & { orderId: string }) {
  const [before] = await tx.select().from(order).where(eq(order.id, orderId)).for('update');
  required(before);
  const [moved] = await tx
    .update(order)
    .set({ state: move.to, ...(move.to === 'paid' && { paymentMethod: move.method ?? 'bank_transfer' }) })
    .where(and(eq(order.id, orderId), inArray(order.state, statesBefore(move.to))))
    .returning();
  const row = moved ?? refuse('too_late');
  await tx.insert(orderMove).values({ id: uuidv7(), orderId, state: move.to, actor: move.actor });
  if (before!.state === 'placed') await closeAttempts(tx, deps, orderId);
  if (move.to === 'paid') await enter(tx, row, 'payment');
  if (move.to === 'cancelled' && before!.state === 'paid') await refundCancelled(tx, deps, row, move.actor);
  else if (move.to === 'cancelled') await undo(tx, row);
  if (move.parcel) await tx.insert(shipment).values({ id: uuidv7(), orderId, ...move.parcel });
  await tell(tx, deps, row, move);
  await tellCustomer(tx, row.customerId, 'orders');
  return row;
}

async function enter(tx: Database, row: Row, kind: 'payment' | 'reversal'): Promise<void> {
  const { id: orderId, customerId, paymentMethod: method, payable } = row;
  await tx.insert(ledgerEntry).values({ id: uuidv7(), orderId, customerId, kind, method, amount: -payable });
}

/** An unpaid order that is cancelled gives copies and coupon back, and is no longer owed. */
async function undo(tx: Database, row: Row): Promise<void> {
  const lines = await tx
    .select({ variantId: orderLine.variantId, qty: orderLine.qty })
    .from(orderLine)
    .where(eq(orderLine.orderId, row.id));
  await giveStockBack(tx, lines);
  await giveCouponBack(tx, row.id);
  await enter(tx, row, 'reversal');
}

async function tell(tx: Database, deps: Deps, row: Row, { to: state, parcel }: Move): Promise<void> {
  const { id: orderId, number, email, locale, couponCode, explanation } = row;
  const moves = await tx.select().from(orderMove).where(eq(orderMove.orderId, orderId)).orderBy(asc(orderMove.id));
  const facts = {
    number,
    state,
    timeline: moves.map((move) => ({ state: move.state, at: move.at.toISOString() })),
    parcels: parcel ? [parcel] : [],
    sums: sumUp(row, couponCode),
    delivery: explanation?.delivery ?? null,
  };
  await postMail(tx, deps, { kind: 'order_moved', to: email, locale, facts, orderId });
}
