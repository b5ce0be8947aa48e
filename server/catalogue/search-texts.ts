import { eq, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type pg from 'pg';
import { searchedWordsOf } from './search-words.ts';
import {
  databaseOn,
  applyBulkSettings,
  withUnlimitedClient,
  type ClientDatabase,
  type Database,
} from '../db/connection.ts';
import { isAmong, rowsAsTable } from '../db/subqueries.ts';
import { product, searchEntry, searchText, unindexedText } from '../db/tables.ts';
import { contributorsColumn, seriesColumn } from './product-columns.ts';

/*
 * The words of listed titles, by which the database finds them while a server has no index of its own. An import leaves them to a second
 * connection, which follows it some batches behind: sorting them in takes a fifth of the time.
 */

/** What the words of a product are made of. */
export const textColumns = {
  id: product.id,
  title: product.title,
  subtitle: product.subtitle,
  description: product.description,
  keywords: product.keywords,
  contributors: contributorsColumn,
  series: seriesColumn,
};

type TitleWithText = SelectResultFields<typeof textColumns>;

/** Writes the words of those of these products that have a search entry, and removes those of the others. */
export async function indexTexts(db: Database, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const rows = await db
    .select(textColumns)
    .from(product)
    .innerJoin(searchEntry, eq(searchEntry.productId, product.id))
    .where(isAmong(product.id, productIds));
  await writeWords(db, productIds, rows);
}

/** Writes the words of the titles among these products, and removes those of the others. */
export async function writeWords(
  db: Database,
  productIds: readonly number[],
  titles: readonly TitleWithText[],
): Promise<void> {
  const indexed = new Set(titles.map(({ id }) => id));
  const others = productIds.filter((id) => !indexed.has(id));
  if (others.length > 0) await db.delete(searchText).where(isAmong(searchText.productId, others));
  if (titles.length > 0) await saveTexts(db, titles.map(toText));
}

/** Leaves the words of these products to {@link withTextsBehind}, in the transaction that changes them. */
export async function queueTexts(db: Database, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  // Another transaction must not take a row that is here while this one has not ended: it would read the products as they were before.
  await db.execute(sql`INSERT INTO ${unindexedText} (product_id) SELECT unnest(${sql.param([...productIds])}::int[])
    ON CONFLICT (product_id) DO UPDATE SET product_id = excluded.product_id`);
}

const BATCH_SIZE = 1000;

/** Writes the words of products that wait for it, those that are left by an import that was killed too. */
export async function indexQueuedTexts(db: ClientDatabase): Promise<void> {
  while ((await indexNextTexts(db)) > 0);
  await db.execute(sql`SELECT gin_clean_pending_list('search_text_document')`);
}

/** What a crash loses of it waits still. */
function indexNextTexts(db: ClientDatabase): Promise<number> {
  return db.transaction(async (tx) => {
    await applyBulkSettings(tx);
    const { rows } = await tx.execute<{ id: number }>(sql`DELETE FROM ${unindexedText} WHERE product_id IN (
      SELECT product_id FROM ${unindexedText} ORDER BY product_id LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
      RETURNING product_id AS id`);
    await indexTexts(
      tx,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
}

/**
 * Runs `work`, which leaves words to be written, while another connection writes them; `onLeft` tells that there are some. Ends when all
 * are written.
 */
export function withTextsBehind<T>(connect: pg.ClientConfig, work: (onLeft: () => void) => Promise<T>): Promise<T> {
  return withUnlimitedClient(connect, async (client) => {
    const db = databaseOn(client);
    let [isWoken, isEnded] = [false, false];
    let wake = () => {};
    const onLeft = () => {
      isWoken = true;
      wake();
    };
    const follow = async () => {
      while (!isEnded) {
        if (!isWoken) await new Promise<void>((resolve) => (wake = resolve));
        isWoken = false;
        while ((await indexNextTexts(db)) > 0);
      }
      await indexQueuedTexts(db);
    };
    const working = work(onLeft).finally(() => {
      isEnded = true;
      onLeft();
    });
    const [worked, followed] = await Promise.allSettled([working, follow()]);
    if (worked.status === 'rejected') throw worked.reason;
    if (followed.status === 'rejected') throw followed.reason;
    return worked.value;
  });
}

type NewText = ReturnType<typeof toText>;

function toText({ id, title, subtitle, description, keywords, contributors, series }: TitleWithText) {
  return {
    id,
    title: searchedWordsOf(`${title} ${subtitle}`),
    names: [...contributors, ...series].map(({ name }) => searchedWordsOf(name)).join(' '),
    text: [...new Set(searchedWordsOf(`${description} ${keywords.join(' ')}`).split(' '))].filter(isLexeme),
  };
}

/** PostgreSQL's longest lexeme, in bytes. */
const MAX_LEXEME = 2046;

function isLexeme(word: string): boolean {
  return word !== '' && (word.length * 3 <= MAX_LEXEME || Buffer.byteLength(word) <= MAX_LEXEME);
}

const TEXT_COLUMNS = { id: 'integer', title: 'text', names: 'text', text: 'text[]' };

/**
 * SQL, because the documents are weighted and put together in the database, for all products at once. Of descriptions, whose words
 * have the lowest weight, it keeps no positions: splitting folded text into words is far cheaper here than in its parser.
 */
async function saveTexts(db: Database, texts: readonly NewText[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${searchText} (product_id, document)
    SELECT id, setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', names), 'B')
      || array_to_tsvector(text)
    FROM ${rowsAsTable(TEXT_COLUMNS, texts)} AS e ORDER BY id
    ON CONFLICT (product_id) DO UPDATE SET document = excluded.document
      WHERE search_text.document IS DISTINCT FROM excluded.document`);
}
