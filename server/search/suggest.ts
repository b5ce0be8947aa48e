import { sql } from 'drizzle-orm';
import { authorPath, bookPath, seriesPath, subjectPath } from '#contract/pages.ts';
import type { Suggestion } from '#contract/products.ts';
import type { Locale } from '#domain/locale.ts';
import { SHELVES, type SubjectCode } from '#domain/subjects.ts';
import { foldForSearch } from '#domain/words.ts';
import { listProductRows } from '../catalogue/product-rows.ts';
import type { Database } from '../db/connection.ts';
import { searchEntry } from '../db/tables.ts';
import { words } from '../words.ts';
import { queryWords, tsqueryOf } from './conditions.ts';
import { findByIsbn } from './list-products.ts';

const MOST = 8;
const MOST_TITLES = 5;
const CANDIDATES = 200;

/** Up to eight suggestions for what has been typed: titles first, then people, series and subjects. */
export async function suggest(db: Database, q: string, locale: Locale): Promise<Suggestion[]> {
  const asked = queryWords(q);
  const tsquery = tsqueryOf(asked);
  if (!tsquery) return [];
  const isbnHit = await findByIsbn(db, q);
  if (isbnHit !== undefined) return titles(db, [isbnHit]);
  const { rows } = await db.execute<{
    kind: 'title' | 'author' | 'series';
    id: number;
    text: string;
    slug: string;
  }>(sql`
    WITH candidate AS (
      SELECT product_id, document, popularity, authors, series FROM ${searchEntry}
      WHERE document @@ ${tsquery} ORDER BY popularity DESC, product_id LIMIT ${CANDIDATES}),
    person AS (SELECT DISTINCT unnest(authors) AS slug FROM candidate),
    run AS (SELECT DISTINCT unnest(series) AS slug FROM candidate)
    (SELECT 'title' AS kind, product_id AS id, '' AS text, '' AS slug FROM candidate
      ORDER BY ts_rank('{0.01, 0.1, 0.3, 1}', document, ${tsquery}) * (1 + popularity / 100.0) DESC LIMIT ${MOST_TITLES})
    UNION ALL
    (SELECT 'author', 0, name, contributor.slug FROM person JOIN contributor ON contributor.slug = person.slug
      WHERE to_tsvector('simple', name_sort) @@ ${tsquery} LIMIT 3)
    UNION ALL
    (SELECT 'series', 0, name, series.slug FROM run JOIN series ON series.slug = run.slug
      WHERE to_tsvector('simple', lower(name)) @@ ${tsquery} LIMIT 2)`);
  const links = rows
    .filter((row) => row.kind !== 'title')
    .map((row) => ({
      kind: row.kind,
      text: row.text,
      href: row.kind === 'author' ? authorPath(row) : seriesPath(row),
    }));
  const found = await titles(
    db,
    rows.filter((row) => row.kind === 'title').map((row) => row.id),
  );
  return [...found, ...links, ...subjects(foldForSearch(q), locale)].slice(0, MOST);
}

async function titles(db: Database, ids: readonly number[]): Promise<Suggestion[]> {
  const rows = await listProductRows(db, ids);
  return rows.map((row) => ({
    kind: 'title',
    text: row.title,
    detail: row.authors.map((author) => author.name).join(', '),
    href: bookPath(row),
    cover: row.cover,
  }));
}

function subjects(typed: string, locale: Locale): Suggestion[] {
  const t = words(locale);
  const codes = Object.entries(SHELVES).flatMap(([shelf, below]) => [shelf, ...below] as SubjectCode[]);
  return codes
    .map((code) => ({ code, name: t(`common.subjects.${code}`) }))
    .filter(({ name }) => ` ${foldForSearch(name)}`.includes(` ${typed}`))
    .slice(0, 2)
    .map(({ code, name }) => ({ kind: 'subject', text: name, href: subjectPath(code) }));
}
