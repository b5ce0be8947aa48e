import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, isNull } from 'drizzle-orm';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { databaseOn, onPatientClient, type Database } from '../db/connection.ts';
import { listMigrations, migrateEmpty } from '../db/migrate.ts';
import { mail } from '../db/tables.ts';
import { migrateJobs, openJobs } from '../jobs.ts';
import { tidyAgain } from '../payments/attempts.ts';
import { forgetAgain, listForgotten } from '../privacy/forget-account.ts';
import { BadBackup, readBackup, type BackupPart } from './read-backup.ts';
import type { BackupHead, OnProgress } from './write-backup.ts';

/** Why a restore did not begin, in one sentence for the operator. */
export class CannotRestore extends Error {}

export type Restoring = {
  onProgress?: OnProgress;
  /** Writes down who restores, last in the transaction. */
  note?: (tx: Database) => Promise<void>;
};

/**
 * Makes the shop what it was when the backup was written, in one transaction: all of it, or nothing has changed.
 * Sessions and mailed links are gone, mails that waited wait again, accounts that were deleted since are deleted again.
 * Refuses while anything else uses the database.
 */
export async function restoreBackup(
  connect: pg.ClientConfig,
  file: string,
  { onProgress = () => {}, note }: Restoring = {},
): Promise<BackupHead> {
  const { head, parts } = await readBackup(file);
  refuseNewer(head);
  return onPatientClient(connect, async (client) => {
    await refuseOthers(client);
    await migrateJobs(connect);
    const tx = databaseOn(client);
    const forgotten = await findForgotten(client);
    await client.query('BEGIN');
    await rebuild(client, head, { parts, onProgress });
    await forgetAgain(tx, forgotten);
    await enqueueWaiting(tx, connect);
    await note?.(tx);
    await client.query('COMMIT');
    return head;
  });
}

function refuseNewer({ migrations }: BackupHead): void {
  const known = listMigrations();
  if (migrations.some((name) => !known.includes(name)))
    throw new BadBackup('The backup is of a newer program; restore it with that one.');
}

async function refuseOthers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`);
  if (rowCount) throw new CannotRestore('The database is in use; stop every server of this shop first.');
}

type Source = { parts: AsyncGenerator<BackupPart>; onProgress: OnProgress };

/** The schema of the backup's own time, its rows as they were, then the migrations that came since. */
async function rebuild(client: pg.Client, head: BackupHead, { parts, onProgress }: Source): Promise<void> {
  await client.query('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public');
  await migrateEmpty(client, head.migrations);
  await switchTriggers(client, 'DISABLE');
  let tables = 0;
  for await (const part of parts) {
    if ('setval' in part) await client.query(part.setval);
    else {
      await pipeline(Readable.from(part.rows), client.query(copyFrom(part.copy)));
      onProgress((tables += 1), head.tables);
    }
  }
  await switchTriggers(client, 'ENABLE');
  await migrateEmpty(
    client,
    listMigrations().filter((name) => !head.migrations.includes(name)),
  );
}

/** Ours would compute and tell what the rows already say; those of foreign keys stay on. */
async function switchTriggers(client: pg.Client, how: 'ENABLE' | 'DISABLE'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE NOT tgisinternal`,
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} ${how} TRIGGER USER`);
}

/** Accounts deleted in the shop that is about to be replaced; in a database without one, or with an older one, none. */
async function findForgotten(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(`SELECT FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = 'customer' AND column_name = 'deleted_at'`);
  return rowCount ? listForgotten(databaseOn(client)) : [];
}

/** What waits for an outside server needs its job; those of the database that was replaced are for what is gone. */
async function enqueueWaiting(db: Database, connect: pg.PoolConfig): Promise<void> {
  const jobs = await openJobs(connect, () => {});
  try {
    await jobs.forgetAll(db);
    const waiting = await db
      .select({ id: mail.id })
      .from(mail)
      .where(and(isNull(mail.sentAt), isNull(mail.parkedAt)));
    for (const { id } of waiting) await jobs.sendMail(db, id);
    await tidyAgain(db, { jobs });
  } finally {
    await jobs.stop();
  }
}
