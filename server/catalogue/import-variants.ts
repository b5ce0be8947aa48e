import { and, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { columnNames, columnTypes, isAmong, rowsAsTable } from '../db/subqueries.ts';
import { product, variant } from '../db/tables.ts';
import {
  decideStock,
  saveMovements,
  type StockImportMode,
  type StockImportOutcome,
  type StockRecord,
} from './import-stock.ts';
import { matchVariants, type MatchedVariant, type VariantOwner } from './match-variants.ts';

/** Called for every variant with the result of its stock number. */
export type OnStockImported = (record: StockRecord, outcome: StockImportOutcome) => void;

/** How stock is read, and where its result goes. */
export type StockImport = { stockMode: StockImportMode; onStockImported: OnStockImported };

/** The columns of a variant that every record has, and those that stay as they are where a record does not have them. */
const COLUMNS = ['format', 'isbn', 'listPrice', 'memberPrice', 'pages', 'published'] as const;
const OPTIONAL_COLUMNS = [
  'availability',
  'publishingStatus',
  'embargo',
  'expected',
  'orderDays',
  'details',
  'accessibility',
] as const;

export type SavedVariants = {
  /** The variants' ids for each owner, in the order of its records. */
  ids: number[][];
  /** Products of which a variant was written, came or went. */
  productIds: Set<number>;
};

/**
 * Inserts variants and updates those that differ. Of the products that are written, all variants are locked first, by
 * ascending id like those of an order.
 */
export async function saveVariants(
  db: Database,
  owners: readonly VariantOwner[],
  { stockMode, onStockImported }: StockImport,
): Promise<SavedVariants> {
  const { matched, claims } = await matchVariants(db, owners);
  const [added, known] = [matched.filter(({ isNew }) => isNew), matched.filter(({ isNew }) => !isNew)];
  const groups = groupByColumns(known);
  const different = new Set<number>();
  const renumbered = new Set<number>();
  for (const group of groups)
    for (const { id, isRenumbered } of await listDifferent(db, group)) {
      different.add(id);
      if (isRenumbered) renumbered.add(id);
    }
  const seen = await decideStock(db, known, stockMode);
  for (const { id, quantity } of seen) if (quantity !== 0) different.add(id);
  const productIds = new Set(added.map(({ productId }) => productId));
  for (const { id, productId, previousProductId } of known)
    if (different.has(id)) productIds.add(productId).add(previousProductId);
  const written = owners.flatMap(({ productId, isChanged }) => (isChanged ? productId : []));
  await lockVariants(db, [...productIds, ...written]);
  const changed = known.filter(({ id }) => different.has(id));
  const stock = new Map(seen.map((decision) => [decision.id, decision]));
  for (const decision of await decideStock(db, [...changed, ...added], stockMode)) stock.set(decision.id, decision);
  await releaseIsbns(
    db,
    [...renumbered],
    matched.flatMap(({ record }) => record.isbn ?? []),
  );
  await updateVariants(
    db,
    changed.map((one) => {
      const { quantity, left } = stock.get(one.id)!;
      return quantity === 0 ? one : { ...one, stock: left };
    }),
  );
  await insertVariants(
    db,
    added.map((one) => ({ ...one, stock: stock.get(one.id)!.left })),
  );
  await saveMovements(
    db,
    [...stock.values()].filter(({ id, isNew }) => isNew || different.has(id)),
    stockMode,
  );
  for (const { id, record } of matched) onStockImported(record, stock.get(id)!.outcome);
  return { ids: claims, productIds };
}

type VariantGroup = { types: ReturnType<typeof columnTypes>; rows: readonly Readonly<Record<string, unknown>>[] };

/** Rows of variants, those together that have the same columns. */
function groupByColumns(variants: readonly (MatchedVariant & { stock?: number })[]): VariantGroup[] {
  const optional = ({ record, stock }: (typeof variants)[number]) => [
    ...OPTIONAL_COLUMNS.filter((column) => record[column] !== undefined),
    ...(stock === undefined ? [] : (['stock'] as const)),
  ];
  return [...Map.groupBy(variants, (one) => optional(one).join(' ')).values()].map((group) => ({
    types: columnTypes(variant, ['productId', ...COLUMNS, ...optional(group[0]!), 'isListed']),
    rows: group.map(({ id, productId, record, stock }) => ({ ...record, id, productId, stock, isListed: true })),
  }));
}

/** The variants that are not as their records say, and whether their ISBN is another. */
async function listDifferent(
  db: Database,
  { types, rows }: VariantGroup,
): Promise<{ id: number; isRenumbered: boolean }[]> {
  const columns = Object.keys(types);
  const { rows: different } = await db.execute<{ id: number; isRenumbered: boolean }>(sql`
    SELECT v.id, v.isbn IS DISTINCT FROM given.isbn AS "isRenumbered"
    FROM ${rowsAsTable({ id: 'integer', ...types }, rows)} AS given JOIN ${variant} v ON v.id = given.id
    WHERE (${columnNames(columns, 'v')}) IS DISTINCT FROM (${columnNames(columns, 'given')})`);
  return different;
}

/** An ISBN may go from one of these variants to another: none is taken while it is given. */
async function releaseIsbns(db: Database, ids: readonly number[], given: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(variant)
    .set({ isbn: null })
    .where(and(isAmong(variant.id, ids), isAmong(variant.isbn, given)));
}

async function lockVariants(db: Database, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute(sql`SELECT FROM ${variant} WHERE ${variant.productId} = ANY(${sql.param(productIds)}::int[])
    ORDER BY ${variant.id} FOR UPDATE`);
}

async function updateVariants(db: Database, variants: readonly (MatchedVariant & { stock?: number })[]): Promise<void> {
  for (const { types, rows } of groupByColumns(variants)) {
    const columns = Object.keys(types);
    const given = rowsAsTable({ id: 'integer', ...types }, rows);
    await db.execute(sql`UPDATE ${variant} SET (${columnNames(columns)}) = ROW (${columnNames(columns, 'given')})
      FROM ${given} AS given WHERE ${variant.id} = given.id
        AND (${columnNames(columns, 'variant')}) IS DISTINCT FROM (${columnNames(columns, 'given')})`);
  }
}

async function insertVariants(db: Database, variants: readonly (MatchedVariant & { stock: number })[]): Promise<void> {
  for (const { types, rows } of groupByColumns(variants)) {
    const columns = ['id', ...Object.keys(types)];
    const given = rowsAsTable({ id: 'integer', ...types }, rows);
    await db.execute(sql`INSERT INTO ${variant} (${columnNames(columns)}) OVERRIDING SYSTEM VALUE
      SELECT ${columnNames(columns)} FROM ${given} AS given ORDER BY id`);
  }
}

/**
 * Takes variants of these products out of the shop, and lists those products that still have a listed variant. Returns the
 * products of which something was written.
 */
export async function updateListing(
  db: Database,
  productIds: readonly number[],
  delisted: readonly number[],
): Promise<number[]> {
  if (productIds.length === 0) return [];
  const products = sql.param([...productIds]);
  const { rows: variants } = await db.execute<{
    id: number;
  }>(sql`UPDATE ${variant} SET is_listed = false WHERE is_listed
    AND id = ANY(${sql.param([...delisted])}::int[]) AND product_id = ANY(${products}::int[]) RETURNING product_id AS id`);
  const { rows: listed } = await db.execute<{ id: number }>(sql`
    UPDATE ${product} SET is_listed = listed.is_listed, updated_at = now()
    FROM (SELECT p.id, EXISTS (SELECT FROM ${variant} v WHERE v.product_id = p.id AND v.is_listed) AS is_listed
      FROM ${product} p WHERE p.id = ANY(${products}::int[])) AS listed
    WHERE ${product.id} = listed.id AND ${product.isListed} <> listed.is_listed RETURNING ${product.id}`);
  return [...variants, ...listed].map(({ id }) => id);
}
