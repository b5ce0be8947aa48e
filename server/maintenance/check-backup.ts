import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import pg from 'pg';
import { SHOP_DATABASE, startEmbedded } from '../db/embedded.ts';
import { runIntegrityChecks } from './integrity-checks.ts';
import { restoreBackup } from './restore-backup.ts';

/** How many rows a shop has of what is never deleted. */
export type Counts = { orders: number; ledger: number; customers: number };

const COUNTS = `SELECT (SELECT count(*) FROM "order")::int AS orders, (SELECT count(*) FROM ledger_entry)::int AS ledger,
  (SELECT count(*) FROM customer)::int AS customers`;

/** A backup that can be read, and is not what it should be; the message is a sentence for the operator. */
export class UnsoundBackupError extends Error {}

/** Nothing in a database that is thrown away has to survive a crash. */
const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '20' };

export async function countRows(client: pg.ClientBase): Promise<Counts> {
  const { rows } = await client.query<Counts>(COUNTS);
  return rows[0]!;
}

/**
 * Restores a backup into a PostgreSQL of its own in `folder`, with low priority, and checks what is there; `least` is what the shop
 * had before. One that was left by a killed server is stopped and used again. Throws `InvalidBackupError` for a damaged file, {@link UnsoundBackupError} where a check fails. The
 * database is gone afterwards.
 */
export async function checkBackup(file: string, { folder, least }: { folder: string; least: Counts }): Promise<Counts> {
  try {
    const postgres = await startEmbedded({ folder, onNotice: () => {}, settings: SETTINGS });
    try {
      setPriority(postgres.pid, constants.priority.PRIORITY_LOW);
      const connect = postgres.connect(SHOP_DATABASE);
      await restoreBackup(connect, file);
      return await requireSound(connect, least);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function requireSound(connect: pg.ClientConfig, least: Counts): Promise<Counts> {
  const failed = (await runIntegrityChecks(connect)).filter(({ rows }) => rows.length > 0);
  if (failed.length > 0)
    throw new UnsoundBackupError(`The restored shop fails: ${failed.map(({ check }) => check).join('; ')}.`);
  const client = new pg.Client(connect);
  await client.connect();
  try {
    const counts = await countRows(client);
    const missing = (Object.keys(least) as (keyof Counts)[]).filter((name) => counts[name] < least[name]);
    if (missing.length > 0) throw new UnsoundBackupError(`The restored shop has too few of: ${missing.join(', ')}.`);
    return counts;
  } finally {
    await client.end();
  }
}
