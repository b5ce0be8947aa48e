import { and, asc, count, eq, exists, gt, ne, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { isAuthorRole } from '#domain/catalogue/contributor.ts';
import { PHYSICAL_FORMATS } from '#domain/catalogue/product.ts';
import { withAncestors } from '#domain/catalogue/subject.ts';
import { indexQueuedTexts, indexTexts } from './search-texts.ts';
import { type Database, type Connection, databaseOn, withUnlimitedClient } from '../db/connection.ts';
import { columnTypes, isAmong, rowsAsTable, subquery } from '../db/subqueries.ts';
import { product, searchEntry, searchWord, subjectCount, variant } from '../db/tables.ts';
import { ALL_TITLES, countListedTitles } from './listed-titles.ts';
import { contributorsColumn, isListedVariant, seriesColumn, subjectsColumn } from './product-columns.ts';
import type pg from 'pg';

const indexedColumns = {
  id: product.id,
  contributors: contributorsColumn,
  series: seriesColumn,
  subjects: subjectsColumn,
};

type IndexedProduct = SelectResultFields<typeof indexedColumns>;

/**
 * Rebuilds the search entries of these products; unlisted ones and those without variants leave the index. Runs in the
 * given transaction, so that a concurrent search finds each product as it was before or is after, never not at all.
 */
export async function indexProducts(db: Database, productIds: readonly number[]): Promise<void> {
  await indexEntries(db, productIds);
  await indexTexts(db, productIds);
}

/** As {@link indexProducts}, but for the words of a product's texts. */
async function indexEntries(db: Database, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const ids = [...productIds];
  const listedVariants = subquery.select({ id: variant.id }).from(variant).where(isListedVariant);
  const rows = await db
    .select(indexedColumns)
    .from(product)
    .where(and(isAmong(product.id, ids), eq(product.isListed, true), exists(listedVariants)));
  const indexed = new Set(rows.map((row) => row.id));
  await deleteEntries(
    db,
    ids.filter((id) => !indexed.has(id)),
  );
  if (rows.length === 0) return;
  await saveEntries(db, rows.map(toSearchEntry));
  await updateAvailability(db, [...indexed]);
}

/** Prices are those of the formats that the shop sells. */
const SOLD_FORMATS = sql.param([...PHYSICAL_FORMATS]);

/** What a product's listed variants offer. */
const OFFER = sql`
  coalesce(min(list_price) FILTER (WHERE format = ANY(${SOLD_FORMATS}::text[])), min(list_price)) AS list_price,
  bool_or(stock > 0) AS available, array_agg(DISTINCT format) AS formats,
  bool_or(is_screen_reader_friendly) AS is_screen_reader_friendly`;

/** Products of which an import wrote what they are, and those of which it wrote variants. */
export type ChangedProducts = { facts: ReadonlySet<number>; offers: ReadonlySet<number> };

/** Writes the words of products: in the given transaction, or later. */
export type WriteTexts = typeof indexTexts;

/** Brings the entries of products up to date that an import has written, whose variants are locked. */
export async function indexChanged(
  db: Database,
  { facts, offers }: ChangedProducts,
  writeTexts: WriteTexts = indexTexts,
): Promise<void> {
  const unindexed = await indexOffers(
    db,
    [...offers].filter((id) => !facts.has(id)),
  );
  const all = [...facts, ...unindexed];
  await indexEntries(db, all);
  await writeTexts(db, all);
}

/** As {@link indexEntries}, for products of which nothing but variants changed; returns those that had no entry. */
async function indexOffers(db: Database, productIds: readonly number[]): Promise<number[]> {
  if (productIds.length === 0) return [];
  const { rows } = await db.execute<{ id: number }>(sql`
    WITH fresh AS MATERIALIZED (
      SELECT product_id, ${OFFER} FROM ${variant}
      WHERE product_id = ANY(${sql.param([...productIds])}::int[]) AND is_listed GROUP BY product_id),
    updated AS (
      UPDATE ${searchEntry} AS stored
      SET (list_price, available, formats, is_screen_reader_friendly)
        = (fresh.list_price, fresh.available, fresh.formats, fresh.is_screen_reader_friendly)
      FROM fresh WHERE stored.product_id = fresh.product_id
        AND (stored.list_price, stored.available, stored.formats, stored.is_screen_reader_friendly)
          IS DISTINCT FROM (fresh.list_price, fresh.available, fresh.formats, fresh.is_screen_reader_friendly))
    SELECT product_id AS id FROM fresh JOIN ${searchEntry} USING (product_id)`);
  const indexed = new Set(rows.map(({ id }) => id));
  return productIds.filter((id) => !indexed.has(id));
}

async function deleteEntries(db: Database, productIds: number[]): Promise<void> {
  if (productIds.length === 0) return;
  await db.delete(searchEntry).where(isAmong(searchEntry.productId, productIds));
}

/** Counts copies that were sold while the entries were written: the entries are locked now, so that no later sale is missed. */
async function updateAvailability(db: Database, productIds: readonly number[]): Promise<void> {
  const fresh = subquery
    .select({
      productId: variant.productId,
      isAvailable: sql<boolean>`bool_or(${variant.stock} > 0)`.as('is_available'),
    })
    .from(variant)
    .where(and(isAmong(variant.productId, productIds), eq(variant.isListed, true)))
    .groupBy(variant.productId)
    .as('fresh');
  await db
    .update(searchEntry)
    .set({ available: sql`${fresh.isAvailable}` })
    .from(fresh)
    .where(and(eq(searchEntry.productId, fresh.productId), ne(searchEntry.available, fresh.isAvailable)));
}

type NewSearchEntry = ReturnType<typeof toSearchEntry>;

function toSearchEntry({ id, contributors, series, subjects }: IndexedProduct) {
  const authors = contributors.filter(({ role }) => isAuthorRole(role));
  return {
    id,
    subjects: withAncestors(subjects),
    authors: [...new Set(authors.map(({ slug }) => slug))],
    series: series.map(({ slug }) => slug),
  };
}

const ENTRY_COLUMNS = { id: 'integer', subjects: 'text[]', authors: 'text[]', series: 'text[]' };

/** SQL, because the offers of variants are summed up in the database. */
async function saveEntries(db: Database, entries: readonly NewSearchEntry[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${searchEntry} (product_id, title_sort, popularity, published, list_price, available, language, publisher,
      subjects, formats, authors, series, is_screen_reader_friendly)
    SELECT p.id, p.title_sort, p.popularity, coalesce(p.published, ''), v.list_price, v.available, p.language, p.publisher,
      e.subjects, v.formats, e.authors, e.series, v.is_screen_reader_friendly
    FROM ${rowsAsTable(ENTRY_COLUMNS, entries)} AS e JOIN product p ON p.id = e.id CROSS JOIN LATERAL (
      SELECT ${OFFER} FROM variant WHERE product_id = e.id AND is_listed) AS v
    WHERE v.formats IS NOT NULL ORDER BY p.id
    ON CONFLICT (product_id) DO UPDATE SET (title_sort, popularity, published, list_price, available, language, publisher,
        subjects, formats, authors, series, is_screen_reader_friendly)
      = (excluded.title_sort, excluded.popularity, excluded.published, excluded.list_price, excluded.available,
        excluded.language, excluded.publisher, excluded.subjects, excluded.formats, excluded.authors, excluded.series,
        excluded.is_screen_reader_friendly)`);
}

const INDEX_BATCH_SIZE = 200;

/** Rebuilds the search entries of every product while the shop stays open; returns the number of products. */
export async function rebuildSearchIndex(
  db: Connection,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<number> {
  const [counted] = await db.select({ all: count() }).from(product);
  let done = 0;
  for (let after = 0; ;) {
    const rows = await db
      .select({ id: product.id })
      .from(product)
      .where(gt(product.id, after))
      .orderBy(asc(product.id))
      .limit(INDEX_BATCH_SIZE);
    if (rows.length === 0) break;
    const ids = rows.map((row) => row.id);
    await db.transaction((tx) => indexProducts(tx, ids));
    after = rows.at(-1)!.id;
    done += rows.length;
    onProgress(done, Math.max(done, counted!.all));
  }
  return done;
}

/**
 * Recounts the products of each subject, and the words of titles and names, by which spelling is corrected. Runs after
 * imports and each night, on a connection of its own, since a million products take longer than a request may. Concurrent
 * searches see the old counts until it is done. Where few products of many changed, their words wait for the night.
 */
export async function refreshSearchStatistics(
  connect: pg.ClientConfig,
  { changed = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  if (changed === 0) return;
  await withUnlimitedClient(connect, async (client) => {
    const db = databaseOn(client);
    await indexQueuedTexts(db);
    await db.transaction(async (tx) => {
      await recountSubjects(tx);
      if (changed >= (await countListedTitles(tx)) * RECOUNT_SHARE) await recountWords(tx);
    });
  });
}

/** Below it, counting all words takes longer than the import of what came. */
const RECOUNT_SHARE = 0.2;

/** SQL, because the database counts its own words; nothing of them passes through the server. */
async function recountWords(db: Database): Promise<void> {
  await db.delete(searchWord);
  await db.execute(sql`
    INSERT INTO ${searchWord} (word, product_count)
    SELECT word, ndoc FROM ts_stat('SELECT document FROM search_text', 'ab') WHERE length(word) BETWEEN 3 AND 40`);
}

/** SQL, for the same reason. Counting alone is done by several processes of PostgreSQL, counting into a table by one. */
async function recountSubjects(db: Database): Promise<void> {
  const { rows } = await db.execute<{ code: string; productCount: number }>(sql`
    SELECT code, count(*) AS "productCount" FROM ${searchEntry}, unnest(subjects || ${ALL_TITLES}::text) AS code GROUP BY code`);
  await db.delete(subjectCount);
  const counts = rowsAsTable(columnTypes(subjectCount, ['code', 'productCount']), rows);
  await db.execute(
    sql`INSERT INTO ${subjectCount} (code, product_count) SELECT code, product_count FROM ${counts} AS given`,
  );
}
