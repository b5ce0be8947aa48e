import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { prepareDatabase } from '../services.ts';
import { waitUntil } from '../startup.ts';
import { findSchemaStatus, migrate, migrateEmptySchema, withMigrationLock } from './migrate.ts';
import * as tables from './tables.ts';

/** A pool on a database, a new and migrated one unless given. */
async function newPool(connect?: pg.PoolConfig): Promise<pg.Pool> {
  const pool = new pg.Pool(connect ?? (await newDatabase()));
  afterAll(() => pool.end());
  return pool;
}

/** A connection to a database without tables. */
async function connectToEmpty(): Promise<pg.PoolClient> {
  const client = await (await newPool()).connect();
  afterAll(() => client.release(true));
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return client;
}

/** A folder with migrations of a test's own. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(inject('cluster').folder, 'migrations-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const CREATE_TABLE = "CREATE TABLE book (title text); INSERT INTO book VALUES ('Emma'), ('Emma');";
const CREATE_INDEX = `-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS book_title;
-- Titles are unique; see the table.
CREATE UNIQUE INDEX CONCURRENTLY book_title ON book
  (title);
`;
const FOLDER = folderWith({ '0001_add_books.sql': CREATE_TABLE, '0002_index_titles.sql': CREATE_INDEX });

async function indexesOf(client: pg.ClientBase): Promise<{ name: string; isValid: boolean }[]> {
  const { rows } = await client.query(`SELECT relname AS name, indisvalid AS "isValid"
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = 'book'::regclass`);
  return rows;
}

test('a marked file runs outside a transaction, and again from its start after a failure', async () => {
  const client = await connectToEmpty();
  await expect(migrate(client, FOLDER)).rejects.toThrow('could not create unique index "book_title"');
  expect(await indexesOf(client)).toEqual([{ name: 'book_title', isValid: false }]);
  await client.query('DELETE FROM book WHERE ctid = (SELECT max(ctid) FROM book)');
  expect(await migrate(client, FOLDER)).toEqual(['0002_index_titles.sql']);
  expect(await indexesOf(client)).toEqual([{ name: 'book_title', isValid: true }]);
  expect(await migrate(client, FOLDER)).toEqual([]);
});

test('a restore applies a marked file within its transaction', async () => {
  const client = await connectToEmpty();
  await client.query('BEGIN');
  await migrateEmptySchema(client, ['0001_add_books.sql'], FOLDER);
  await client.query('TRUNCATE book');
  await migrateEmptySchema(client, ['0002_index_titles.sql'], FOLDER);
  await client.query('COMMIT');
  expect(await indexesOf(client)).toEqual([{ name: 'book_title', isValid: true }]);
});

test('a file that fails changes nothing', async () => {
  const client = await connectToEmpty();
  const folder = folderWith({ '0001_fail.sql': 'CREATE TABLE book (title text); SELECT 1 / 0;' });
  await expect(migrate(client, folder)).rejects.toThrow('division by zero');
  await client.query('ROLLBACK');
  expect((await client.query("SELECT to_regclass('book') AS book, count(*)::int FROM migration")).rows).toEqual([
    { book: null, count: 0 },
  ]);
});

test('an older, a newer and a missing schema are recognised, and a newer one is not migrated', async () => {
  const pool = await newPool();
  expect(await findSchemaStatus(pool)).toBe('current');
  await pool.query("INSERT INTO migration VALUES ('9998_newer.sql')");
  expect(await findSchemaStatus(pool)).toBe('newer');
  const client = await pool.connect();
  expect(await migrate(client)).toEqual([]);
  await pool.query("INSERT INTO migration (name, contracts_after) VALUES ('9999_newest.sql', '9998_newer.sql')");
  expect(await findSchemaStatus(pool)).toBe('other');
  await expect(migrate(client)).rejects.toThrow('newer than this program (it has 9999_newest.sql)');
  client.release();
  await pool.query("UPDATE migration SET contracts_after = '0001_shop.sql' WHERE name = '9999_newest.sql'");
  expect(await findSchemaStatus(pool)).toBe('newer');
  await pool.query('DELETE FROM migration WHERE name >= (SELECT max(name) FROM migration WHERE name < $1)', ['9998']);
  expect(await findSchemaStatus(pool)).toBe('other');
  await pool.query('DROP TABLE migration');
  expect(await findSchemaStatus(pool)).toBe('none');
});

test('a file that would break servers of the release before changes nothing', async () => {
  const client = await connectToEmpty();
  const folder = folderWith({
    '0490_add_books.sql': 'CREATE TABLE book (title text);',
    '0491_drop_title.sql': 'ALTER TABLE book DROP COLUMN title;',
  });
  await expect(migrate(client, folder)).rejects.toThrow('drops a column that may be in use');
  expect((await client.query('SELECT FROM migration')).rowCount).toBe(0);
});

test('a table of migrations of an earlier release is read, and gets what it lacks', async () => {
  const client = await connectToEmpty();
  await client.query('CREATE TABLE migration (name text PRIMARY KEY, ran_at timestamptz NOT NULL DEFAULT now())');
  await client.query("INSERT INTO migration (name) VALUES ('0490_add_books.sql')");
  const folder = folderWith({
    '0490_add_books.sql': 'CREATE TABLE book (title text);',
    '0491_add_room.sql': 'CREATE TABLE room (name text);',
    '0492_drop_book.sql': '-- contract after 0491_add_room.sql\nDROP TABLE IF EXISTS book;',
  });
  expect(await findSchemaStatus(client, folder)).toBe('other');
  expect(await migrate(client, folder)).toEqual(['0491_add_room.sql', '0492_drop_book.sql']);
  expect(await findSchemaStatus(client, folder)).toBe('current');
  const before = folderWith({ '0490_add_books.sql': 'CREATE TABLE book (title text);' });
  expect(await findSchemaStatus(client, before)).toBe('other');
});

/** Waits until another connection polls for the migration lock. */
async function waitForPolling(pool: pg.Pool): Promise<void> {
  const isPolling = async () => {
    const { rowCount } = await pool.query(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_try_advisory_lock%'`);
    return rowCount === 1;
  };
  await waitUntil(isPolling, { seconds: 20, what: 'the second server to poll for the lock' });
}

test('a server waits while another one migrates or seeds', async () => {
  const connect = await newDatabase();
  const [begun, seeded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const first = prepareDatabase(connect, async () => {
    begun.resolve();
    await seeded.promise;
    order.push('first');
  });
  await begun.promise;
  const second = prepareDatabase(connect, async () => void order.push('second'));
  await waitForPolling(await newPool(connect));
  seeded.resolve();
  expect(await Promise.all([first, second])).toEqual([[], []]);
  expect(order).toEqual(['first', 'second']);
});

test('a waiting server does not block a concurrent index build', async () => {
  const connect = await newDatabase();
  const pool = await newPool(connect);
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const folder = folderWith({
    '0001_add_books.sql': 'CREATE TABLE book (title text);',
    '0002_index.sql': CREATE_INDEX,
  });
  const begun = Promise.withResolvers<void>();
  const first = withMigrationLock(connect, async (client) => {
    await client.query('SELECT 1');
    begun.resolve();
    await waitForPolling(pool);
    return migrate(client, folder);
  });
  await begun.promise;
  const second = withMigrationLock(connect, (client) => migrate(client, folder));
  expect(await Promise.all([first, second])).toEqual([['0001_add_books.sql', '0002_index.sql'], []]);
});

const pool = await newPool();

type Column = { table: string; column: string; isNullable: boolean };

function declared(): Column[] {
  const casing = new CasingCache('snake_case');
  return Object.values(tables as Record<string, unknown>)
    .filter((table): table is PgTable => is(table, PgTable))
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => ({
        table: getTableName(table),
        column: casing.getColumnCasing(column),
        isNullable: !column.notNull,
      })),
    );
}

async function migrated(): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    SELECT table_name AS table, column_name AS column, is_nullable = 'YES' AS "isNullable"
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migration'`);
  return rows;
}

const byName = (one: Column, other: Column) =>
  `${one.table}.${one.column}`.localeCompare(`${other.table}.${other.column}`);

test('the migrations create exactly the tables that the code declares', async () => {
  expect((await migrated()).toSorted(byName)).toEqual(declared().toSorted(byName));
});
