import { parse } from 'csv-parse/sync';
import { CsvError } from 'csv-parse';
import { eq, inArray } from 'drizzle-orm';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import {
  changedPrices,
  isBigMove,
  MAX_PRICE_ROWS,
  parseCopies,
  parsePrice,
  type PriceRowError,
} from '#domain/catalogue/price-list.ts';
import type { BookFormat } from '#domain/catalogue/product.ts';
import type { Sen } from '#domain/money.ts';
import { databaseTime, type Database } from '../db/connection.ts';
import { isAmong } from '../db/subqueries.ts';
import { product, variant } from '../db/tables.ts';
import { cleanCell, InvalidFileError } from './csv-format.ts';
import { lockCatalogueAsEditor, type Editor } from './import-products.ts';
import { saveVariants } from './import-variants.ts';
import { indexChanged } from './search-index.ts';

/** A row of a price list; a member price that is not given stays, unless it is above the list price. */
type PriceRow = { line: number; isbn: string; listPrice: Sen; memberPrice: Sen | null; stock: number | null };
type Fault = { line: number; isbn: string; reason: PriceRowError };

/** What the formats of a list cost and how many copies there are; `stock` is null where the list does not say it. */
export type Offer = { listPrice: Sen; memberPrice: Sen; stock: number | null };
export type PriceChange = {
  line: number;
  isbn: string;
  title: string;
  format: BookFormat;
  before: Offer;
  after: Offer;
  isBig: boolean;
};

export type PricePreview = { changes: PriceChange[]; unchanged: number; faults: Fault[] };

/**
 * What a price list would change: CSV with the columns `isbn` and `list_price`, and perhaps `member_price` and `stock`. Throws
 * {@link InvalidFileError} for what is no such list.
 */
export async function previewPrices(db: Database, text: string): Promise<PricePreview> {
  const { rows, faults } = readPriceList(text);
  const known = new Map(
    (
      await findFormats(
        db,
        rows.map(({ isbn }) => isbn),
      )
    ).map((one) => [one.isbn, one]),
  );
  const preview: PricePreview = { changes: [], unchanged: 0, faults };
  for (const row of rows) {
    const found = known.get(row.isbn);
    const change = found && changeOf(row, found);
    if (!found) faults.push({ line: row.line, isbn: row.isbn, reason: 'unknown' });
    else if (!found.isListed) faults.push({ line: row.line, isbn: row.isbn, reason: 'withdrawn' });
    else if (change) preview.changes.push(change);
    else preview.unchanged += 1;
  }
  faults.sort((one, other) => one.line - other.line);
  return preview;
}

function changeOf({ line, isbn, ...row }: PriceRow, found: StoredFormat): PriceChange | undefined {
  const stock = row.stock === null ? null : found.stock;
  const before = { listPrice: found.listPrice, memberPrice: found.memberPrice, stock };
  const after = { ...changedPrices(found, row), stock: row.stock };
  if (isSameOffer(before, after)) return undefined;
  const isBig = isBigMove(before.listPrice, after.listPrice) || isBigMove(before.memberPrice, after.memberPrice);
  return { line, isbn, title: found.title, format: found.format, before, after, isBig };
}

function isSameOffer(one: Offer, other: Offer): boolean {
  return one.listPrice === other.listPrice && one.memberPrice === other.memberPrice && one.stock === other.stock;
}

const COLUMNS = ['isbn', 'list_price', 'member_price', 'stock'] as const;
type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

/** Rows as a spreadsheet copies them (tabs) or as a CSV file has them; a column of another name is none of a price list. */
function readPriceList(text: string): { rows: PriceRow[]; faults: Fault[] } {
  const [header = [], ...lines] = parseLines(text);
  const names = header.map((name) => name.trim().toLowerCase());
  const isWhole =
    names.every((name) => (COLUMNS as readonly string[]).includes(name)) && new Set(names).size === names.length;
  if (!isWhole || !names.includes('isbn') || !names.includes('list_price'))
    throw new InvalidFileError('The first line must name the columns isbn and list_price.');
  if (lines.length > MAX_PRICE_ROWS) throw new InvalidFileError(`There are more than ${MAX_PRICE_ROWS} rows.`);
  const faults: Fault[] = [];
  const rows = new Map<string, PriceRow>();
  for (const [place, values] of lines.entries()) {
    const line = place + 2;
    const cells: Cells = Object.fromEntries(names.map((name, column) => [name, cleanCell(values[column] ?? '')]));
    const isbn = parseIsbn(cells.isbn ?? '');
    const row = values.length === names.length ? readRow(cells) : 'cells';
    const reason = typeof row === 'string' ? row : isbn === undefined ? 'isbn' : rows.has(isbn) ? 'twice' : undefined;
    if (reason !== undefined) faults.push({ line, isbn: (isbn ?? cells.isbn ?? '').slice(0, 40), reason });
    else rows.set(isbn!, { line, isbn: isbn!, ...(row as Exclude<typeof row, string>) });
  }
  return { rows: [...rows.values()], faults };
}

