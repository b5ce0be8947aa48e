import { sql } from 'drizzle-orm';
import { BOOK_FORMATS } from '#domain/book-format.ts';
import { shelfOf, type SubjectCode } from '#domain/subjects.ts';
import { foldForSearch } from '#domain/words.ts';
import type { Database } from '../db/connection.ts';
import { searchEntry, searchWord } from '../db/tables.ts';

type Facts = {
  id: number;
  title: string;
  subtitle: string;
  description: string;
  authors: { name: string; slug: string }[];
  series: { name: string; slug: string }[];
  subjects: SubjectCode[];
};

/** Writes anew what searching, filtering and sorting know of these titles; unlisted or unsold ones leave the index. */
export async function indexTitles(db: Database, productIds: readonly number[]): Promise<void> {
  const ids = sql.param([...productIds]);
  const { rows } = await db.execute<Facts>(sql`
    SELECT id, title, subtitle, description,
      coalesce((SELECT json_agg(json_build_object('name', c.name, 'slug', c.slug) ORDER BY pc.position)
        FROM product_contributor pc JOIN contributor c ON c.id = pc.contributor_id WHERE pc.product_id = p.id), '[]') AS authors,
      coalesce((SELECT json_agg(json_build_object('name', s.name, 'slug', s.slug))
        FROM product_series ps JOIN series s ON s.id = ps.series_id WHERE ps.product_id = p.id), '[]') AS series,
      coalesce((SELECT json_agg(DISTINCT shelf) FROM product_subject
        WHERE product_id = p.id AND shelf IS NOT NULL), '[]') AS subjects
    FROM product p WHERE id = ANY(${ids}::int[]) AND is_listed
      AND EXISTS (SELECT FROM variant v WHERE v.product_id = p.id AND v.is_listed)`);
  await db.execute(sql`DELETE FROM ${searchEntry} WHERE product_id = ANY(${ids}::int[])`);
  if (rows.length > 0) await insertEntries(db, rows.map(entryOf));
}

/** Counts the words of titles and names anew, from which typing mistakes are mended. Run once after a large import. */
export async function indexWords(db: Database): Promise<void> {
  await db.execute(sql`DELETE FROM ${searchWord}`);
  await db.execute(sql`
    INSERT INTO ${searchWord} (word, titles)
    SELECT word, ndoc FROM ts_stat('SELECT document FROM search_entry', 'ab') WHERE length(word) BETWEEN 3 AND 40`);
}

type Entry = ReturnType<typeof entryOf>;

function entryOf(facts: Facts) {
  const names = facts.authors.map((author) => foldForSearch(author.name));
  return {
    id: facts.id,
    title: foldForSearch(`${facts.title} ${facts.subtitle}`),
    names: [...names, ...facts.series.map((one) => foldForSearch(one.name))].join(' '),
    text: foldForSearch(facts.description),
    words: [foldForSearch(facts.title), ...names].join(' '),
    subjects: [...new Set(facts.subjects.flatMap((code) => [code, shelfOf(code) ?? code]))],
    authors: [...new Set(facts.authors.map((author) => author.slug))],
    series: facts.series.map((one) => one.slug),
  };
}

/** Prices are those of formats that we sell. */
const SOLD = sql.param([...BOOK_FORMATS]);

async function insertEntries(db: Database, entries: readonly Entry[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO ${searchEntry} (product_id, document, words, title_sort, popularity, published, list_price, available,
      language, publisher, subjects, formats, authors, series)
    SELECT p.id,
      setweight(to_tsvector('simple', e.title), 'A') || setweight(to_tsvector('simple', e.names), 'B')
        || setweight(to_tsvector('simple', e.text), 'D'),
      e.words, p.title_sort, p.popularity, coalesce(p.published, ''),
      coalesce(min(v.list_price) FILTER (WHERE v.format = ANY(${SOLD}::text[])), min(v.list_price)), bool_or(v.stock > 0), p.language, p.publisher,
      ARRAY(SELECT jsonb_array_elements_text(e.subjects)), array_agg(DISTINCT v.format),
      ARRAY(SELECT jsonb_array_elements_text(e.authors)), ARRAY(SELECT jsonb_array_elements_text(e.series))
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS e (id int, title text, names text, text text, words text, subjects jsonb, authors jsonb, series jsonb)
    JOIN product p ON p.id = e.id JOIN variant v ON v.product_id = p.id AND v.is_listed
    GROUP BY p.id, e.title, e.names, e.text, e.words, e.subjects, e.authors, e.series`);
}
