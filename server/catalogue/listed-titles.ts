import { eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { searchEntry, subjectCount } from '../db/tables.ts';

/** The code of all titles among the counts of subjects: the root of their tree. */
export const ALL_TITLES = '';

/** How many titles are listed, as of the last import or night; counted now where they never were. */
export async function countListedTitles(db: Database): Promise<number> {
  const [counted] = await db.select().from(subjectCount).where(eq(subjectCount.code, ALL_TITLES));
  return counted?.productCount ?? db.$count(searchEntry);
}