function parseLines(text: string): string[][] {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  const delimiter = ['\t', ';', ','].find((one) => first.includes(one)) ?? ',';
  try {
    return parse(text, { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) throw new InvalidFileError('A quote is misplaced or not closed.');
    throw error;
  }
}

function readRow(cells: Cells): Omit<PriceRow, 'line' | 'isbn'> | PriceRowError {
  const listPrice = parsePrice(cells.list_price ?? '');
  const memberPrice = cells.member_price ? parsePrice(cells.member_price) : null;
  const stock = cells.stock ? parseCopies(cells.stock) : null;
  if (listPrice === undefined || memberPrice === undefined) return 'price';
  if (memberPrice !== null && memberPrice > listPrice) return 'member';
  if (stock === undefined) return 'stock';
  return { listPrice, memberPrice, stock };
}

const formatColumns = {
  id: variant.id,
  productId: variant.productId,
  isbn: variant.isbn,
  format: variant.format,
  listPrice: variant.listPrice,
  memberPrice: variant.memberPrice,
  stock: variant.stock,
  pages: variant.pages,
  published: variant.published,
  isListed: variant.isListed,
  title: product.title,
};
type StoredFormat = Awaited<ReturnType<typeof findFormats>>[number];

function findFormats(db: Database, isbns: readonly string[]) {
  return db
    .select(formatColumns)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(isAmong(variant.isbn, isbns));
}

export type WantedChange = Pick<PriceChange, 'isbn' | 'before' | 'after'>;
/** What became of a row: `edited_meanwhile` where the format is not as it was `before` but as it is `now`; then nothing was written. */
export type PriceResult = { isbn: string; error: 'not_found' | 'edited_meanwhile' | null; now: Offer | null };

/**
 * Changes prices and stock of formats that are as they were in the preview, in the caller's transaction; of the others it says
 * so. What is as it is wanted already counts as done: the same request can be sent again.
 */
export async function applyPrices(
  tx: Database,
  wanted: readonly WantedChange[],
  editor: Editor,
): Promise<PriceResult[]> {
  await lockCatalogueAsEditor(tx, editor);
  const found = await lockFormats(
    tx,
    wanted.map(({ isbn }) => isbn),
  );
  const results = wanted.map(({ isbn, before, after }): PriceResult & { after: Offer; isDone: boolean } => {
    const format = found.get(isbn);
    if (!format?.isListed) return { isbn, error: 'not_found', now: null, after, isDone: true };
    const { listPrice, memberPrice, stock } = format;
    const now = { listPrice, memberPrice, stock: after.stock === null ? null : stock };
    const isDone = isSameOffer(now, after);
    if (!isDone && !isSameOffer(now, before)) return { isbn, error: 'edited_meanwhile', now, after, isDone };
    return { isbn, error: null, now: null, after, isDone };
  });
  const toWrite = results.filter(({ error, isDone }) => error === null && !isDone);
  const records = toWrite.map(({ isbn, after }) => ({ ...found.get(isbn)!, ...after }));
  const owners = [...Map.groupBy(records, ({ productId }) => productId)].map(([productId, variants]) => {
    return { productId, isNew: false, isChanged: false, variants };
  });
  const asOf = (await databaseTime(tx)).toISOString();
  const stockMode = { kind: 'stated', asOf, actor: editor.actor } as const;
  const { productIds } = await saveVariants(tx, owners, { stockMode, onStockImported: () => {} });
  await indexChanged(tx, { facts: new Set(), offers: productIds });
  return results.map(({ isbn, error, now }) => ({ isbn, error, now }));
}

/** Formats by their ISBNs, whose titles' formats are locked as imports and orders lock them: no copy is sold meanwhile. */
async function lockFormats(tx: Database, isbns: readonly string[]): Promise<Map<string, StoredFormat>> {
  const products = (await findFormats(tx, isbns)).map(({ productId }) => productId);
  await tx
    .select({ id: variant.id })
    .from(variant)
    .where(inArray(variant.productId, [...new Set(products), 0]))
    .orderBy(variant.id)
    .for('update');
  return new Map((await findFormats(tx, isbns)).map((one) => [one.isbn!, one]));
}
