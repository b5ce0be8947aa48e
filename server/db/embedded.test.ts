import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { prepareDatabase } from '../services.ts';
import { SHOP_DATABASE, startEmbedded } from './embedded.ts';

const folder = mkdtempSync(join(inject('cluster').folder, 'role-'));
const start = () => startEmbedded({ folder, onNotice: () => {}, settings: { fsync: 'off' } });
let embedded = await start();
afterAll(() => embedded.stop());

async function query(connect: pg.ClientConfig, ...statements: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client(connect);
  await client.connect();
  try {
    let result: pg.QueryResult | undefined;
    for (const statement of statements) result = await client.query(statement);
    return result!;
  } finally {
    await client.end();
  }
}

const NOT_OURS = `SELECT relname FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 'jobs'::regnamespace)
  AND relkind IN ('r', 'p', 'v', 'm', 'S') AND pg_get_userbyid(relowner) <> 'shop'`;

test('the shop’s role owns its tables and has no other privileges', async () => {
  await prepareDatabase(embedded.connect(SHOP_DATABASE));
  const connect = embedded.connect(SHOP_DATABASE);
  expect((await query(connect, NOT_OURS)).rows).toEqual([]);
  for (const statement of [
    `COPY (SELECT 1) TO PROGRAM 'true'`,
    `SELECT pg_read_file('PG_VERSION')`,
    'CREATE ROLE other SUPERUSER',
    'CREATE DATABASE other',
    `SET session_replication_role = 'replica'`,
  ])
    await expect(query(connect, statement)).rejects.toThrow(/permission denied/);
});

test('a database owned by the superuser, as in an earlier release, is handed over and can be migrated', async () => {
  await query(
    embedded.asSuperuser(SHOP_DATABASE),
    'REASSIGN OWNED BY shop TO halaman',
    'CREATE TABLE of_old (id serial PRIMARY KEY, other int GENERATED ALWAYS AS IDENTITY)',
  );
  await query(embedded.asSuperuser('postgres'), 'ALTER DATABASE halaman OWNER TO halaman', 'DROP ROLE shop');
  await embedded.stop();
  embedded = await start();
  const connect = embedded.connect(SHOP_DATABASE);
  expect((await query(connect, NOT_OURS)).rows).toEqual([]);
  await query(connect, 'ALTER TABLE of_old ADD COLUMN name text', 'INSERT INTO of_old DEFAULT VALUES');
  expect(await prepareDatabase(connect)).toEqual([]);
});
