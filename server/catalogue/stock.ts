import { sql, type SQL, type SQLChunk } from 'drizzle-orm';
import type { StockEntryKind } from '#domain/stock.ts';
import type { Database } from '../db/connection.ts';
import { keepSql } from '../db/kept-statement.ts';
import { rowsAsTable } from '../db/subqueries.ts';
import { order, orderLine, stockMovement, variant } from '../db/tables.ts';
import { CUSTOMER_CHANNEL } from '../live/live-events.ts';

/** Copies of a variant; an order has one line of each. */
export type StockLine = { variantId: number; qty: number };
/** `isAwaitable`: copies that are not in stock are ordered all the same, as far as the variant's limit allows. */
export type RequestedLine = StockLine & { isAwaitable: boolean };
/** The order that takes or gives back copies. `actor` is the customer by default. */
type StockChange = { orderId: string; actor?: string };
/** The order's row may be written later in the transaction. `resent`: copies that take the place of lost ones. */
export type StockReservation = StockChange & { reason?: 'sold' | 'resent' };
/** Why copies of an order go back to stock: it was never paid (`released`), or they were refunded (`returned`). */
export type StockRelease = StockChange & { reason: 'released' | 'returned' };

/** `short`: variants with too few copies left. `awaited`: how many copies the line of a variant waits for. */
export type ReservedStock = {
  short: { variantId: number; available: number }[];
  awaited: ReadonlyMap<number, number>;
};

/**
 * Reserves copies of several variants and writes the stock movements, in one round trip; the caller writes the awaited copies
 * to the order's lines. Where some are short, the transaction must be rolled back. Rows are locked by ascending id, whatever
 * the order of the lines, so that two orders never deadlock.
 */
export async function reserveStock(
  db: Database,
  lines: readonly RequestedLine[],
  { orderId, actor = 'customer', reason = 'sold' }: StockReservation,
): Promise<ReservedStock> {
  const { rows } = await takeCopies(db, { ...requestedValues(lines), orderId, actor, reason });
  return {
    short: rows.flatMap(({ variantId, awaited, available }) => (awaited === null ? { variantId, available } : [])),
    awaited: new Map(rows.flatMap(({ variantId, awaited }) => (awaited === null ? [] : [[variantId, awaited]]))),
  };
}

type TakenCopies = RequestedValues & { orderId: string; actor: string; reason: string };
type TakenRow = { variantId: number; awaited: number | null; available: number };

/** Looks each variant up by its id, in that order: a plan for any list would read all of them where there are only some thousands. */
const takeCopies = keepSql<TakenCopies, TakenRow>(
  (given) => sql`
    WITH ${requestedLines(given)},
    locked AS MATERIALIZED (
      SELECT one.* FROM (SELECT id FROM requested ORDER BY id) AS wanted CROSS JOIN LATERAL (
        SELECT id, stock, awaited, awaited_limit FROM ${variant} WHERE ${variant.id} = wanted.id FOR UPDATE) AS one),
    split AS (
      SELECT id, locked.stock, locked.awaited AS awaited_before, least(qty, stock) AS taken, qty - least(qty, stock) AS awaited,
        CASE WHEN is_awaitable THEN greatest(coalesce(awaited_limit, qty + awaited) - awaited, 0) ELSE 0 END AS places
      FROM requested JOIN locked USING (id)),
    reserved AS (
      UPDATE ${variant} SET stock = split.stock - taken, awaited = awaited_before + split.awaited FROM split
      WHERE ${variant.id} = split.id AND split.awaited <= places RETURNING ${variant.id} AS id, taken, split.awaited),
    movements AS (
      INSERT INTO ${stockMovement} (variant_id, quantity, reason, order_id, actor)
      SELECT id, -taken, ${given('reason')}, ${given('orderId')}::uuid, ${given('actor')}
      FROM reserved WHERE taken > 0 ORDER BY id)
    SELECT requested.id AS "variantId", reserved.awaited, coalesce(split.stock + places, 0) AS available
    FROM requested LEFT JOIN split USING (id) LEFT JOIN reserved USING (id)
    WHERE reserved.id IS NULL OR reserved.awaited > 0 ORDER BY requested.id`,
);

/**
 * Gives copies of an order back: those that it waits for leave their place to the next, the others go back into stock and from
 * there to the orders that wait. Rows are locked by ascending id; what a line waits for changes only under its variant's lock.
 */
