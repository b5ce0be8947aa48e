import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import {
  IMPORT_FILE_DAYS,
  isWorking,
  nextImportState,
  type ImportAction,
  type ImportList,
} from '#domain/catalogue/import-run.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { importList, importRun } from '../db/tables.ts';

export type ImportRun = typeof importRun.$inferSelect;

/** Imports, the newest first, from before one on. */
export function listRuns(db: Database, { before, limit }: { before?: string | undefined; limit: number }) {
  return db
    .select()
    .from(importRun)
    .where(before === undefined ? undefined : lt(importRun.id, before))
    .orderBy(desc(importRun.id))
    .limit(limit);
}

/** Throws `not_found`. */
export async function requireRun(db: Database, id: string): Promise<ImportRun> {
  return requireFound((await db.select().from(importRun).where(eq(importRun.id, id)))[0]);
}

/** As {@link requireRun}, kept from others until the transaction ends. */
export async function lockRun(tx: Database, id: string): Promise<ImportRun> {
  return requireFound((await tx.select().from(importRun).where(eq(importRun.id, id)).for('update'))[0]);
}

/** What is to be worked next: the one that waits longest. */
export async function findWork(db: Database): Promise<ImportRun | undefined> {
  const [found] = await db
    .select()
    .from(importRun)
    .where(inArray(importRun.state, ['comparing', 'applying']))
    .orderBy(asc(importRun.changedAt))
    .limit(1);
  return found;
}

type Changes = Partial<Omit<ImportRun, 'id' | 'state' | 'changedAt'>>;

/** What is forgotten when a server is to begin anew. */
const ANEW = { done: 0, total: 0, phaseStartedAt: null, progressAt: null, attempts: 0 };

/** Changes the state of a locked import. Throws `too_late` where the action is not possible in its state. */
export async function transitionRun(
  tx: Database,
  { id, state }: Pick<ImportRun, 'id' | 'state'>,
  action: ImportAction,
  changes: Changes = {},
): Promise<void> {
  const next = nextImportState(action, state) ?? throwApiError('too_late');
  const failure = { failure: null, failureDetail: '' };
  await tx
    .update(importRun)
    .set({
      ...failure,
      isStopping: false,
      ...(isWorking(next) && ANEW),
      ...changes,
      state: next,
      changedAt: sql`now()`,
    })
    .where(eq(importRun.id, id));
}

/** Whether the file of an import is still there: it is deleted some days after the last change. */
export function isFileKept({ state, received, size, changedAt }: ImportRun, now = Date.now()): boolean {
  return received === size && (isWorking(state) || now - changedAt.getTime() < IMPORT_FILE_DAYS * 86_400_000);
}

/** The first rows of what a comparison found, by list. */
export async function findLists(db: Database, id: string): Promise<Partial<Record<ImportList, readonly unknown[]>>> {
  const rows = await db.select().from(importList).where(eq(importList.runId, id));
  return Object.fromEntries(rows.map(({ list, rows: listed }) => [list, listed]));
}

/** Replaces the first rows of lists. */
export async function saveLists(
  tx: Database,
  runId: string,
  lists: ReadonlyMap<ImportList, readonly unknown[]>,
): Promise<void> {
  await tx.delete(importList).where(and(eq(importList.runId, runId), inArray(importList.list, [...lists.keys()])));
  const rows = [...lists].map(([list, listed]) => ({ runId, list, rows: listed }));
  if (rows.length > 0) await tx.insert(importList).values(rows);
}
