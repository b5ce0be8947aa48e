import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { variant } from '../db/tables.ts';

export type StockLine = { variantId: number; qty: number };

/**
 * Takes copies of several variants from stock, all or none to the caller: answers the variants that have too few
 * left, after which the caller's transaction must roll back. Rows are locked by ascending id, whatever the order
 * of the lines, so that two orders never wait for each other. One round trip.
 */
export async function takeStock(
  db: Database,
  lines: readonly StockLine[],
): Promise<{ variantId: number; available: number }[]> {
  const { rows } = await db.execute<{ variantId: number; available: number }>(sql`
    WITH asked AS (SELECT * FROM unnest(${ids(lines)}::int[], ${quantities(lines)}::int[]) AS asked (id, qty)),
    locked AS MATERIALIZED (
      SELECT id, stock FROM ${variant} WHERE id = ANY(${ids(lines)}::int[]) ORDER BY id FOR UPDATE),
    taken AS (
      UPDATE ${variant} SET stock = locked.stock - asked.qty FROM locked JOIN asked USING (id)
      WHERE ${variant.id} = locked.id AND locked.stock >= asked.qty RETURNING ${variant.id} AS id)
    SELECT asked.id AS "variantId", coalesce(locked.stock, 0) AS available
    FROM asked LEFT JOIN locked USING (id) WHERE asked.id NOT IN (SELECT id FROM taken) ORDER BY asked.id`);
  return rows;
}

/** Puts copies back on the shelf, rows locked by ascending id. */
export async function giveStockBack(db: Database, lines: readonly StockLine[]): Promise<void> {
  await db.execute(sql`
    WITH asked AS (SELECT * FROM unnest(${ids(lines)}::int[], ${quantities(lines)}::int[]) AS asked (id, qty)),
    locked AS MATERIALIZED (SELECT id FROM ${variant} WHERE id = ANY(${ids(lines)}::int[]) ORDER BY id FOR UPDATE)
    UPDATE ${variant} SET stock = stock + asked.qty FROM locked JOIN asked USING (id) WHERE ${variant.id} = locked.id`);
}

function ids(lines: readonly StockLine[]) {
  return sql.param(lines.map((line) => line.variantId));
}

function quantities(lines: readonly StockLine[]) {
  return sql.param(lines.map((line) => line.qty));
}
