import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { searchWord } from '../db/tables.ts';

/**
 * A query with each unknown word replaced by the most alike word of our titles and names, or nothing where no word
 * could be mended. At most eight words are looked up, each by its trigrams.
 */
export async function mendQuery(db: Database, words: readonly string[]): Promise<string[] | undefined> {
  const { rows } = await db.execute<{ place: number; mended: string | null }>(sql`
    SELECT asked.place::int, (SELECT word FROM ${searchWord}
        WHERE word % asked.word ORDER BY similarity(word, asked.word) DESC, titles DESC, word LIMIT 1) AS mended
    FROM unnest(${sql.param([...words])}::text[]) WITH ORDINALITY AS asked (word, place)
    WHERE NOT EXISTS (SELECT FROM ${searchWord} WHERE word = asked.word)`);
  if (!rows.some((row) => row.mended)) return undefined;
  const byPlace = new Map(rows.map((row) => [row.place, row.mended]));
  return words.flatMap((word, index) => byPlace.get(index + 1) ?? (byPlace.has(index + 1) ? [] : word));
}
