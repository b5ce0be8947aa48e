import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { contractedAfter, findMigrationMistakes } from './check-migration.ts';
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
 * the applied migrations. Throws, with nothing changed, where the database has a migration that the code does not know and
 * cannot run beside, and where a file would break or block servers that run ({@link findMigrationMistakes}).
 */
export async function migrate(client: pg.ClientBase, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  await createMigrationTable(client);
  const pending = await findPendingMigrations(client, folder);
  for (const migration of readChecked(pending, folder)) {
    const { text } = migration;
    if (text.startsWith(NO_TRANSACTION)) {
      for (const statement of splitStatements(text)) await client.query(statement);
      await recordMigration(client, migration);
    } else {
      await client.query('BEGIN');
      await client.query(text);
      await recordMigration(client, migration);
      await client.query('COMMIT');
    }
  }
  return pending;
}

type Migration = { name: string; text: string };

function readChecked(pending: readonly string[], folder: string): Migration[] {
  const known = listMigrations(folder);
  const migrations = pending.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const mistakes = migrations.flatMap((migration) => findMigrationMistakes(migration, known));
  if (mistakes.length > 0) throw new Error(mistakes.join(' '));
  return migrations;
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
    await recordMigration(client, { name, text });
  }
}

function splitStatements(text: string): string[] {
  return text.split(/(?<=;)\s*\n/).filter((statement) => statement.trim() !== '');
}

/** `contracts_after`: the expansion that servers must know which run beside a contraction. */
async function createMigrationTable(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS migration
    (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now(), contracts_after text)`);
  const { rowCount } = await client.query(`SELECT FROM information_schema.columns
    WHERE table_schema = current_schema AND table_name = 'migration' AND column_name = 'contracts_after'`);
  if (rowCount === 0) await client.query('ALTER TABLE migration ADD COLUMN contracts_after text');
}

async function recordMigration(client: pg.ClientBase, { name, text }: Migration): Promise<void> {
  const after = contractedAfter(text) ?? null;
  await client.query('INSERT INTO migration (name, contracts_after) VALUES ($1, $2)', [name, after]);
}

/** A migration in the database; `after` where it is a contraction. */
type Applied = { name: string; after: string | null };

/** Through JSON: the table of an earlier release has no `contracts_after`. */
async function listApplied(client: pg.ClientBase | pg.Pool): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `SELECT name, to_jsonb(migration) ->> 'contracts_after' AS after FROM migration ORDER BY name`,
  );
  return rows;
}

/**
 * Migrations of a later release that this code cannot run beside: contractions after an expansion that it does not know. It
 * runs beside any other, which only adds.
 */
function findIncompatible(applied: readonly Applied[], known: readonly string[]): Applied[] {
  return applied.filter(({ name, after }) => !known.includes(name) && after !== null && !known.includes(after));
}

/**
 * Whether the database has exactly the code's migrations (`current`), or some of a later release beside that the code can run
 * with (`newer`), or anything else, or was never migrated (`none`). Any other failure to read them is thrown.
 */
export async function findSchemaStatus(
  pool: pg.Pool | pg.ClientBase,
  folder = MIGRATIONS_FOLDER,
): Promise<'current' | 'newer' | 'other' | 'none'> {
  try {
    const applied = await listApplied(pool);
    const known = listMigrations(folder);
    const names = new Set(applied.map(({ name }) => name));
    if (!known.every((name) => names.has(name)) || findIncompatible(applied, known).length > 0) return 'other';
    return applied.length === known.length ? 'current' : 'newer';
  } catch (error) {
    if (asDatabaseError(error)?.code === UNDEFINED_TABLE) return 'none';
    throw error;
  }
}

/** Throws where the database lacks migrations that a server needs which does not migrate itself. */
export async function requireMigrated(connect: DatabaseAddress): Promise<void> {
  const status = await withUnlimitedClient(connect, (client) => findSchemaStatus(client));
  if (status !== 'current' && status !== 'newer')
    throw new UnmigratedError(
      'The database does not have the schema of this program: run "npm run shop -- migrate" first, or set MIGRATE=on.',
    );
}

/** A server with `MIGRATE=off` found another schema than its own. */
export class UnmigratedError extends Error {}

async function findPendingMigrations(client: pg.ClientBase, folder: string): Promise<string[]> {
  const applied = await listApplied(client);
  const known = listMigrations(folder);
  const incompatible = findIncompatible(applied, known).map(({ name }) => name);
  if (incompatible.length > 0)
    throw new Error(
      `The database is newer than this program (it has ${incompatible.join(', ')}). Start the newer one.`,
    );
  return known.filter((name) => !applied.some((one) => one.name === name));
}
