import { sql } from 'drizzle-orm';
import { isBigMove } from '#domain/catalogue/price-list.ts';
import { formatSen } from '#domain/money.ts';
import type { ClientDatabase, Database } from '../db/connection.ts';
import { product, productHistory, variant, type HistoryChanges } from '../db/tables.ts';
import { shortenValue, type Difference, type FieldChange } from './difference.ts';
import { importBatch, lockCatalogue, refusalReason, type Editor } from './import-products.ts';
import type { StockImportMode } from './import-stock.ts';
import type { ProductRecord } from './product-record.ts';

type Comparing = {
  stockMode: StockImportMode;
  editor: Editor;
  onRefused: (record: ProductRecord, reason: string) => void;
  onDifference: (difference: Difference) => void;
};

/**
 * What an import of products would do: it is done in a transaction that is rolled back, and the history of titles says what
 * changed. Products that the database refuses go to `onRefused`. Returns of how many titles something would be written.
 */
export async function compareBatch(
  db: ClientDatabase,
  records: readonly ProductRecord[],
  options: Comparing,
): Promise<number> {
  try {
    const found = await tryBatch(db, records, options);
    found.forEach(options.onDifference);
    return new Set(found.map(({ productId }) => productId)).size;
  } catch (error) {
    const reason = refusalReason(error);
    if (reason === undefined) throw error;
    if (records.length === 1) {
      options.onRefused(records[0]!, reason);
      return 0;
    }
    const middle = records.length >> 1;
    const first = await compareBatch(db, records.slice(0, middle), options);
    return first + (await compareBatch(db, records.slice(middle), options));
  }
}

type Found = Difference & { productId: number };

/** Ends the transaction of a comparison. */
class ComparedError extends Error {
  readonly found: Found[];

  constructor(found: Found[]) {
    super();
    this.found = found;
  }
}

async function tryBatch(
  db: ClientDatabase,
  records: readonly ProductRecord[],
  { stockMode, editor }: Comparing,
): Promise<Found[]> {
  try {
    return await db.transaction(async (tx) => {
      await lockCatalogue(tx, editor);
      const before = await findNewest(tx);
      await importBatch(tx, records, { stockMode, editor });
      throw new ComparedError([...(await listAdded(tx, before)), ...(await listChanged(tx, before))]);
    });
  } catch (error) {
    if (error instanceof ComparedError) return error.found;
    throw error;
  }
}

/** The newest ids: whatever has a higher one is of the transaction that has locked the catalogue. */
type Newest = { product: number; variant: number; history: number };

async function findNewest(tx: Database): Promise<Newest> {
  const { rows } = await tx.execute<Newest>(sql`SELECT
    coalesce((SELECT max(id) FROM ${product}), 0)::int AS product,
    coalesce((SELECT max(id) FROM ${variant}), 0)::int AS variant,
    coalesce((SELECT max(id) FROM ${productHistory}), 0) AS history`);
  return rows[0]!;
}

type AddedRow = {
  productId: number;
  title: string;
  isbn: string | null;
  format: string;
  listPrice: number;
  memberPrice: number;
};

/** New formats, of new titles and of those that are there. */
async function listAdded(tx: Database, before: Newest): Promise<Found[]> {
  const { rows } = await tx.execute<AddedRow>(sql`
    SELECT p.id AS "productId", p.title, v.isbn, v.format,
      v.list_price AS "listPrice", v.member_price AS "memberPrice"
    FROM ${variant} v JOIN ${product} p ON p.id = v.product_id WHERE v.id > ${before.variant} ORDER BY v.id`);
  return rows.map(({ productId, title, isbn, format, listPrice, memberPrice }) => {
    const values = { format, list_price: formatSen(listPrice), member_price: formatSen(memberPrice) };
    const changes = Object.entries(values).map(([field, to]) => ({ field, from: '', to }));
    return { productId, kind: 'added', reference: isbn ?? '', title, changes, isBigMove: false, isDelisted: false };
  });
}

type ChangedRow = { productId: number; title: string; isbn: string | null; changes: HistoryChanges };

async function listChanged(tx: Database, before: Newest): Promise<Found[]> {
  const { rows } = await tx.execute<ChangedRow>(sql`
    SELECT p.id AS "productId", p.title, h.changes,
      coalesce(v.isbn, (SELECT one.isbn FROM ${variant} one WHERE one.product_id = p.id ORDER BY one.id LIMIT 1)) AS isbn
    FROM ${productHistory} h JOIN ${product} p ON p.id = h.product_id LEFT JOIN ${variant} v ON v.id = h.variant_id
    WHERE h.id > ${before.history} AND p.id <= ${before.product} ORDER BY h.id`);
  return rows.map(({ productId, title, isbn, changes }) => ({
    productId,
    kind: 'changed',
    reference: isbn ?? '',
    title,
    changes: Object.entries(changes).map(([field, [from, to]]) => changeOf(field, from, to)),
    isBigMove: ['list_price', 'member_price'].some((field) => {
      const [from, to] = changes[field] ?? [];
      return typeof from === 'number' && typeof to === 'number' && isBigMove(from, to);
    }),
    isDelisted: changes.is_listed?.[1] === false,
  }));
}

function changeOf(field: string, from: unknown, to: unknown): FieldChange {
  return { field, from: textOf(field, from), to: textOf(field, to) };
}

function textOf(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.endsWith('_price')) return formatSen(Number(value));
  return shortenValue(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
