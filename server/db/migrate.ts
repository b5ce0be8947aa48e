import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { asDatabaseError, withUnlimitedClient } from './connection.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');
/** The key of the advisory lock that whoever migrates or seeds a database holds; nothing else uses this number. */
const MIGRATION_LOCK = 7_240_116;
const LOCK_POLL_MS = 100;
/** PostgreSQL's code for a table that does not exist. */
const UNDEFINED_TABLE = '42P01';
/**
 * First line of a migration whose statements run one by one outside a transaction, as `CREATE INDEX CONCURRENTLY` has to.
 * Each statement ends with a semicolon at the end of a line. One that fails is run again from the file's first statement, so
 * the file must be repeatable (`DROP INDEX CONCURRENTLY IF EXISTS …` first).
 */
const NO_TRANSACTION = '-- outside a transaction\n';

/** The names of the code's migrations, in order. */
export function listMigrations(folder = MIGRATIONS_FOLDER): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

/**
 * Runs `work` while no other server migrates or seeds the same database; a second one waits. It polls, because a statement
 * that waits for the lock is a transaction, for which a `CREATE INDEX CONCURRENTLY` of the first would wait: a deadlock.
 */
export function withMigrationLock<T>(connect: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withUnlimitedClient(connect, async (client) => {
    while (!(await tryLock(client))) await pause(LOCK_POLL_MS);
    return work(client);
  });
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS "isLocked"', [MIGRATION_LOCK]);
  return rows[0].isLocked;
}

/**
 * Migrates to the code's schema, each file in a transaction of its own unless it is marked otherwise. Returns the names of
 * the applied migrations. Throws where the database has a migration that the code does not know.
 */
export async function migrate(client: pg.ClientBase, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  await createMigrationTable(client);
  const pending = await findPendingMigrations(client, folder);
  for (const name of pending) {
    const text = readFileSync(join(folder, name), 'utf8');
    if (text.startsWith(NO_TRANSACTION)) {
      for (const statement of splitStatements(text)) await client.query(statement);
      await recordMigration(client, name);
    } else {
      await client.query('BEGIN');
      await client.query(text);
      await recordMigration(client, name);
      await client.query('COMMIT');
    }
  }
  return pending;
}

/**
 * Applies these migrations in the current transaction, to a schema that nobody else uses (a restore): `CONCURRENTLY`, which
 * PostgreSQL refuses there, is left out of marked files.
 */
export async function migrateEmptySchema(
  client: pg.ClientBase,
  names: readonly string[],
  folder = MIGRATIONS_FOLDER,
): Promise<void> {
  await createMigrationTable(client);
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8');
    await client.query(text.startsWith(NO_TRANSACTION) ? text.replaceAll(/\bCONCURRENTLY\b/gi, '') : text);
    await recordMigration(client, name);
  }
}

function splitStatements(text: string): string[] {
  return text.split(/(?<=;)\s*\n/).filter((statement) => statement.trim() !== '');
}

async function createMigrationTable(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS migration
    (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())`);
}

async function recordMigration(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
}

/**
 * Whether the database has exactly the code's migrations, others (older or newer), or was never migrated: `none`. Any
 * other failure to read them is thrown.
 */
export async function findSchemaStatus(pool: pg.Pool): Promise<'current' | 'other' | 'none'> {
  try {
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
    return rows.map((row) => row.name).join() === listMigrations().join() ? 'current' : 'other';
  } catch (error) {
    if (asDatabaseError(error)?.code === UNDEFINED_TABLE) return 'none';
    throw error;
  }
}

async function findPendingMigrations(client: pg.ClientBase, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
  const known = listMigrations(folder);
  const unknown = rows.filter((row) => !known.includes(row.name)).map((row) => row.name);
  if (unknown.length > 0)
    throw new Error(`The database is newer than this program (it has ${unknown.join(', ')}). Start the newer one.`);
  const applied = new Set(rows.map((row) => row.name));
  return known.filter((name) => !applied.has(name));
}
