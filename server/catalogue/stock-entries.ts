import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { isSellableFormat } from '#domain/catalogue/product.ts';
import { compareCount, signedQuantity, type CountResult, type StockEntryKind } from '#domain/stock.ts';
import { throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { isAmong, rowsAsTable } from '../db/subqueries.ts';
import { orderEvent, stockEntry, stockMovement, variant } from '../db/tables.ts';
import { takeOffOrder } from './on-order.ts';
import { changeStock, type StockEntryLine } from './stock.ts';

/** Who books it, under the client's id, with which words. */
type EntryHead = { id: string; actor: string; reference?: string | undefined; note?: string | undefined };
/** Copies of variants that came, are corrected (below zero: fewer) or were damaged. */
export type NewStockEntry = EntryHead & {
  kind: Exclude<StockEntryKind, 'counted'>;
  lines: readonly { id: number; qty: number }[];
};
/** Copies on the shelf, each counted `age` seconds ago: whatever clock the client has, only how much time has passed is asked. */
export type CountedLine = { id: number; counted: number; age: number };
export type NewStockCount = EntryHead & { lines: readonly CountedLine[] };

/**
 * Books copies of variants in a transaction; what came goes to the orders that wait for it first, and is no longer on order. Returns false where this
 * entry was booked before. Throws `not_found` for a variant that has no stock, `out_of_stock` with the copies left where
 * more would leave than there are, and `idempotency_mismatch` where the id stands for another entry.
 */
export async function bookStockEntry(tx: Database, entry: NewStockEntry): Promise<boolean> {
  const { kind, lines } = entry;
  if (!(await claimEntry(tx, entry, [kind, lines]))) return false;
  const stock = await lockStock(
    tx,
    lines.map(({ id }) => id),
  );
  const changes = lines.map(({ id, qty }) => ({ variantId: id, quantity: signedQuantity(kind, qty) }));
  const short = changes.filter(({ variantId, quantity }) => stock.get(variantId)!.stock + quantity < 0);
  if (short.length > 0) {
    const left = short.map(({ variantId: vid }) => ({
      id: stock.get(vid)!.productId,
      vid,
      available: stock.get(vid)!.stock,
    }));
    throwApiError('out_of_stock', { lines: left });
  }
  if (kind === 'received') await takeOffOrder(tx, lines);
  await changeStock(tx, changes, { entryId: entry.id, reason: kind, actor: entry.actor });
  return true;
}

/**
 * Books a stocktake in a transaction: each stock becomes what was counted, less the copies that orders had on the shelf then,
 * with all that changed since. A format that was counted later by somebody else stays as it is. Returns false where this
 * count was booked before. Throws `not_found` and `idempotency_mismatch`.
 */
export async function bookStockCount(tx: Database, count: NewStockCount): Promise<boolean> {
  const said = count.lines.map(({ id, counted }) => ({ id, counted }));
  if (!(await claimEntry(tx, { ...count, kind: 'counted' }, said))) return false;
  const stock = await lockStock(
    tx,
    count.lines.map(({ id }) => id),
  );
  const changes = (await compareCounts(tx, count.lines)).flatMap(({ id, left, asOf, isOutdated }): StockEntryLine[] =>
    isOutdated ? [] : [{ variantId: id, quantity: left - stock.get(id)!.stock, asOf }],
  );
  await changeStock(tx, changes, { entryId: count.id, reason: 'counted', actor: count.actor });
  return true;
}

/** A counted variant beside the books; `isOutdated`: it was counted since, so this count changes nothing. */
export type ComparedCount = CountResult & { id: number; counted: number; asOf: string; isOutdated: boolean };

/**
 * What counts say of the stock; exact as long as the variants are locked. Copies of an order stand on the shelf until it is
 * packed. SQL, because counts, movements and orders are joined as rows; it reads the movements of the counted variants alone.
 */
export async function compareCounts(db: Database, lines: readonly CountedLine[]): Promise<ComparedCount[]> {
  const { rows } = await db.execute<{
    id: number;
    counted: number;
    asOf: string;
    stock: number;
    reserved: number;
    changedSince: number;
    isOutdated: boolean;
  }>(sql`
    WITH given AS (SELECT id, counted, now() - age * interval '1 second' AS as_of
      FROM ${rowsAsTable({ id: 'integer', counted: 'integer', age: 'integer' }, lines)} AS given)
    SELECT given.id, counted, to_char(as_of AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "asOf", stock, moved.*
    FROM given JOIN ${variant} ON variant.id = given.id CROSS JOIN LATERAL (
      SELECT coalesce(-sum(quantity) FILTER (WHERE m.order_id IS NOT NULL AND m.at <= given.as_of
          AND NOT EXISTS (SELECT FROM ${orderEvent} e WHERE e.order_id = m.order_id AND e.state = 'packed' AND e.at <= given.as_of)),
          0)::int AS reserved,
        coalesce(sum(quantity) FILTER (WHERE m.reason <> 'counted' AND m.at > given.as_of), 0)::int AS "changedSince",
        coalesce(bool_or(m.as_of > given.as_of), false) AS "isOutdated"
      FROM ${stockMovement} m WHERE m.variant_id = given.id) AS moved
    ORDER BY given.id`);
  return rows.map(({ id, counted, asOf, isOutdated, ...shelf }) => ({
    id,
    counted,
    asOf,
    isOutdated,
    ...compareCount({ counted, ...shelf }),
  }));
}

/** Writes the entry's row, on which the same entry sent again waits; false where it stands there already. */
async function claimEntry(
  tx: Database,
  { id, kind, reference, note, actor }: EntryHead & { kind: StockEntryKind },
  content: unknown,
): Promise<boolean> {
  const words = { reference: reference || null, note: note || null };
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([words, content]))
    .digest();
  const made = await tx
    .insert(stockEntry)
    .values({ id, kind, actor, fingerprint, ...words })
    .onConflictDoNothing();
  if (made.rowCount === 1) return true;
  const [known] = await tx.select().from(stockEntry).where(eq(stockEntry.id, id));
  if (!known?.fingerprint.equals(fingerprint)) throwApiError('idempotency_mismatch');
  return false;
}

/** Locks variants by ascending id, as orders do. Throws `not_found` where one does not exist or has no copies. */
async function lockStock(tx: Database, ids: readonly number[]) {
  const rows = await tx
    .select({ id: variant.id, productId: variant.productId, stock: variant.stock, format: variant.format })
    .from(variant)
    .where(isAmong(variant.id, ids))
    .orderBy(asc(variant.id))
    .for('update');
  const stock = new Map(rows.filter(({ format }) => isSellableFormat(format)).map((row) => [row.id, row]));
  if (ids.some((id) => !stock.has(id))) throwApiError('not_found');
  return stock;
}
