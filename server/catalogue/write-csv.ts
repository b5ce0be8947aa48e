import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type pg from 'pg';
import { asDatabaseError, databaseOn, withUnlimitedClient, type Database } from '../db/connection.ts';
import { productFactCells, variantFactCells } from './csv-book-facts.ts';
import { escapeFormula, CSV_COLUMNS, type CsvRow, formatContributors } from './csv-format.ts';
import { and, eq, gt } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { ringgitFromSen, type Sen } from '#domain/money.ts';
import { jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { product, variant } from '../db/tables.ts';
import {
  contributorsColumn,
  isListedVariant,
  seriesColumn,
  subjectCodesColumn,
  variantColumns,
  worksColumn,
} from './product-columns.ts';

type CsvRows = AsyncGenerator<Required<CsvRow>>;

/**
 * Writes the listed catalogue as `readCsv` reads it, as of one moment, which is written beside the stock: importing an
 * export changes nothing, whatever was sold in the meantime. The stream is ended unless `end` is false (standard output).
 */
export function writeCsv(connect: pg.ClientConfig, stream: Writable, { end = true } = {}): Promise<void> {
  const text = stringify({
    header: true,
    columns: CSV_COLUMNS,
    quoted_match: /[\r\n]/,
    cast: { string: (cell, { header }) => (header ? cell : escapeFormula(cell)) },
  });
  return withCsvRows(connect, (rows) => pipeline(rows, text, stream, { end }));
}

/** Reads the rows of {@link writeCsv}, on a connection of its own. */
export function withCsvRows<T>(connect: pg.ClientConfig, work: (rows: CsvRows) => Promise<T>): Promise<T> {
  return withUnlimitedClient(connect, async (client) => {
    const stockAsOf = await takeSnapshot(client);
    return work(streamCsvRows(databaseOn(client), stockAsOf));
  });
}

const MAX_LOCK_ATTEMPTS = 10;
/** PostgreSQL's error code for a lock timeout. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Fixes this transaction's snapshot and returns its time: it contains every stock movement up to then, and every later one
 * has a later time. For that it locks the movements for an instant, between two savepoints; while it waits for a slow
 * transaction it lets others pass.
 */
async function takeSnapshot(client: pg.Client, attempt = 1): Promise<string> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SAVEPOINT moment; SET LOCAL lock_timeout = 500');
  try {
    await client.query('LOCK TABLE stock_movement IN SHARE MODE');
  } catch (error) {
    await client.query('ROLLBACK');
    if (asDatabaseError(error)?.code === LOCK_NOT_AVAILABLE && attempt < MAX_LOCK_ATTEMPTS)
      return takeSnapshot(client, attempt + 1);
    throw error;
  }
  const { rows } = await client.query<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  );
  await client.query('ROLLBACK TO SAVEPOINT moment');
  return rows[0]!.now;
}

/** Products in memory at a time. */
const PAGE_SIZE = 500;

/**
 * Every listed product with its listed editions as rows of a catalogue file, in order of creation; the snapshot's stock is as
 * of `stockAsOf`.
 */
export async function* streamCsvRows(db: Database, stockAsOf: string): AsyncGenerator<Required<CsvRow>> {
  for (let after = 0; ;) {
    const products = await listProductsAfter(db, after);
    for (const product of products) yield* toCsvRows(product, stockAsOf);
    if (products.length < PAGE_SIZE) return;
    after = products.at(-1)!.id;
  }
}

const listedColumns = {
  id: product.id,
  work: product.workKey,
  title: product.title,
  subtitle: product.subtitle,
  language: product.language,
  description: product.description,
  published: product.published,
  publisher: product.publisher,
  imprint: product.imprint,
  popularity: product.popularity,
  contributors: contributorsColumn,
  subjects: subjectCodesColumn,
  otherLanguages: product.otherLanguages,
  originalLanguage: product.originalLanguage,
  audience: product.audience,
  series: seriesColumn,
  works: worksColumn,
  variants: valueOf(
    subquery
      .select({ value: jsonArray(variantColumns, variant.id) })
      .from(variant)
      .where(isListedVariant),
  ),
};

type ListedProduct = SelectResultFields<typeof listedColumns>;

function listProductsAfter(db: Database, after: number): Promise<ListedProduct[]> {
  return db
    .select(listedColumns)
    .from(product)
    .where(and(gt(product.id, after), eq(product.isListed, true)))
    .orderBy(product.id)
    .limit(PAGE_SIZE);
}

/** A date that only the product has is written on its rows; otherwise rows without one stay empty. */
function toCsvRows(title: ListedProduct, stockAsOf: string): Required<CsvRow>[] {
  const isDated = title.variants.some((one) => one.published);
  return title.variants.map((one) => {
    const published = one.published ?? (isDated ? '' : (title.published ?? ''));
    return { ...productCells(title), ...variantCells(one), published, stock_as_of: stockAsOf };
  });
}

function productCells(product: ListedProduct) {
  const [first, ...moreSeries] = product.series;
  return {
    ...productFactCells({ ...product, moreSeries }),
    work: product.work,
    title: product.title,
    subtitle: product.subtitle,
    contributors: formatContributors(product.contributors),
    language: product.language,
    publisher: product.publisher,
    imprint: product.imprint,
    subjects: product.subjects.join(';'),
    series: first?.name ?? '',
    series_number: first?.number ?? '',
    description: product.description,
    popularity: String(product.popularity),
  };
}

function variantCells(row: ListedProduct['variants'][number]) {
  return {
    ...variantFactCells(row),
    isbn: row.isbn ?? '',
    format: row.format,
    list_price: formatRinggit(row.listPrice),
    member_price: formatRinggit(row.memberPrice),
    stock: String(row.stock),
    pages: String(row.pages ?? ''),
  };
}

/** Always with two decimals: `39.90`. */
function formatRinggit(sen: Sen): string {
  return ringgitFromSen(sen).toFixed(2);
}
