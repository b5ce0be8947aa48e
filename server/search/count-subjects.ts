import { inArray } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { subjectCount } from '../db/tables.ts';

/** How many products the last count found below these subjects, for those with any. */
export async function countSubjects(db: Database, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select()
    .from(subjectCount)
    .where(inArray(subjectCount.code, [...codes]));
  return new Map(rows.map(({ code, productCount }) => [code, productCount]));
}
