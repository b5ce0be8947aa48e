import { sql } from 'drizzle-orm';
import { isSellableFormat, type BookFormat } from '#domain/catalogue/product.ts';
import type { Database } from '../db/connection.ts';
import { columnTypes, rowsAsTable } from '../db/subqueries.ts';
import { stockMovement, variant } from '../db/tables.ts';
import { allocateStock } from './stock.ts';

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

/** A variant whose stock a file states. */
export type StatedStock = { id: number; record: StockRecord; isNew: boolean };

/** What becomes of a variant's stock: `quantity` copies more than before, `left` in all. */
export type StockDecision = Pick<StatedStock, 'id' | 'isNew'> & {
  outcome: StockImportOutcome;
  left: number;
  quantity: number;
  asOf: string | null;
};

/** A variant's stock and its movements, as one statement saw them. */
type StoredStock = { stock: number; changedSince: number; isOutdated: boolean; isRepeated: boolean };
const NO_STOCK: StoredStock = { stock: 0, changedSince: 0, isOutdated: false, isRepeated: false };

/** Decides what becomes of the stock of variants; exact as long as they are locked. */
export async function decideStock(
  db: Database,
  rows: readonly StatedStock[],
  mode: StockImportMode,
): Promise<StockDecision[]> {
  const stored = await readStock(
    db,
    rows.filter(({ isNew, record }) => !isNew && record.stock !== null),
    mode,
  );
  return rows.map((row) => decide(row, stored.get(row.id) ?? NO_STOCK, mode));
}

async function readStock(
  db: Database,
  rows: readonly StatedStock[],
  mode: StockImportMode,
): Promise<Map<number, StoredStock>> {
  if (rows.length === 0) return new Map();
  const given = rowsAsTable(
    { id: 'integer', asOf: 'timestamptz' },
    rows.map(({ id, record }) => ({ id, asOf: timeOf(record, mode) })),
  );
  const reference = mode.kind === 'delta' ? mode.reference : null;
  const { rows: stored } = await db.execute<StoredStock & { id: number }>(sql`
    SELECT v.id, v.stock,
      coalesce(sum(m.quantity) FILTER (WHERE m.reason <> 'counted' AND m.at > given.as_of), 0)::int AS "changedSince",
      coalesce(max(m.as_of) > coalesce(max(given.as_of), clock_timestamp()), false) AS "isOutdated",
      coalesce(bool_or(m.reference = ${reference}), false) AS "isRepeated"
    FROM ${given} AS given JOIN ${variant} v ON v.id = given.id LEFT JOIN ${stockMovement} m ON m.variant_id = v.id
    GROUP BY v.id`);
  return new Map(stored.map((row) => [row.id, row]));
}

/** When a variant was counted; null for now. */
function timeOf(record: StockRecord, mode: StockImportMode): string | null {
  if (mode.kind === 'delta' || !isSellableFormat(record.format)) return null;
  return mode.asOf ?? record.stockAsOf ?? null;
}

function decide({ id, isNew, record }: StatedStock, stored: StoredStock, mode: StockImportMode): StockDecision {
  const { stock } = stored;
  const asOf = timeOf(record, mode);
  const become = (outcome: StockImportOutcome, left = stock): StockDecision => {
    return { id, isNew, outcome, left, quantity: left - stock, asOf };
  };
  if (record.stock === null) return become('same');
  if (mode.kind === 'delta') {
    if (stored.isRepeated) return become('repeated');
    const left = stock + record.stock;
    return left < 0 ? become('short', 0) : become(left === stock ? 'same' : 'taken', left);
  }
  const isSold = isSellableFormat(record.format);
  if (isSold && asOf === null && !isNew) return become(record.stock === stock ? 'same' : 'kept');
  if (stored.isOutdated) return become('outdated');
  const counted = (isSold ? record.stock : 0) + stored.changedSince;
  return counted < 0 ? become('short', 0) : become(counted === stock ? 'same' : 'taken', counted);
}

/** Writes down every change of a stock that is written already, and gives what came to the orders that wait for it. */
export async function saveMovements(
  db: Database,
  decisions: readonly StockDecision[],
  mode: StockImportMode,
): Promise<void> {
  const changed = decisions.filter(({ quantity }) => quantity !== 0);
  if (changed.length === 0) return;
  const types = columnTypes(stockMovement, ['variantId', 'quantity', 'reason', 'reference', 'actor', 'asOf']);
  const movements = changed.map(({ id, quantity, asOf }) => {
    const source = mode.kind === 'delta' ? { reference: mode.reference } : { asOf: asOf ?? NOW };
    return { variantId: id, quantity, reason: reasonOf(mode, quantity), actor: mode.actor, ...source };
  });
  await db.execute(sql`INSERT INTO ${stockMovement} (variant_id, quantity, reason, reference, actor, as_of)
    SELECT variant_id, quantity, reason, reference, actor, CASE as_of WHEN ${NOW} THEN clock_timestamp() ELSE as_of::timestamptz END
    FROM ${rowsAsTable({ ...types, asOf: 'text' }, movements)} AS given ORDER BY variant_id`);
  const stocked = changed.filter(({ isNew, left }) => !isNew && left > 0).map(({ id }) => id);
  if (stocked.length > 0) await allocateStock(db, stocked);
}

const NOW = 'now';

function reasonOf({ kind }: StockImportMode, quantity: number) {
  if (kind === 'stated') return 'counted';
  return quantity < 0 ? 'adjusted' : 'received';
}
