import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { asDatabaseError, onPatientClient } from './connection.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Any number that nothing else locks: whoever migrates or seeds this database holds it. */
const LOCK = 7_240_116;
/** What PostgreSQL says of a table that is not there. */
const UNDEFINED_TABLE = '42P01';

/** The migrations that the code has, in order. */
export function listMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
}

/** Runs `work` while no other server migrates or seeds the same database; a second one waits. */
export function underLock<T>(connect: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return onPatientClient(connect, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    return work(client);
  });
}

/** Brings the schema up to the code's, each file in a transaction of its own. Answers the names that ran. */
export async function migrate(client: pg.ClientBase): Promise<string[]> {
  await createMigrationTable(client);
  const waiting = await findWaiting(client);
  for (const name of waiting) {
    await client.query('BEGIN');
    await runMigration(client, name);
    await client.query('COMMIT');
  }
  return waiting;
}

/** Runs these migrations on a schema without tables, within the caller's transaction. */
export async function migrateEmpty(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  await createMigrationTable(client);
  for (const name of names) await runMigration(client, name);
}

async function createMigrationTable(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS migration
    (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())`);
}

async function runMigration(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(readFileSync(join(FOLDER, name), 'utf8'));
  await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
}

/**
 * Whether the database has exactly the migrations that this code has, others, or was never migrated: `none`. Any other
 * failure to read them is thrown.
 */
export async function findSchema(pool: pg.Pool): Promise<'current' | 'other' | 'none'> {
  try {
    const { rows } = await pool.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
    return rows.map((row) => row.name).join() === listMigrations().join() ? 'current' : 'other';
  } catch (error) {
    if (asDatabaseError(error)?.code === UNDEFINED_TABLE) return 'none';
    throw error;
  }
}

async function findWaiting(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
  const known = listMigrations();
  const unknown = rows.filter((row) => !known.includes(row.name)).map((row) => row.name);
  if (unknown.length > 0)
    throw new Error(`The database is newer than this program (it has ${unknown.join(', ')}). Start the newer one.`);
  const done = new Set(rows.map((row) => row.name));
  return known.filter((name) => !done.has(name));
}
