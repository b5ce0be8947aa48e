import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { onPatientClient } from '../db/connection.ts';
import { listMigrations } from '../db/migrate.ts';
import { listBackupTables, type BackupTable } from './backup-tables.ts';

/** What the first line of a backup says, behind {@link BACKUP_MARK}. */
export type BackupHead = { version: 1; at: string; migrations: string[]; tables: number };

export const BACKUP_MARK = '-- a backup of the shop: ';

export type OnProgress = (done: number, all: number) => void;

/**
 * Writes the whole shop as one consistent moment, while it goes on selling: gzipped text of PostgreSQL's own `COPY`
 * statements, which `restore` reads (and `psql` would, into empty tables). `file` is open: nobody listens to it before
 * the database answers.
 */
export function writeBackup(
  connect: pg.ClientConfig,
  file: Writable,
  onProgress: OnProgress = () => {},
): Promise<BackupHead> {
  return onPatientClient(connect, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listBackupTables(client);
    const head = await headOf(client, tables);
    await pipeline(contentsOf(client, head, { tables, onProgress }), createGzip(), file);
    return head;
  });
}

type Contents = { tables: BackupTable[]; onProgress: OnProgress };

async function* contentsOf(
  client: pg.Client,
  head: BackupHead,
  { tables, onProgress }: Contents,
): AsyncGenerator<string | Buffer> {
  yield `${BACKUP_MARK}${JSON.stringify(head)}\n`;
  for (const [index, table] of tables.entries()) {
    yield* rowsOf(client, table);
    onProgress(index + 1, tables.length);
  }
  yield* sequencesOf(client);
}

async function headOf(client: pg.Client, tables: BackupTable[]): Promise<BackupHead> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
  const migrations = rows.map(({ name }) => name);
  if (migrations.join() !== listMigrations().join()) throw new Error("The database's schema is not this program's.");
  const { rows: clock } = await client.query<{ now: Date }>('SELECT now()');
  return { version: 1, at: clock[0]!.now.toISOString(), migrations, tables: tables.length };
}

async function* rowsOf(client: pg.Client, { name, columns }: BackupTable): AsyncGenerator<string | Buffer> {
  const target = `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
  yield `COPY ${target} FROM stdin;\n`;
  yield* client.query(copyTo(`COPY ${target} TO STDOUT`));
  yield '\\.\n';
}

/** Where every numbering goes on. */
async function* sequencesOf(client: pg.Client): AsyncGenerator<string> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `SELECT sequencename AS name, last_value::int AS last FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  for (const { name, last } of rows) yield `SELECT setval('${pg.escapeIdentifier(name)}', ${last});\n`;
}
