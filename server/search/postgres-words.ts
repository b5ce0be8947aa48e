import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { countSubjects } from './count-subjects.ts';
import { findProductData } from '../catalogue/products.ts';
import { searchEntry, searchText, searchWord } from '../db/tables.ts';
import type { SuggestedLink, Suggestions, SuggestRequest } from './search-index.ts';

/**
 * A tsquery that matches all words, the last one as a prefix; undefined without words. Words are letters and digits only, so
 * that quoting them is safe.
 */
export function toTsquery(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const terms = words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`);
  return terms.join(' & ');
}

const SIMILAR_WORDS_PER_WORD = 4;

/**
 * A query whose unknown words are replaced by similar known words that together match a product; undefined where there are
 * none. At most eight words are looked up by their trigrams; among all matches the most popular product decides.
 */
export async function correctSpelling(db: Database, words: readonly string[]): Promise<string[] | undefined> {
  const similar = await listSimilarWords(db, words);
  const groups = words
    .map((_, index) => similar.filter((one) => one.place === index + 1).map((one) => one.word))
    .filter((group) => group.length > 0);
  if (groups.length === 0) return undefined;
  const query = groups.map((group) => `(${group.map((word) => `'${word}'`).join(' | ')})`).join(' & ');
  const rows = await db
    .select({ words: sql<string[]>`tsvector_to_array(${searchText.document})` })
    .from(searchEntry)
    .innerJoin(searchText, eq(searchText.productId, searchEntry.productId))
    .where(sql`${searchText.document} @@ ${query}::tsquery`)
    .orderBy(desc(searchEntry.popularity), searchEntry.productId)
    .limit(1);
  const found = rows[0] && new Set(rows[0].words);
  return found && groups.map((group) => group.find((word) => found.has(word))!);
}

/**
 * The most similar known words of each word, itself included where it is known; `place` counts from 1. SQL, because each word
 * reads the index of trigrams on its own.
 */
async function listSimilarWords(db: Database, words: readonly string[]): Promise<{ place: number; word: string }[]> {
  const { rows } = await db.execute<{ place: number; word: string }>(sql`
    SELECT given.place::int AS place, known.word
    FROM unnest(${sql.param([...words])}::text[]) WITH ORDINALITY AS given (word, place),
      LATERAL (SELECT word FROM ${searchWord} WHERE word % given.word
        ORDER BY similarity(word, given.word) DESC, product_count DESC, word LIMIT ${SIMILAR_WORDS_PER_WORD}) AS known
    ORDER BY given.place, similarity(known.word, given.word) DESC`);
  return rows;
}

const SUGGEST_CANDIDATES = 200;

type SuggestedRow = { kind: 'title' | SuggestedLink['kind']; id: number; name: string; slug: string };

/**
 * The best titles for words, and authors and series of the most popular matches that have them. SQL, because all are of the
 * same candidates.
 */
export async function suggestFromDatabase(
  db: Database,
  { words, subjects, limits }: SuggestRequest,
): Promise<Suggestions> {
  const tsquery = toTsquery(words);
  if (!tsquery) return { products: [], links: [], subjects: [] };
  const { rows } = await db.execute<SuggestedRow>(sql`
    WITH candidate AS (
      SELECT product_id, document, popularity, authors, series FROM ${searchEntry} JOIN ${searchText} USING (product_id)
      WHERE document @@ ${tsquery}::tsquery ORDER BY popularity DESC, product_id LIMIT ${SUGGEST_CANDIDATES}),
    author AS (SELECT DISTINCT unnest(authors) AS slug FROM candidate),
    found_series AS (SELECT DISTINCT unnest(series) AS slug FROM candidate)
    (SELECT 'title' AS kind, product_id AS id, '' AS name, '' AS slug FROM candidate
      ORDER BY ts_rank('{0.01, 0.1, 0.3, 1}', document, ${tsquery}::tsquery) * (1 + popularity / 100.0) DESC LIMIT ${limits.titles})
    UNION ALL
    (SELECT 'author', 0, name, contributor.slug FROM author JOIN contributor ON contributor.slug = author.slug
      WHERE to_tsvector('simple', name_sort) @@ ${tsquery}::tsquery LIMIT ${limits.authors})
    UNION ALL
    (SELECT 'series', 0, name, series.slug FROM found_series JOIN series ON series.slug = found_series.slug
      WHERE to_tsvector('simple', lower(name)) @@ ${tsquery}::tsquery LIMIT ${limits.series})`);
  const ids = rows.filter(({ kind }) => kind === 'title').map(({ id }) => id);
  const [products, counts] = await Promise.all([findProductData(db, ids), countSubjects(db, subjects)]);
  return {
    products: rows.flatMap(({ id }) => products.get(id) ?? []),
    links: rows.flatMap(({ kind, slug, name }) => (kind === 'title' ? [] : [{ kind, slug, name }])),
    subjects: subjects.filter((code) => counts.has(code)).slice(0, limits.subjects),
  };
}
