import { sql } from 'drizzle-orm';
import type { SubjectTree } from '#contract/products.ts';
import type { Locale } from '#domain/locale.ts';
import { SHELVES, type Shelf, type SubjectCode } from '#domain/subjects.ts';
import type { Database } from '../db/connection.ts';
import { searchEntry } from '../db/tables.ts';
import { words } from '../words.ts';

/** The subject tree with the number of titles on each shelf; empty shelves are left out. */
export async function subjectTree(db: Database, locale: Locale): Promise<SubjectTree> {
  const { rows } = await db.execute<{ code: string; count: number }>(
    sql`SELECT code, count(*)::int AS count FROM ${searchEntry}, unnest(subjects) AS code GROUP BY code`,
  );
  const counts = new Map(rows.map((row) => [row.code, row.count]));
  const t = words(locale);
  const node = (code: SubjectCode) => ({ code, name: t(`common.subjects.${code}`), count: counts.get(code) ?? 0 });
  return (Object.keys(SHELVES) as Shelf[])
    .map((shelf) => ({ ...node(shelf), children: SHELVES[shelf].map(node).filter((child) => child.count > 0) }))
    .filter((shelf) => shelf.count > 0);
}
