import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { stockMovement, variant } from '../db/tables.ts';

export type StockLine = { variantId: number; qty: number };
/** The order that reserves copies; its row may be written later in the transaction. `actor` is the customer by default. */
export type StockReservation = { orderId: string; actor?: string };
/** Why copies of an order go back to stock: it was never paid (`released`), or they were refunded (`returned`). */
export type StockRelease = StockReservation & { reason: 'released' | 'returned' };

/**
 * Reserves copies of several variants and writes the stock movements, in one round trip. Returns the variants with too few
 * copies left, in which case the transaction must be rolled back. Rows are locked by ascending id, whatever the order of
 * the lines, so that two orders never deadlock.
 */
export async function reserveStock(
  db: Database,
  lines: readonly StockLine[],
  { orderId, actor = 'customer' }: StockReservation,
): Promise<{ variantId: number; available: number }[]> {
  const { rows } = await db.execute<{ variantId: number; available: number }>(sql`
    WITH ${lockRequested(lines)},
    reserved AS (
      UPDATE ${variant} SET stock = locked.stock - requested.qty FROM locked JOIN requested USING (id)
      WHERE ${variant.id} = locked.id AND locked.stock >= requested.qty RETURNING ${variant.id} AS id, requested.qty),
    movements AS (
      INSERT INTO ${stockMovement} (variant_id, quantity, reason, order_id, actor)
      SELECT id, -qty, 'sold', ${orderId}::uuid, ${actor} FROM reserved ORDER BY id)
    SELECT requested.id AS "variantId", coalesce(locked.stock, 0) AS available
    FROM requested LEFT JOIN locked USING (id) WHERE requested.id NOT IN (SELECT id FROM reserved)
    ORDER BY requested.id`);
  return rows;
}

/** Puts copies back into stock and writes the movements; rows are locked by ascending id. */
export async function releaseStock(
  db: Database,
  lines: readonly StockLine[],
  { orderId, actor = 'customer', reason }: StockRelease,
): Promise<void> {
  await db.execute(sql`
    WITH ${lockRequested(lines)},
    released AS (
      UPDATE ${variant} SET stock = locked.stock + requested.qty FROM locked JOIN requested USING (id)
      WHERE ${variant.id} = locked.id RETURNING ${variant.id} AS id, requested.qty)
    INSERT INTO ${stockMovement} (variant_id, quantity, reason, order_id, actor)
    SELECT id, qty, ${reason}, ${orderId}::uuid, ${actor} FROM released ORDER BY id`);
}

/** The lines as `requested (id, qty)` and their variants, locked by ascending id, as `locked (id, stock)`. */
function lockRequested(lines: readonly StockLine[]) {
  const ids = sql.param(lines.map((line) => line.variantId));
  const quantities = sql.param(lines.map((line) => line.qty));
  return sql`
    requested AS (SELECT * FROM unnest(${ids}::int[], ${quantities}::int[]) AS requested (id, qty)),
    locked AS MATERIALIZED (SELECT id, stock FROM ${variant} WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE)`;
}
