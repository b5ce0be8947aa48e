import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { goesBackOnShelf } from '#domain/refund.ts';
import { giveStockBack, type StockLine } from '../catalogue/take-stock.ts';
import { giveCouponBack } from '../coupons/take-coupon.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, orderLine, refund, refundLine, type order } from '../db/tables.ts';
import type { RefundRow } from './write-refund.ts';

type Order = typeof order.$inferSelect;

/**
 * What approving refunds of one order brings about, once: copies back on the shelf (where they can be sold again), the
 * coupon's use back once everything is refunded, and the amounts owed in the ledger. The caller holds the order's row.
 * Answers whether nothing of the order is left.
 */
export async function oweBack(
  tx: Database,
  { id: orderId, customerId, paymentMethod: method, state }: Order,
  refunds: readonly RefundRow[],
): Promise<boolean> {
  const ids = refunds.filter(({ reason }) => goesBackOnShelf(reason, state)).map(({ id }) => id);
  await giveStockBack(tx, await restock(tx, ids));
  const isEmpty = await isAllRefunded(tx, orderId);
  if (isEmpty) await giveCouponBack(tx, orderId);
  for (const { id: refundId, amount } of refunds)
    await tx
      .insert(ledgerEntry)
      .values({ id: uuidv7(), orderId, customerId, kind: 'refund', method, amount: 0 - amount, refundId });
  return isEmpty;
}

/** Marks the copies of refunds as standing on the shelf again, and sums them up by edition. */
async function restock(tx: Database, refundIds: readonly string[]): Promise<StockLine[]> {
  const { rows } = await tx.execute<StockLine>(sql`
    WITH back AS (UPDATE ${refundLine} SET restocked = qty WHERE refund_id = ANY(${sql.param(refundIds)}::uuid[])
      RETURNING order_line_id, qty)
    SELECT l.variant_id AS "variantId", sum(back.qty)::int AS qty
    FROM back JOIN ${orderLine} AS l ON l.id = back.order_line_id GROUP BY l.variant_id`);
  return rows;
}

async function isAllRefunded(tx: Database, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isAll: boolean }>(sql`
    SELECT bool_and(l.qty = (SELECT coalesce(sum(b.qty), 0) FROM ${refundLine} AS b JOIN ${refund} AS r ON r.id = b.refund_id
      WHERE b.order_line_id = l.id AND r.state IN ('approved', 'paid_out'))) AS "isAll"
    FROM ${orderLine} AS l WHERE l.order_id = ${orderId}`);
  return rows[0]!.isAll;
}
