import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { SALES_DAYS } from '#domain/reorder.ts';
import { databaseOn, withUnlimitedClient, type Connection } from '../db/connection.ts';
import { formatSales, order, orderLine, refund, refundLine } from '../db/tables.ts';

/** Counts anew what was sold of each format in the last 90 days; returns the number of formats. */
export function refreshFormatSales(connect: pg.ClientConfig): Promise<number> {
  return withUnlimitedClient(connect, (client) => countFormatSales(databaseOn(client)));
}

/**
 * Copies of paid orders, less those that were refunded. SQL, because orders of 90 days are summed up where they are; whoever reads
 * meanwhile sees the numbers of the day before.
 */
export function countFormatSales(db: Pick<Connection, 'transaction'>): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.delete(formatSales);
    const { rowCount } = await tx.execute(sql`
      INSERT INTO ${formatSales} (variant_id, copies)
      SELECT variant_id, sum(copies) FROM (
        SELECT l.variant_id, l.qty - coalesce((SELECT sum(b.qty) FROM ${refundLine} b JOIN ${refund} r ON r.id = b.refund_id
          WHERE b.order_line_id = l.id AND r.state IN ('approved', 'paid_out')), 0) AS copies
        FROM ${order} o JOIN ${orderLine} l ON l.order_id = o.id
        WHERE o.state IN ('paid', 'packed', 'shipped', 'delivered') AND o.placed_at > now() - make_interval(days => ${SALES_DAYS})
      ) AS sold GROUP BY variant_id HAVING sum(copies) > 0`);
    return rowCount ?? 0;
  });
}
