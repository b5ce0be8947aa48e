import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Accessibility } from '#domain/catalogue/accessibility.ts';
import type { EditionDetails } from '#domain/catalogue/edition.ts';
import type { Sen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { product, variant } from '../db/tables.ts';
import {
  importStock,
  lockExistingVariants,
  type ExistingVariant,
  type StockImportMode,
  type StockImportOutcome,
  type StockRecord,
} from './stock.ts';

/**
 * An edition of a feed's product, validated. Prices in sen. An optional field that is undefined is one that the feed does not
 * speak of: what is stored stays.
 */
export type VariantRecord = StockRecord & {
  /** The variant that it is, for a source that knows (null: a new one); otherwise its ISBN or format decides. */
  id?: number | null;
  listPrice: Sen;
  memberPrice: Sen;
  pages: number | null;
  published: string | null;
  availability?: string | null;
  publishingStatus?: string | null;
  embargo?: string | null;
  expected?: string | null;
  orderDays?: number | null;
  details?: EditionDetails | null;
  accessibility?: Accessibility | null;
};

/** Called for every variant with the result of its stock number. */
export type OnStockImported = (record: StockRecord, outcome: StockImportOutcome) => void;

/** How stock is read, and where its result goes. */
export type StockImport = { stockMode: StockImportMode; onStockImported: OnStockImported };
type VariantImport = { productId: number } & StockImport;

/** Inserts or updates a product's variants; returns their ids, in the order of the records. */
export async function saveVariants(
  db: Database,
  records: readonly VariantRecord[],
  context: VariantImport,
): Promise<number[]> {
  const existing = await lockExistingVariants(db, context.productId, records);
  const ids: number[] = [];
  for (const record of records) {
    const match = findVariant(existing, record);
    const saved = match
      ? await updateVariant(db, match, { record, context })
      : await insertVariant(db, { record, context });
    if (!match) existing.push(saved);
    ids.push(saved.id);
  }
  return ids;
}

function findVariant(
  existing: readonly ExistingVariant[],
  { id, isbn, format }: VariantRecord,
): ExistingVariant | undefined {
  const byIsbn = isbn ? existing.find((one) => one.isbn === isbn) : undefined;
  if (byIsbn || id === null) return byIsbn;
  if (id !== undefined) return existing.find((one) => one.id === id);
  return isbn ? undefined : existing.find((one) => one.isbn === null && one.format === format);
}

type VariantChange = { record: VariantRecord; context: VariantImport };

async function insertVariant(db: Database, { record, context }: VariantChange): Promise<ExistingVariant> {
  const { productId, stockMode, onStockImported } = context;
  const columns = variantColumns(record);
  const [row] = await db
    .insert(variant)
    .values({ ...columns, productId })
    .returning({ id: variant.id });
  const inserted = { ...columns, id: row!.id, stock: 0, productId };
  onStockImported(record, await importStock(db, { ...inserted, isNew: true }, { record, stockMode }));
  return inserted;
}

async function updateVariant(
  db: Database,
  existing: ExistingVariant,
  { record, context }: VariantChange,
): Promise<ExistingVariant> {
  const { productId, stockMode, onStockImported } = context;
  await db
    .update(variant)
    .set({ ...variantColumns(record), productId, isListed: true })
    .where(eq(variant.id, existing.id));
  onStockImported(record, await importStock(db, { ...existing, isNew: false }, { record, stockMode }));
  return existing;
}

function variantColumns(record: VariantRecord) {
  const { stock: _, stockAsOf: __, id: ___, ...columns } = record;
  return columns;
}

/** Takes variants of these products out of the shop, and lists those products that still have a listed variant. */
export async function updateListing(
  db: Database,
  productIds: readonly number[],
  delisted: readonly number[],
): Promise<void> {
  const theirs = and(inArray(variant.id, [...delisted]), inArray(variant.productId, [...productIds]));
  await db.update(variant).set({ isListed: false }).where(theirs);
  await db.execute(sql`UPDATE ${product} SET is_listed = listed.is_listed, updated_at = now()
    FROM (SELECT p.id, EXISTS (SELECT FROM ${variant} v WHERE v.product_id = p.id AND v.is_listed) AS is_listed
      FROM ${product} p WHERE p.id = ANY(${sql.param([...productIds])}::int[])) AS listed
    WHERE ${product.id} = listed.id AND ${product.isListed} <> listed.is_listed`);
}
