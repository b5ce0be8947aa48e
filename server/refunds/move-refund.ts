import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { refundStatesBefore, type RefundState } from '#domain/refund-state.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, order, refund, refundMove } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { moveOrderWithin } from '../orders/move-order.ts';
import { oweBack } from '../orders/owe-back.ts';
import { tellOfRefund } from '../orders/tell-of-refund.ts';
import type { RefundRow } from '../orders/write-refund.ts';
import { refuse, required } from '../refuse.ts';
import { payBack, refuseIfSent } from './pay-back.ts';

export type RefundMove = {
  to: Exclude<RefundState, 'requested'>;
  /** Who of the staff. */
  actor: string;
  /** What the customer is told, where it is declined. */
  note?: string | undefined;
  /** With `paid_out`: the money has left by a transfer, whatever way it came; nobody else is asked to send it. */
  isTransferred?: boolean | undefined;
};

type Order = typeof order.$inferSelect;

/**
 * Moves a refund to its next state, with all that belongs to the move, and mails its customer. The order's row is held,
 * so that of two moves at once one wins. Refuses `not_found`, `too_late` where the state does not allow it, and what
 * {@link payBack} and {@link refuseIfSent} do.
 */
export async function moveRefund(deps: Deps, refundId: string, move: RefundMove): Promise<RefundRow> {
  if (move.to === 'paid_out') await (move.isTransferred ? refuseIfSent : payBack)(deps, refundId);
  return deps.db.transaction(async (tx) => {
    const held = await holdOrder(tx, refundId);
    const [moved] = await tx
      .update(refund)
      .set({ state: move.to })
      .where(and(eq(refund.id, refundId), inArray(refund.state, refundStatesBefore(move.to))))
      .returning();
    const row = moved ?? refuse('too_late');
    const { to: state, actor, note, isTransferred } = move;
    await tx.insert(refundMove).values({ id: uuidv7(), refundId, state, actor, note: note ?? null });
    if (state === 'approved') await approve(tx, deps, { of: held, row, actor });
    if (state === 'paid_out')
      await payOut(tx, row, { ...held, ...(isTransferred && { paymentMethod: 'bank_transfer' }) });
    await tellOfRefund(tx, deps, { order: held, refund: row, note });
    return row;
  });
}

async function holdOrder(tx: Database, refundId: string): Promise<Order> {
  const [of] = await tx.select({ orderId: refund.orderId }).from(refund).where(eq(refund.id, refundId));
  const [held] = await tx
    .select()
    .from(order)
    .where(eq(order.id, required(of).orderId))
    .for('update');
  return held!;
}

type Approved = { of: Order; row: RefundRow; actor: string };

/** A paid order of which nothing is left is cancelled, so that nobody packs it. */
async function approve(tx: Database, deps: Deps, { of, row, actor }: Approved): Promise<void> {
  const isEmpty = await oweBack(tx, of, [row]);
  if (isEmpty && of.state === 'paid') await moveOrderWithin(tx, deps, { orderId: of.id, to: 'cancelled', actor });
}

async function payOut(tx: Database, row: RefundRow, { id: orderId, customerId, paymentMethod: method }: Order) {
  const { id: refundId, amount } = row;
  await tx.insert(ledgerEntry).values({ id: uuidv7(), orderId, customerId, kind: 'payout', method, amount, refundId });
}
