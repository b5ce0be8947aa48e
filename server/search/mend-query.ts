import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { searchEntry, searchWord } from '../db/tables.ts';

const ALIKE_PER_WORD = 4;

/**
 * A query with its unknown words replaced by known ones like them, so that together they find something; nothing
 * where that cannot be done. At most eight words are looked up, each by its trigrams; of all that the alike words
 * could find, the most sought-after title decides.
 */
export async function mendQuery(db: Database, words: readonly string[]): Promise<string[] | undefined> {
  const alike = await listAlike(db, words);
  const groups = words
    .map((_, index) => alike.filter((one) => one.place === index + 1).map((one) => one.word))
    .filter((group) => group.length > 0);
  if (groups.length === 0) return undefined;
  const query = groups.map((group) => `(${group.map((word) => `'${word}'`).join(' | ')})`).join(' & ');
  const { rows } = await db.execute<{ words: string[] }>(sql`
    SELECT tsvector_to_array(document) AS words FROM ${searchEntry} WHERE document @@ ${query}::tsquery
    ORDER BY popularity DESC, product_id LIMIT 1`);
  const found = rows[0] && new Set(rows[0].words);
  return found && groups.map((group) => group.find((word) => found.has(word))!);
}

/** For each word by its place: itself where it is known, and the known words most alike. */
async function listAlike(db: Database, words: readonly string[]): Promise<{ place: number; word: string }[]> {
  const { rows } = await db.execute<{ place: number; word: string }>(sql`
    SELECT asked.place::int AS place, known.word
    FROM unnest(${sql.param([...words])}::text[]) WITH ORDINALITY AS asked (word, place),
      LATERAL (SELECT word FROM ${searchWord} WHERE word % asked.word
        ORDER BY similarity(word, asked.word) DESC, titles DESC, word LIMIT ${ALIKE_PER_WORD}) AS known
    ORDER BY asked.place, similarity(known.word, asked.word) DESC`);
  return rows;
}
