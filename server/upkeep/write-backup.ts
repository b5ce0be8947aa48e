import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { createGzip, type Gzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listMigrations } from '../db/migrate.ts';
import { listBackupTables, type BackupTable } from './backup-tables.ts';

/** What the first line of a backup says, behind {@link BACKUP_MARK}. */
export type BackupHead = { version: 1; at: string; migrations: string[]; tables: number };

export const BACKUP_MARK = '-- a backup of the shop: ';

export type OnProgress = (done: number, all: number) => void;

/**
 * Writes the whole shop as one consistent moment, while it goes on selling: gzipped text of PostgreSQL's own `COPY`
 * statements, which `restore` reads (and `psql` would, into empty tables).
 */
export async function writeBackup(
  connect: pg.PoolConfig,
  file: Writable,
  onProgress: OnProgress = () => {},
): Promise<BackupHead> {
  const client = new pg.Client(connect);
  await client.connect();
  const zip = createGzip();
  const written = pipeline(zip, file);
  try {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listBackupTables(client);
    const head = await headOf(client, tables);
    await write(zip, `${BACKUP_MARK}${JSON.stringify(head)}\n`);
    for (const [index, table] of tables.entries()) {
      await writeTable(client, zip, table);
      onProgress(index + 1, tables.length);
    }
    await writeSequences(client, zip);
    zip.end();
    await written;
    return head;
  } catch (error) {
    zip.destroy();
    await written.catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

async function headOf(client: pg.Client, tables: BackupTable[]): Promise<BackupHead> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
  const migrations = rows.map(({ name }) => name);
  if (migrations.join() !== listMigrations().join()) throw new Error("The database's schema is not this program's.");
  const { rows: clock } = await client.query<{ now: Date }>('SELECT now()');
  return { version: 1, at: clock[0]!.now.toISOString(), migrations, tables: tables.length };
}

async function writeTable(client: pg.Client, zip: Gzip, { name, columns }: BackupTable): Promise<void> {
  const target = `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
  await write(zip, `COPY ${target} FROM stdin;\n`);
  for await (const chunk of client.query(copyTo(`COPY ${target} TO STDOUT`))) await write(zip, chunk as Buffer);
  await write(zip, '\\.\n');
}

/** Where every numbering goes on. */
async function writeSequences(client: pg.Client, zip: Gzip): Promise<void> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `SELECT sequencename AS name, last_value::int AS last FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  for (const { name, last } of rows) await write(zip, `SELECT setval('${pg.escapeIdentifier(name)}', ${last});\n`);
}

async function write(zip: Gzip, chunk: string | Buffer): Promise<void> {
  if (!zip.write(chunk)) await once(zip, 'drain');
}
