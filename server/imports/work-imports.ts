import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { delistingsToConfirm, MAX_IMPORT_ATTEMPTS, type ImportFailure } from '#domain/catalogue/import-run.ts';
import { writeAudit } from '../audit/audit.ts';
import { InvalidFileError } from '../catalogue/csv-format.ts';
import { FutureStockError } from '../catalogue/import-csv.ts';
import { StoppedImportError } from '../catalogue/import-products.ts';
import type { Deps } from '../context.ts';
import { databaseOn, withUnlimitedClient, type ClientDatabase, type Database } from '../db/connection.ts';
import { tryLockSession } from '../db/locks.ts';
import { importRun } from '../db/tables.ts';
import { ExpandsTooFarError } from './expand-file.ts';
import { withImportFile, withoutFolder } from './import-file.ts';
import { findWork, lockRun, saveLists, transitionRun, type ImportRun } from './import-runs.ts';
import { MissingPieceError } from './pieces.ts';
import { Progress } from './progress.ts';
import { ImportReport } from './report.ts';
import { OwnExportError, runImport, type Ran } from './run-import.ts';
import { takeFilesOfFolder } from './watch-folder.ts';

export type ImportWork = {
  deps: Pick<Deps, 'config' | 'storage' | 'jobs'>;
  connect: pg.ClientConfig;
  /** Aborted when the server stops: what is in hand goes on with the next start. */
  signal: AbortSignal;
  onError: (error: Error) => void;
};

/**
 * Takes the files of the watched folder, and works the imports that wait, one after the other. One server does that at a time; a
 * server that is killed loses the lock with its connection, and another goes on. Returns how many imports were worked.
 */
export function workImports(work: ImportWork): Promise<number> {
  return withUnlimitedClient(work.connect, async (client) => {
    const db = databaseOn(client);
    if (!(await tryLockSession(db, 'imports'))) return 0;
    await takeFilesOfFolder(work.deps, db, work.onError);
    let worked = 0;
    for (;;) {
      const run = work.signal.aborted ? undefined : await findWork(db);
      if (!run) return worked;
      await workRun(work, db, run);
      if (work.signal.aborted) return worked;
      worked += 1;
    }
  });
}

async function workRun(work: ImportWork, db: ClientDatabase, run: ImportRun): Promise<void> {
  const attempts = run.attempts + 1;
  if (run.isStopping) return db.transaction((tx) => end(tx, run, { action: 'stop' }));
  if (attempts > MAX_IMPORT_ATTEMPTS) return db.transaction((tx) => end(tx, run, failedWith('attempts')));
  await db.update(importRun).set({ attempts }).where(eq(importRun.id, run.id));
  const progress = new Progress(db, run, work.signal);
  try {
    await (run.state === 'comparing' ? compare(work, db, { run, progress }) : apply(work, db, { run, progress }));
  } catch (error) {
    await progress.end();
    if (error instanceof StoppedImportError || progress.signal.aborted) return stop(db, run, progress);
    const failure = failureOf(error, work, run);
    if (failure.failure === 'internal') work.onError(error as Error);
    await db.transaction((tx) => end(tx, run, failure));
  } finally {
    await progress.end();
  }
}

/** Stopped by a person; by its server, an import stays as it is and begins again with the next one. */
async function stop(db: ClientDatabase, run: ImportRun, progress: Progress): Promise<void> {
  if (progress.isStopped) return db.transaction((tx) => end(tx, run, { action: 'stop' }));
  await db.update(importRun).set({ attempts: run.attempts, phaseStartedAt: null }).where(eq(importRun.id, run.id));
}

type Ended = { action: 'stop' } | { action: 'fail'; failure: ImportFailure; failureDetail: string };

async function end(tx: Database, run: ImportRun, { action, ...changes }: Ended): Promise<void> {
  const { state } = await lockRun(tx, run.id);
  if (state !== run.state) return;
  await transitionRun(tx, run, action, changes);
  const after = 'failure' in changes ? { failure: changes.failure } : null;
  await auditEnd(tx, run, { verb: action === 'stop' ? 'import stopped' : 'import failed', after });
}

