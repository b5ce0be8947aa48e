import { eq, sql } from 'drizzle-orm';
import type { BoughtOrder, OrderProgress } from '#domain/refund.ts';
import type { Database } from '../db/connection.ts';
import { order, orderLine } from '../db/tables.ts';
import { boughtOrderOf, refundColumns } from './refund-rows.ts';

/** An order as the refund engine takes it, with its state and the database's now, in milliseconds. */
export type FoundOrder = { bought: BoughtOrder; progress: OrderProgress; now: number };

type Line = { id: string; qty: number; unit_price: number; promo: number };

/** Reads what was bought and what was asked back; the caller holds the order's row. */
export async function findBoughtOrder(db: Database, orderId: string): Promise<FoundOrder> {
  const [found] = await db
    .select({
      order,
      lines: sql<Line[]>`(SELECT json_agg(line ORDER BY position) FROM ${orderLine} AS line
        WHERE line.order_id = "order".id)`,
      ...refundColumns,
    })
    .from(order)
    .where(eq(order.id, orderId));
  const { order: row, lines, refunds, deliveredAt, now } = found!;
  const bought = boughtOrderOf(row.shipping, lines, refunds);
  return { bought, progress: { state: row.state, deliveredAt }, now };
}
