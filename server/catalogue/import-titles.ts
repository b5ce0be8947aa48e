import type { Connection, Database } from '../db/connection.ts';
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
    const ids: number[] = [];
    for (const title of titles.slice(start, start + BATCH)) {
      ids.push(await importAlone(db, title));
      onProgress(start + ids.length, titles.length);
    }
    await indexTitles(db, ids);
  }
  if (titles.length > 0) await indexWords(db);
}

function importAlone(db: Connection | Database, title: TitleRecord): Promise<number> {
  return '$client' in db ? db.transaction((tx) => importTitle(tx, title)) : importTitle(db, title);
}
