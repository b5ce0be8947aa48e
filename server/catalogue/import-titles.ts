import { inArray } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import { variant } from '../db/tables.ts';
import { indexTitles, indexWords } from '../search/index-titles.ts';
import { importTitle, type TitleRecord } from './import-title.ts';

const BATCH = 200;

/**
 * Writes titles and what searching knows of them. On the shop's connection each title is a transaction of its own, so
 * that a long import holds no locks and one broken off is finished by the same import again; inside a transaction of
 * the caller's all or nothing is written. The same titles twice change nothing.
 */
export async function importTitles(
  db: Connection | Database,
  titles: readonly TitleRecord[],
  onProgress: (done: number, all: number) => void = () => {},
): Promise<void> {
  for (let start = 0; start < titles.length; start += BATCH) {
    const batch = titles.slice(start, start + BATCH);
    const changed = new Set(await listOwners(db, batch));
    for (const [index, title] of batch.entries()) {
      changed.add(await importAlone(db, title));
      onProgress(start + index + 1, titles.length);
    }
    await indexTitles(db, [...changed]);
  }
  if (titles.length > 0) await indexWords(db);
}

/** The titles that have these ISBNs now: one whose edition goes to another title must be indexed anew too. */
async function listOwners(db: Database, titles: readonly TitleRecord[]): Promise<number[]> {
  const isbns = titles.flatMap((title) => title.editions.flatMap((edition) => edition.isbn ?? []));
  if (isbns.length === 0) return [];
  const rows = await db.select({ id: variant.productId }).from(variant).where(inArray(variant.isbn, isbns));
  return rows.map((row) => row.id);
}

function importAlone(db: Connection | Database, title: TitleRecord): Promise<number> {
  return '$client' in db ? db.transaction((tx) => importTitle(tx, title)) : importTitle(db, title);
}
