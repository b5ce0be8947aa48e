import { inArray, eq, sql, type SQL } from 'drizzle-orm';
import type { LowStockRow, Suggestion, SuggestionList } from '#contract/admin-reorder.ts';
import { PHYSICAL_FORMATS } from '#domain/catalogue/product.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import {
  isSupplied,
  MAX_SUGGESTIONS,
  openDemand,
  suggestPurchase,
  type PurchaseSuggestion,
  type ReorderFacts,
} from '#domain/reorder.ts';
import type { Database } from '../db/connection.ts';
import { availabilityAlert, formatSales, product, reorder, variant } from '../db/tables.ts';

/** What the shop's settings say, in copies and days. */
export type ReorderSettings = { lowStock: number; leadDays: number; coverDays: number };

/** Formats that are looked at: so many of those that sell most, are awaited, asked for, or have settings of their own. */
const LOOKED_AT = 10_000;

/**
 * The formats of the shop that may be low, each read by an index, with what is known of them: a format that nobody bought in 90 days, waits
 * for or has settings for is not kept in stock. SQL, because four bounded lists are united, and because "OFFSET 0" has each format read by its
 * key: the planner would rather read a million of them from end to end.
 */
const known = (lowStock: number) => sql`
  WITH candidate AS (
    (SELECT variant_id FROM ${formatSales} ORDER BY copies DESC, variant_id LIMIT ${LOOKED_AT})
    UNION (SELECT id FROM ${variant} WHERE awaited > 0 ORDER BY id LIMIT ${LOOKED_AT})
    UNION (SELECT DISTINCT variant_id FROM ${availabilityAlert} WHERE state = 'active' ORDER BY variant_id LIMIT ${LOOKED_AT})
    UNION (SELECT variant_id FROM ${reorder} ORDER BY variant_id LIMIT ${LOOKED_AT})),
  waiting AS (SELECT variant_id, count(*)::int AS readers FROM ${availabilityAlert} WHERE state = 'active' GROUP BY variant_id),
  known AS (
    SELECT v.id, v.product_id, v.isbn, v.format, v.stock, v.awaited, v.order_days, v.publishing_status, v.availability,
      v.published, v.expected, coalesce(w.readers, 0) AS waiting, coalesce(s.copies, 0) AS sold,
      coalesce(r.low_stock, ${lowStock}) AS low_stock, coalesce(r.on_order, 0) AS on_order
    FROM candidate c CROSS JOIN LATERAL (SELECT * FROM ${variant} WHERE id = c.variant_id OFFSET 0) v LEFT JOIN ${formatSales} s ON s.variant_id = v.id
      LEFT JOIN ${reorder} r ON r.variant_id = v.id LEFT JOIN waiting w ON w.variant_id = v.id
    WHERE v.is_listed AND v.format IN ${[...PHYSICAL_FORMATS]})`;

/** As `isRunningLow` of the domain says. */
const isLow = sql`stock <= low_stock`;

/** How many formats are low, for the list of what waits. */
export async function countLowStock(db: Database, lowStock: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`${known(lowStock)} SELECT count(*)::int AS count FROM known WHERE ${isLow}`,
  );
  return rows[0]!.count;
}

type LowStockPage = { before?: string | undefined; limit: number };

/** Formats with few or no copies left: those with the most open demand first, then those that sell most. */
export async function listLowStock(
  db: Database,
  { lowStock }: Pick<ReorderSettings, 'lowStock'>,
  { before, limit }: LowStockPage,
): Promise<{ rows: LowStockRow[]; next: string | null }> {
  const { rows: found } = await db.execute<LowStockRow>(sql`
    ${known(lowStock)}
    SELECT known.id, known.isbn, title, language, format, stock, awaited, waiting, sold, low_stock, on_order
    FROM known JOIN ${product} ON product.id = product_id
    WHERE ${isLow} AND ${isAfter(before)} ORDER BY awaited + waiting DESC, sold DESC, known.id LIMIT ${limit + 1}`);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? [openDemand(last), last.sold, last.id].join('.') : null };
}

/** Behind the row that a page ended with: its open demand, sales and id. */
function isAfter(before: string | undefined): SQL {
  if (before === undefined) return sql`true`;
  const [demand, sold, id] = before.split('.').map(Number);
  return sql`(awaited + waiting, sold, -known.id) < (${demand!}::int, ${sold!}::int, -${id!}::int)`;
}

type KnownRow = ReorderFacts & {
  id: number;
  orderDays: number | null;
  publishingStatus: string | null;
  availability: string | null;
  published: string | null;
  expected: string | null;
};

type Suggested = KnownRow & { of: PurchaseSuggestion; leadDays: number };

/** What to order again: at most {@link MAX_SUGGESTIONS}, the most urgent first, by publisher. */
export async function listSuggestions(db: Database, settings: ReorderSettings): Promise<SuggestionList> {
  const today = dayInMalaysia(new Date().toISOString());
  const { rows } = await db.execute<KnownRow>(sql`
    ${known(settings.lowStock)}
    SELECT id, stock, awaited, waiting, sold, on_order AS "onOrder", order_days AS "orderDays", availability,
      publishing_status AS "publishingStatus", published, expected
    FROM known WHERE sold > 0 OR awaited > 0 OR waiting > 0`);
  const suggested = rows
    .map((row): Suggested => {
      const leadDays = row.orderDays ?? settings.leadDays;
      return { ...row, leadDays, of: suggestPurchase(row, { ...settings, leadDays }) };
    })
    .filter(({ of, ...facts }) => of.quantity > 0 && isSupplied(facts, today))
    .toSorted((a, b) => openDemand(b) - openDemand(a) || b.of.quantity - a.of.quantity || a.id - b.id);
  return {
    rows: await describe(db, suggested.slice(0, MAX_SUGGESTIONS)),
    total: suggested.length,
    cover_days: settings.coverDays,
  };
}

/** With title and publisher, by publisher; titles of none come last. */
async function describe(db: Database, suggested: readonly Suggested[]): Promise<Suggestion[]> {
  if (suggested.length === 0) return [];
  const ids = suggested.map(({ id }) => id);
  const rows = await db
    .select({
      id: variant.id,
      isbn: variant.isbn,
      title: product.title,
      language: product.language,
      format: variant.format,
      publisher: product.publisher,
    })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(inArray(variant.id, ids));
  const titles = new Map(rows.map((row) => [row.id, row]));
  return suggested
    .map(({ id, of, stock, awaited, waiting, sold, onOrder, leadDays }) => ({
      ...titles.get(id)!,
      stock,
      awaited,
      waiting,
      sold,
      on_order: onOrder,
      lead_days: leadDays,
      ...of,
    }))
    .toSorted((a, b) => byName(a.publisher, b.publisher));
}

const { compare } = new Intl.Collator('en');
const byName = (a: string, b: string) => Number(a === '') - Number(b === '') || compare(a, b);
