import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, isNull } from 'drizzle-orm';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { databaseOn, withUnlimitedClient, type Database } from '../db/connection.ts';
import { listMigrations, migrateEmptySchema } from '../db/migrate.ts';
import { emailMessage } from '../db/tables.ts';
import { migrateJobs, openJobs } from '../jobs.ts';
import { reconcilePayments } from '../payments/reconcile-payments.ts';
import { redeleteAccounts, listDeletedAccounts } from '../privacy/delete-account.ts';
import {
  listBackupTables,
  InvalidBackupError,
  readBackup,
  type BackupPart,
  type BackupHead,
  type OnProgress,
} from './backup.ts';
import { waitUntil } from '../startup.ts';

/** A restore that could not begin, with one sentence for the operator. */
export class RestoreError extends Error {}

export type RestoreOptions = {
  onProgress?: OnProgress;
  /** Writes the audit entry, last in the transaction. */
  writeAuditEntry?: (tx: Database) => Promise<void>;
};

/**
 * Restores a backup in one transaction. Sessions and email tokens are gone, unsent emails are queued again, accounts that were
 * deleted since are deleted again. Throws {@link RestoreError} while anything else uses the database, and
 * {@link InvalidBackupError} for a file that is no backup of this program.
 */
export async function restoreBackup(
  connect: pg.ClientConfig,
  file: string,
  { onProgress = () => {}, writeAuditEntry }: RestoreOptions = {},
): Promise<BackupHead> {
  const { head, parts } = await readBackup(file);
  requireKnownMigrations(head);
  return withUnlimitedClient(connect, async (client) => {
    await requireNoConnections(client);
    await migrateJobs(connect);
    const tx = databaseOn(client);
    const deleted = await findDeletedAccounts(client);
    await client.query('BEGIN');
    await rebuildSchema(client, head, { parts, onProgress });
    await redeleteAccounts(tx, deleted);
    await enqueuePending(tx, connect);
    await writeAuditEntry?.(tx);
    await client.query('COMMIT');
    return head;
  });
}

function requireKnownMigrations({ migrations }: BackupHead): void {
  const known = listMigrations();
  if (migrations.some((name) => !known.includes(name)))
    throw new InvalidBackupError('The backup is of a newer program; restore it with that one.');
}

/** Seconds for connections that were just closed: the database notices a little later. */
const CLOSING_SECONDS = 3;

async function requireNoConnections(client: pg.Client): Promise<void> {
  const isAlone = async () => {
    const { rowCount } = await client.query(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`);
    return rowCount === 0;
  };
  await waitUntil(isAlone, { seconds: CLOSING_SECONDS, what: 'other connections to close' }).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError) throw error;
    throw new RestoreError('The database is in use; stop every server of this shop first.');
  });
}

type BackupSource = { parts: AsyncGenerator<BackupPart>; onProgress: OnProgress };

/** The schema at the time of the backup, its rows, then the later migrations. */
async function rebuildSchema(client: pg.Client, head: BackupHead, { parts, onProgress }: BackupSource): Promise<void> {
  await client.query('DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public');
  await migrateEmptySchema(client, head.migrations);
  await switchTriggers(client, 'DISABLE');
  await truncateTables(client);
  let tables = 0;
  for await (const part of parts) {
    if ('setval' in part) await client.query(part.setval);
    else {
      await pipeline(Readable.from(part.rows), client.query(copyFrom(part.copy)));
      onProgress((tables += 1), head.tables);
    }
  }
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  await switchTriggers(client, 'ENABLE');
  await migrateEmptySchema(
    client,
    listMigrations().filter((name) => !head.migrations.includes(name)),
  );
}

/** Deletes the rows that migrations insert: the backup contains their current versions. */
async function truncateTables(client: pg.Client): Promise<void> {
  const names = (await listBackupTables(client)).map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`TRUNCATE ${names.join(', ')} CASCADE`);
}

/** Our triggers would compute and publish what the rows already contain; those of foreign keys stay enabled. */
async function switchTriggers(client: pg.Client, action: 'ENABLE' | 'DISABLE'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE NOT tgisinternal`,
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} ${action} TRIGGER USER`);
}

/** The accounts deleted in the shop that is replaced; none where there is no shop, or an older one. */
async function findDeletedAccounts(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(`SELECT FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = 'customer' AND column_name = 'deleted_at'`);
  return rowCount ? listDeletedAccounts(databaseOn(client)) : [];
}

/** Enqueues jobs for what waits for other servers, instead of those of the replaced database. */
async function enqueuePending(db: Database, connect: pg.PoolConfig): Promise<void> {
  const jobs = await openJobs(connect, () => {});
  try {
    await jobs.deleteAll(db);
    const waiting = await db
      .select({ id: emailMessage.id })
      .from(emailMessage)
      .where(and(isNull(emailMessage.sentAt), isNull(emailMessage.deadLetteredAt)));
    for (const { id } of waiting) await jobs.sendMail(db, id);
    await reconcilePayments(db, { jobs });
  } finally {
    await jobs.stop();
  }
}
