import { and, gt, inArray, or, sql } from 'drizzle-orm';
import { IMPORT_FILE_DAYS, IMPORT_REPORT_DAYS } from '#domain/catalogue/import-run.ts';
import type { ClientDatabase } from '../db/connection.ts';
import { importRun } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { deleteStrayFiles } from '../photos/stray-files.ts';
import { IMPORT_FILES } from './pieces.ts';
import { IMPORT_REPORTS } from './report.ts';

/** Deletes files of imports in which nothing has happened for some days, and what they found after some weeks. */
export async function deleteOldImportFiles(
  db: ClientDatabase,
  storage: ObjectStorage,
  now = Date.now(),
): Promise<number> {
  const isWorked = inArray(importRun.state, ['comparing', 'applying']);
  const findKept = (days: number) => async (ids: string[]) => {
    const isNew = gt(importRun.changedAt, sql`now() - ${`${days} days`}::interval`);
    const kept = await db
      .select({ id: importRun.id })
      .from(importRun)
      .where(and(inArray(importRun.id, ids), or(isWorked, isNew)));
    return kept.map(({ id }) => id);
  };
  const files = await deleteStrayFiles(storage, { prefix: IMPORT_FILES, now, findKnown: findKept(IMPORT_FILE_DAYS) });
  const found = findKept(IMPORT_REPORT_DAYS);
  return files + (await deleteStrayFiles(storage, { prefix: IMPORT_REPORTS, now, findKnown: found }));
}
