import { once } from 'node:events';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { writeAudit } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import type { DatabaseAddress } from '../db/address.ts';
import type { Database } from '../db/connection.ts';
import { auditEntry } from '../db/tables.ts';
import type { Logger } from '../log.ts';
import type { BackupWork } from './backup-thread.ts';
import type { Counts } from './check-backup.ts';

type NightlyBackup = {
  connect: DatabaseAddress;
  config: Pick<Config, 'backupFolder' | 'backupDays' | 'dataDir'>;
  log?: Logger | undefined;
};

/** The verbs of what is entered in the audit trail. */
const PASSED = 'backup checked';
const FAILED = 'backup failed';
const NAME = /^shop-\d{8}T\d{6}Z\.backup(?:\.part)?$/;
const DAY_MS = 86_400_000;

/**
 * Backs the shop up into `BACKUP_FOLDER`, restores that file elsewhere and checks it; then deletes what is older than `BACKUP_DAYS`,
 * but nothing where this one failed. The result is in the log and in the audit trail; a failure is thrown.
 */
export async function backUpNightly(db: Database, { connect, config, log }: NightlyBackup): Promise<void> {
  const folder = config.backupFolder!;
  const now = new Date();
  const name = `shop-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
  const file = join(folder, name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const counts = await runThread({ connect, file, scratch: join(config.dataDir, 'backup-check') });
    const { size: bytes } = await stat(file);
    await record(db, { verb: PASSED, about: name });
    const deleted = await deleteOldBackups(folder, now.getTime() - config.backupDays * DAY_MS);
    log?.info({ file, bytes, ...counts, deleted }, 'the shop was backed up, and the backup restored and checked');
  } catch (error) {
    await record(db, { verb: FAILED, about: name });
    throw new Error(`The backup ${file} failed: ${(error as Error).message}`, { cause: error });
  }
}

function record(db: Database, details: { verb: string; about: string }): Promise<void> {
  return writeAudit(db, { event: 'operator', actor: 'operator', details: { ...details, user: 'nightly job' } });
}

async function runThread(workerData: BackupWork): Promise<Counts> {
  const worker = new Worker(join(import.meta.dirname, 'backup-thread.ts'), { workerData });
  const ended = once(worker, 'exit');
  const [counts] = (await Promise.race([once(worker, 'message'), ended])) as [Counts | number];
  await ended;
  if (typeof counts === 'number') throw new Error('The thread that makes it ended early.');
  return counts;
}

/** Deletes backups of this job that were written before a time, in milliseconds, and what is left of unfinished ones. */
async function deleteOldBackups(folder: string, before: number): Promise<number> {
  let deleted = 0;
  for (const name of await readdir(folder)) {
    if (!NAME.test(name) || (await stat(join(folder, name))).mtimeMs >= before) continue;
    await rm(join(folder, name));
    deleted += 1;
  }
  return deleted;
}

/** When a backup was last found good, and whether a later one failed; nothing where there was none. */
export async function findBackupState(db: Database): Promise<{ checkedAt: Date | undefined; hasFailed: boolean }> {
  const { rows } = await db.execute<{ checkedAt: string | null; failedAt: string | null }>(sql`
    SELECT max(at) FILTER (WHERE details->>'verb' = ${PASSED}) AS "checkedAt",
      max(at) FILTER (WHERE details->>'verb' = ${FAILED}) AS "failedAt"
    FROM ${auditEntry} WHERE event IN ('staff', 'operator') AND details->>'verb' IN (${PASSED}, ${FAILED})`);
  const { checkedAt, failedAt } = rows[0]!;
  const passed = checkedAt === null ? undefined : new Date(checkedAt);
  return { checkedAt: passed, hasFailed: failedAt !== null && new Date(failedAt) > (passed ?? new Date(0)) };
}
