import { and, asc, count, eq, exists, gt, ne, sql, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { isAuthorRole } from '#domain/catalogue/contributor.ts';
import { PHYSICAL_FORMATS } from '#domain/catalogue/product.ts';
import { withAncestors } from '#domain/catalogue/subject.ts';
import { indexQueuedTexts, indexTexts, textColumns, writeWords } from './search-texts.ts';
import {
  applyBulkSettings,
  type ClientDatabase,
  type Database,
  databaseOn,
  isCollision,
  withUnlimitedClient,
} from '../db/connection.ts';
import { columnNames, columnTypes, isAmong, rowsAsTable, subquery } from '../db/subqueries.ts';
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
  if (productIds.length === 0) return;
  const titles = await db
    .select({ ...indexedColumns, ...textColumns })
    .from(product)
    .where(isIndexed(productIds));
  await writeEntries(db, productIds, titles);
  await writeWords(db, productIds, titles);
}

/** As {@link indexProducts}, but for the words of a product's texts. */
async function indexEntries(db: Database, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  await writeEntries(db, productIds, await db.select(indexedColumns).from(product).where(isIndexed(productIds)));
}

/** Which of these products are found by searches. */
function isIndexed(productIds: readonly number[]): SQL | undefined {
  const listedVariants = subquery.select({ id: variant.id }).from(variant).where(isListedVariant);
  return and(isAmong(product.id, productIds), eq(product.isListed, true), exists(listedVariants));
}

async function writeEntries(
  db: Database,
  productIds: readonly number[],
  titles: readonly IndexedProduct[],
): Promise<void> {
  const indexed = new Set(titles.map(({ id }) => id));
  await deleteEntries(
    db,
    productIds.filter((id) => !indexed.has(id)),
  );
  if (titles.length === 0) return;
  await saveEntries(db, titles.map(toSearchEntry));
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

/** In the order in which they are selected below. */
const ENTRY_VALUES = [
  'titleSort',
  'popularity',
  'published',
  'listPrice',
  'available',
  'language',
  'publisher',
  'subjects',
  'formats',
  'authors',
  'series',
  'isScreenReaderFriendly',
];
const ENTRY_COLUMNS = { id: 'integer', subjects: 'text[]', authors: 'text[]', series: 'text[]' };

/** SQL, because the offers of variants are summed up in the database. What an entry says already is not written again. */
async function saveEntries(db: Database, entries: readonly NewSearchEntry[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${searchEntry} AS stored (product_id, ${columnNames(ENTRY_VALUES)})
    SELECT p.id, p.title_sort, p.popularity, coalesce(p.published, ''), v.list_price, v.available, p.language, p.publisher,
      e.subjects, v.formats, e.authors, e.series, v.is_screen_reader_friendly
    FROM ${rowsAsTable(ENTRY_COLUMNS, entries)} AS e JOIN product p ON p.id = e.id CROSS JOIN LATERAL (
      SELECT ${OFFER} FROM variant WHERE product_id = e.id AND is_listed) AS v
    WHERE v.formats IS NOT NULL ORDER BY p.id
    ON CONFLICT (product_id) DO UPDATE SET (${columnNames(ENTRY_VALUES)}) = ROW (${columnNames(ENTRY_VALUES, 'excluded')})
      WHERE (${columnNames(ENTRY_VALUES, 'stored')}) IS DISTINCT FROM (${columnNames(ENTRY_VALUES, 'excluded')})`);
}

const INDEX_BATCH_SIZE = 1000;

/** More would wait for the thread that folds words. */
const REBUILDING_CONNECTIONS = 2;

/** Rebuilds the search entries of every product while the shop stays open; returns the number of products. */
export async function rebuildSearchIndex(
  connect: pg.ClientConfig,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<number> {
  return withUnlimitedClient(connect, async (client) => {
    const [counted] = await databaseOn(client).select({ all: count() }).from(product);
    const batches = listIds(databaseOn(client));
    let done = 0;
    const rebuild = async (worker: pg.Client) => {
      for await (const ids of batches) {
        await rebuildBatch(databaseOn(worker), ids);
        done += ids.length;
        onProgress(done, Math.max(done, counted!.all));
      }
    };
    await Promise.all(Array.from({ length: REBUILDING_CONNECTIONS }, () => withUnlimitedClient(connect, rebuild)));
    return done;
  });
}

/**
 * Locks the entries before it reads what belongs into them: whoever changes a title meanwhile changes its entry afterwards. A sale that
 * sells several titles out locks their entries in another order; if that comes to a deadlock, the batch begins anew.
 */
async function rebuildBatch(db: ClientDatabase, ids: readonly number[]): Promise<void> {
  const work = async (tx: Database) => {
    await applyBulkSettings(tx);
    const { productId } = searchEntry;
    await tx.select({ productId }).from(searchEntry).where(isAmong(productId, ids)).orderBy(productId).for('update');
    await indexProducts(tx, ids);
  };
  try {
    await db.transaction(work);
  } catch (error) {
    if (!isCollision(error)) throw error;
    await rebuildBatch(db, ids);
  }
}

/** The ids of all products, so many at a time as one transaction indexes. */
async function* listIds(db: ClientDatabase): AsyncGenerator<number[]> {
  for (let after = 0; ;) {
    const rows = await db
      .select({ id: product.id })
      .from(product)
      .where(gt(product.id, after))
      .orderBy(asc(product.id))
      .limit(INDEX_BATCH_SIZE);
    if (rows.length === 0) return;
    after = rows.at(-1)!.id;
    yield rows.map(({ id }) => id);
  }
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
