import { sql, and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { stockMovement, variant } from '../db/tables.ts';
import { isSellableFormat, type BookFormat } from '#domain/catalogue/product.ts';

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

/**
 * How the stock column of a file is read. `stated`: the number of copies as of a time (`asOf`, or else the row's own), to
 * which later movements are added; without a time it counts only for a new variant. `delta`: a change of the number,
 * applied once per `reference`.
 */
export type StockImportMode = ({ kind: 'stated'; asOf?: string } | { kind: 'delta'; reference: string }) & {
  actor: string;
};
export const DEFAULT_STOCK_MODE: StockImportMode = { kind: 'stated', actor: 'shop' };

/** A variant's row in a file: `stock` is null without a number, `stockAsOf` in ISO 8601 with its zone. */
export type StockRecord = {
  isbn: string | null;
  format: BookFormat;
  stock: number | null;
  stockAsOf?: string | undefined;
};

/**
 * The result of a stock number: `taken` (stock changed); `same` (unchanged); `kept` (ignored without a time); `outdated`
 * (there is a newer count); `repeated` (this file was imported before); `short` (below zero, so stock is set to 0).
 */
export type StockImportOutcome = 'taken' | 'same' | 'kept' | 'outdated' | 'repeated' | 'short';
export type ExistingVariant = { id: number; stock: number; isbn: string | null; format: string; productId: number };

/** The existing variants of a product, of these ISBNs and of these ids, locked by ascending id like those of an order. */
export async function lockExistingVariants(
  db: Database,
  productId: number,
  records: readonly (StockRecord & { id?: number | null })[],
): Promise<ExistingVariant[]> {
  const isbns = records.flatMap(({ isbn }) => isbn ?? []);
  const ids = records.flatMap((record) => record.id ?? []);
  const hasNoIsbn = and(eq(variant.productId, productId), isNull(variant.isbn));
  const { id, stock, isbn, format, productId: owner } = variant;
  return db
    .select({ id, stock, isbn, format, productId: owner })
    .from(variant)
    .where(or(inArray(variant.isbn, isbns), inArray(id, ids), hasNoIsbn))
    .orderBy(id)
    .for('update');
}

/** Sets the stock of a locked variant to what a file says, as a stock movement. */
export async function importStock(
  db: Database,
  locked: LockedVariant & { isNew: boolean },
  { record, stockMode }: { record: StockRecord; stockMode: StockImportMode },
): Promise<StockImportOutcome> {
  if (record.stock === null) return 'same';
  if (stockMode.kind === 'delta') return applyStockDelta(db, locked, { delta: record.stock, ...stockMode });
  if (!isSellableFormat(record.format))
    return applyStockCount(db, locked, { stated: 0, asOf: null, actor: stockMode.actor });
  const asOf = stockMode.asOf ?? record.stockAsOf ?? null;
  if (asOf === null && !locked.isNew) return record.stock === locked.stock ? 'same' : 'kept';
  return applyStockCount(db, locked, { stated: record.stock, asOf, actor: stockMode.actor });
}

type LockedVariant = { id: number; stock: number };

/** Applies a count as of a time, or of now. A count older than an existing one changes nothing. */
async function applyStockCount(
  db: Database,
  { id, stock }: LockedVariant,
  { stated, asOf, actor }: { stated: number; asOf: string | null; actor: string },
): Promise<StockImportOutcome> {
  const time = asOf === null ? sql`clock_timestamp()` : sql`${asOf}::timestamptz`;
  const [counted] = await db
    .select({
      changedSince: sql<number>`coalesce(sum(${stockMovement.quantity})
        FILTER (WHERE ${and(ne(stockMovement.reason, 'counted'), gt(stockMovement.at, time))}), 0)::int`,
      isOutdated: sql<boolean>`coalesce(max(${stockMovement.asOf}) > ${time}, false)`,
    })
    .from(stockMovement)
    .where(eq(stockMovement.variantId, id));
  const { changedSince, isOutdated } = counted!;
  if (isOutdated) return 'outdated';
  await recordStockMovement(db, { id, stock }, Math.max(0, stated + changedSince), {
    reason: 'counted',
    actor,
    asOf: time,
  });
  if (stated + changedSince < 0) return 'short';
  return stated + changedSince === stock ? 'same' : 'taken';
}

async function applyStockDelta(
  db: Database,
  { id, stock }: LockedVariant,
  { delta, reference, actor }: { delta: number; reference: string; actor: string },
): Promise<StockImportOutcome> {
  const isSameImport = and(eq(stockMovement.variantId, id), eq(stockMovement.reference, reference));
  if ((await db.$count(stockMovement, isSameImport)) > 0) return 'repeated';
  const left = Math.max(0, stock + delta);
  await recordStockMovement(db, { id, stock }, left, { reason: delta < 0 ? 'adjusted' : 'received', actor, reference });
  if (stock + delta < 0) return 'short';
  return delta === 0 ? 'same' : 'taken';
}

type NewStockMovement = Pick<typeof stockMovement.$inferInsert, 'reason' | 'actor' | 'reference'> & {
  asOf?: ReturnType<typeof sql>;
};

async function recordStockMovement(
  db: Database,
  { id, stock }: LockedVariant,
  left: number,
  movement: NewStockMovement,
): Promise<void> {
  if (left === stock) return;
  await db.update(variant).set({ stock: left }).where(eq(variant.id, id));
  await db.insert(stockMovement).values({ variantId: id, quantity: left - stock, ...movement });
}
