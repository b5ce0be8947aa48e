import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import {
  isRestockable,
  quoteRefund,
  refundableLines,
  refundStatesBefore,
  type RefundState,
} from '#domain/orders/refund.ts';
import { releaseStock, type StockLine } from '../../catalogue/stock.ts';
import { releaseCoupon } from '../../coupons/redeem-coupon.ts';
import type { Database } from '../../db/connection.ts';
import { subquery } from '../../db/subqueries.ts';
import { order, orderLine, refund, refundLine, refundEvent } from '../../db/tables.ts';
import type { Deps } from '../../context.ts';
import { postLedgerEntries } from '../ledger.ts';
import { type RefundRow, sendRefundUpdate, createRefund } from './create-refund.ts';
import { loadRefundableOrder, type OrderRow } from './refundable-order.ts';

/** Who recorded a payment, and how it was made. */
export type ReceivedPayment = { actor: string; method: PaymentMethod };

type StateChange = { to: RefundState; actor: string; note?: string | undefined };

/**
 * Sets the state of those refunds among `which` whose state allows it, records the events, and returns the refunds. The
 * order's row is locked by the caller.
 */
export async function setRefundState(
  tx: Database,
  which: SQL,
  { to: state, actor, note }: StateChange,
): Promise<RefundRow[]> {
  const changed = await tx
    .update(refund)
    .set({ state })
    .where(and(which, inArray(refund.state, refundStatesBefore(state))))
    .returning();
  const events = changed.map(({ id: refundId }) => ({ id: uuidv7(), refundId, state, actor, note: note ?? null }));
  if (events.length > 0) await tx.insert(refundEvent).values(events);
  return changed;
}

/**
 * The effects of approving refunds of one order: copies that can be sold again return to stock, the coupon is released once
 * everything is refunded, and the amounts are owed in the ledger. Stock is released for all refunds at once, by ascending
 * variant, so that orders of the same products do not deadlock. The order's row is locked by the caller. Returns whether
 * nothing of the order is left.
 */
export async function applyApprovalEffects(
  tx: Database,
  row: OrderRow,
  { refunds, actor }: { refunds: readonly RefundRow[]; actor: string },
): Promise<boolean> {
  const restockable = refunds.filter(({ reason }) => isRestockable(reason, row.state)).map(({ id }) => id);
  await releaseStock(tx, await restock(tx, restockable), { orderId: row.id, actor, reason: 'returned' });
  const isAll = await isFullyRefunded(tx, row.id);
  if (isAll) await releaseCoupon(tx, row.id);
  const postings = refunds.map(({ id: refundId, amount }) => ({ kind: 'refund' as const, amount, refundId }));
  await postLedgerEntries(tx, row, postings);
  return isAll;
}

/** Marks the copies of refunds as restocked and returns them by variant. SQL, because it adds up what it updates. */
async function restock(tx: Database, refundIds: readonly string[]): Promise<StockLine[]> {
  const { rows } = await tx.execute<StockLine>(sql`
    WITH restocked AS (
      UPDATE ${refundLine} SET restocked = qty WHERE refund_id = ANY(${sql.param(refundIds)}::uuid[]) AND qty > 0
      RETURNING order_line_id, qty)
    SELECT l.variant_id AS "variantId", sum(restocked.qty)::int AS qty
    FROM restocked JOIN ${orderLine} AS l ON l.id = restocked.order_line_id GROUP BY l.variant_id`);
  return rows;
}

/** Whether approved refunds cover every copy of an order. */
async function isFullyRefunded(tx: Database, orderId: string): Promise<boolean> {
  const refunded = subquery
    .select({ qty: sql`coalesce(sum(${refundLine.qty}), 0)` })
    .from(refundLine)
    .innerJoin(refund, eq(refund.id, refundLine.refundId))
    .where(and(eq(refundLine.orderLineId, orderLine.id), inArray(refund.state, ['approved', 'paid_out'])));
  const [found] = await tx
    .select({ isAll: sql<boolean>`bool_and(${orderLine.qty} = ${refunded})` })
    .from(orderLine)
    .where(eq(orderLine.orderId, orderId));
  return found!.isAll;
}

/**
 * Refunds a paid order that is cancelled: requested refunds are approved, and an approved refund is created for the rest.
 * No copy has left the shop, so all of them return to stock.
 */
export async function refundCancelledOrder(tx: Database, deps: Deps, row: OrderRow, actor: string): Promise<void> {
  const { order: refundable } = await loadRefundableOrder(tx, row.id);
  const refunds = await setRefundState(tx, eq(refund.orderId, row.id), { to: 'approved', actor });
  const rest = refundableLines(refundable);
  if (rest.length > 0) {
    const quote = quoteRefund(refundable, rest);
    refunds.push(await createRefund(tx, { of: row, quote, state: 'approved', reason: 'cancelled', actor }));
  }
  if (refunds.length === 0) return;
  await applyApprovalEffects(tx, row, { refunds, actor });
  for (const one of refunds) await sendRefundUpdate(tx, deps, { order: row, refund: one });
}

/**
 * Refunds a payment for an order that stays cancelled, as if the order had been paid and cancelled after that. Its copies
 * returned to stock when it was cancelled, so they are only marked as restocked.
 */
export async function refundLatePayment(
  tx: Database,
  deps: Deps,
  cancelled: OrderRow,
  { actor, method: paymentMethod }: ReceivedPayment,
): Promise<void> {
  const [updated] = await tx.update(order).set({ paymentMethod }).where(eq(order.id, cancelled.id)).returning();
  const row = updated!;
  const { order: refundable } = await loadRefundableOrder(tx, row.id);
  const quote = quoteRefund(refundable, refundableLines(refundable));
  const created = await createRefund(tx, { of: row, quote, state: 'approved', reason: 'cancelled', actor });
  const { id: refundId, amount } = created;
  await tx
    .update(refundLine)
    .set({ restocked: sql`${refundLine.qty}` })
    .where(eq(refundLine.refundId, refundId));
  await postLedgerEntries(tx, row, [
    { kind: 'charge', amount: row.total },
    { kind: 'payment', amount: row.total },
    { kind: 'refund', amount, refundId },
  ]);
  await sendRefundUpdate(tx, deps, { order: row, refund: created, isLate: true });
}

/** Whether any refund of an order was ever requested: such an order was paid. */
export async function hasRefunds(tx: Database, orderId: string): Promise<boolean> {
  return (await tx.$count(refund, eq(refund.orderId, orderId))) > 0;
}