export async function releaseStock(
  db: Database,
  lines: readonly StockLine[],
  { orderId, actor = 'customer', reason }: StockRelease,
): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ variantId }) => variantId);
  await db.execute(sql`SELECT FROM ${variant} WHERE id = ANY(${sql.param(ids)}::int[]) ORDER BY id FOR UPDATE`);
  await db.execute(sql`
    WITH ${requestedLines((name) => sql.param(requestedValues(lines)[name]))},
    split AS (
      SELECT line.id AS line_id, requested.id, least(line.awaited, requested.qty) AS awaited,
        requested.qty - least(line.awaited, requested.qty) AS returned
      FROM requested JOIN ${orderLine} AS line ON line.order_id = ${orderId} AND line.variant_id = requested.id),
    left_places AS (
      UPDATE ${orderLine} SET awaited = order_line.awaited - split.awaited,
        awaited_since = CASE WHEN order_line.awaited > split.awaited THEN awaited_since END
      FROM split WHERE order_line.id = split.line_id AND split.awaited > 0),
    released AS (
      UPDATE ${variant} SET stock = stock + returned, awaited = variant.awaited - split.awaited FROM split
      WHERE ${variant.id} = split.id)
    INSERT INTO ${stockMovement} (variant_id, quantity, reason, order_id, actor)
    SELECT id, returned, ${reason}, ${orderId}::uuid, ${actor} FROM split WHERE returned > 0 ORDER BY id`);
  await allocateStock(db, ids);
}

/** A change of a variant's stock by the staff; `asOf` (ISO 8601) is the time of a count. */
export type StockEntryLine = { variantId: number; quantity: number; asOf?: string };

/**
 * Changes stock by an entry of the staff and gives what came to the orders that wait for it. The variants are locked by the
 * caller, who has checked that no stock falls below zero.
 */
export async function changeStock(
  db: Database,
  lines: readonly StockEntryLine[],
  { entryId, reason, actor }: { entryId: string; reason: StockEntryKind; actor: string },
): Promise<void> {
  const changed = lines.filter(({ quantity }) => quantity !== 0);
  if (changed.length === 0) return;
  await db.execute(sql`
    WITH given AS ${rowsAsTable({ variantId: 'integer', quantity: 'integer', asOf: 'timestamptz' }, changed)},
    moved AS (
      INSERT INTO ${stockMovement} (variant_id, quantity, reason, entry_id, actor, as_of)
      SELECT variant_id, quantity, ${reason}, ${entryId}::uuid, ${actor}, as_of FROM given ORDER BY variant_id)
    UPDATE ${variant} SET stock = stock + quantity FROM given WHERE ${variant.id} = given.variant_id`);
  const stocked = changed.filter(({ quantity }) => quantity > 0).map(({ variantId }) => variantId);
  if (stocked.length > 0) await allocateStock(db, stocked);
}

/**
 * Gives copies in stock to the orders that wait for them, the first come first, and notifies their customers' open pages. The
 * variants are locked by the caller.
 */
export async function allocateStock(db: Database, variantIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    WITH stocked AS (
      SELECT id, stock FROM ${variant} WHERE id = ANY(${sql.param(variantIds)}::int[]) AND stock > 0 AND awaited > 0),
    /* Each line waits for a copy or more: those behind as many lines as there are copies get none. */
    queue AS (
      SELECT stocked.id AS variant_id, stock, line.id, line.order_id, line.awaited,
        sum(line.awaited) OVER (PARTITION BY stocked.id ORDER BY line.awaited_since, line.id) - line.awaited AS before
      FROM stocked CROSS JOIN LATERAL (SELECT * FROM ${orderLine} WHERE variant_id = stocked.id AND awaited > 0
        ORDER BY awaited_since, id LIMIT stocked.stock) AS line),
    given AS (
      SELECT id, variant_id, order_id, least(awaited, stock - before)::int AS copies FROM queue WHERE before < stock),
    lines AS (
      UPDATE ${orderLine} SET awaited = awaited - copies, awaited_since = CASE WHEN awaited > copies THEN awaited_since END
      FROM given WHERE order_line.id = given.id),
    variants AS (
      UPDATE ${variant} SET stock = stock - copies, awaited = awaited - copies
      FROM (SELECT variant_id, sum(copies)::int AS copies FROM given GROUP BY variant_id) AS of_variant
      WHERE ${variant.id} = of_variant.variant_id),
    movements AS (
      INSERT INTO ${stockMovement} (variant_id, quantity, reason, order_id, actor)
      SELECT variant_id, -copies, 'sold', order_id, 'shop' FROM given ORDER BY variant_id, id)
    SELECT pg_notify(${CUSTOMER_CHANNEL}, customer_id || ' orders') FROM ${order}
    WHERE id IN (SELECT order_id FROM given) AND customer_id IS NOT NULL`);
}

type RequestedValues = { ids: number[]; quantities: number[]; awaitable: boolean[] };

function requestedValues(lines: readonly (StockLine & { isAwaitable?: boolean })[]): RequestedValues {
  return {
    ids: lines.map((line) => line.variantId),
    quantities: lines.map((line) => line.qty),
    awaitable: lines.map((line) => line.isAwaitable ?? false),
  };
}

/** The lines as `requested (id, qty, is_awaitable)`. */
function requestedLines(given: (name: keyof RequestedValues) => SQLChunk): SQL {
  return sql`requested AS (
      SELECT * FROM unnest(${given('ids')}::int[], ${given('quantities')}::int[], ${given('awaitable')}::bool[])
        AS requested (id, qty, is_awaitable))`;
}