async function auditEnd(
  tx: Database,
  { actor, name }: ImportRun,
  { verb, after }: { verb: string; after: { [name: string]: unknown } | null },
): Promise<void> {
  const details = { verb, about: name.slice(0, 100), before: null, after };
  await writeAudit(tx, { event: 'staff', actor, details });
}

function failedWith(failure: ImportFailure, failureDetail = '') {
  return { action: 'fail', failure, failureDetail } as const;
}

function failureOf(error: unknown, { deps }: ImportWork, run: ImportRun) {
  if (error instanceof OwnExportError) return failedWith('own_export');
  if (error instanceof ExpandsTooFarError) return failedWith('expands');
  if (error instanceof MissingPieceError) return failedWith('file_gone');
  if (error instanceof InvalidFileError) return failedWith('file', withoutFolder(error.message, deps.config, run));
  if (error instanceof FutureStockError) return failedWith('file', `stock_as_of: ${error.time.toISOString()}`);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return failedWith('disk_full');
  return failedWith('internal');
}

type Part = { run: ImportRun; progress: Progress };

function runWith({ deps, connect }: ImportWork, { run, progress }: Part, report: ImportReport): Promise<Ran & Kind> {
  return withImportFile(deps, run, async (file) => {
    const { signal } = progress;
    const onPhase = () => progress.begin();
    const onProgress = (done: number, total: number) => progress.report(done, total);
    const isDryRun = run.state === 'comparing';
    const ran = await runImport({ connect, run, file, isDryRun, report, onProgress, onPhase, signal });
    return { ...ran, kind: file.kind };
  });
}
type Kind = { kind: NonNullable<ImportRun['kind']> };

async function compare(work: ImportWork, db: ClientDatabase, { run, progress }: Part): Promise<void> {
  const report = new ImportReport(work.deps.storage, run.id, [
    'added',
    'changed',
    'prices',
    'delisted',
    'set_aside',
    'notes',
  ]);
  const { counts, delistings, origin, kind } = await runWith(work, { run, progress }, report);
  const files = await report.close();
  await progress.end();
  await db.transaction(async (tx) => {
    const { state } = await lockRun(tx, run.id);
    if (state !== 'comparing') return;
    await saveLists(tx, run.id, report.lists);
    await transitionRun(tx, { ...run, state }, 'finish_comparing', {
      kind,
      origin,
      delistings,
      confirmed: [],
      compared: { ...report.counts, ...counts },
      applied: null,
      appliedAt: null,
      comparedAt: sql`now()` as never,
      differenceFiles: files.differences,
      issueFiles: files.issues,
    });
    if (run.source !== 'folder') return;
    // What comes from the folder is applied by itself, unless it would empty the shop.
    await applyRun(tx, { ...run, state: 'compared', delistings, confirmed: [] }, run.actor);
  });
}

/**
 * Has a compared import applied; where it takes too many titles out of the shop, it waits for a person instead. In the caller's
 * transaction, with the import locked. Throws `too_late` where that is not possible. Returns the state.
 */
export async function applyRun(
  tx: Database,
  run: Pick<ImportRun, 'id' | 'state' | 'delistings' | 'confirmed'>,
  actor: string,
): Promise<'applying' | 'unconfirmed'> {
  if (delistingsToConfirm(run.delistings, run.confirmed).length === 0) {
    await transitionRun(tx, run, 'apply', { actor });
    return 'applying';
  }
  await transitionRun(tx, run, 'ask', { actor });
  return 'unconfirmed';
}

async function apply(work: ImportWork, db: ClientDatabase, { run, progress }: Part): Promise<void> {
  const report = new ImportReport(work.deps.storage, run.id, ['set_aside', 'notes']);
  const { counts, unconfirmed } = await runWith(work, { run, progress }, report);
  const files = await report.close();
  await progress.end();
  await db.transaction(async (tx) => {
    const { state } = await lockRun(tx, run.id);
    if (state !== 'applying') return;
    if (unconfirmed.length > 0) return transitionRun(tx, run, 'ask', { delistings: unconfirmed });
    const applied = { ...report.counts, ...counts };
    await saveLists(tx, run.id, report.lists);
    await transitionRun(tx, run, 'finish', { applied, appliedAt: sql`now()` as never, issueFiles: files.issues });
    await auditEnd(tx, run, { verb: 'import applied', after: applied });
  });
}
