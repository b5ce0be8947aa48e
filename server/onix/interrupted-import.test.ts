import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { expectIntegrity, testShop, waitUntilBlocked } from '../../tests/database.ts';
import { onixMessage, onixRecord } from '../../tests/onix-writer.ts';
import { commandsIn } from '../../tests/run-command.ts';
import type { Services } from '../services.ts';
import { waitUntil } from '../startup.ts';

const ROOT = join(import.meta.dirname, '../..');
const WORKS = 75;
const BATCH = 50;
/** The advisory lock on which the import waits within its second and its third batch. */
const HOLD = 77;

const folder = mkdtempSync(join(inject('cluster').folder, 'interrupted-'));
const file = join(folder, 'message.xml');
const records = Array.from({ length: WORKS * 2 }, (_, index) => {
  const title = `Work ${index % WORKS}`;
  const form = index < WORKS ? 'BC' : 'BB';
  return onixRecord({ reference: `ref-${index}`, isbn: null, title, form, author: `Author ${index % 7}` });
});
writeFileSync(file, onixMessage({ records }));

/** The catalogue without the numbers and times that depend on how often an import was started. */
async function catalogue({ deps: { db } }: Services): Promise<unknown> {
  const { rows } = await db.execute(sql`
    SELECT r.reference, r.position, r.data, v.format, v.list_price, v.is_listed, p.title, p.work_key, s.words, s.formats
    FROM onix_record r JOIN variant v ON v.id = r.variant_id JOIN product p ON p.id = v.product_id
      LEFT JOIN search_entry s ON s.product_id = p.id AND r.product_id = p.id ORDER BY r.position`);
  return rows;
}

const countRecords = ({ deps: { db } }: Services) => db.$count(sql`onix_record`);

/** Makes an import wait for {@link HOLD} at this record. */
async function holdAt({ deps: { db } }: Services, position: number): Promise<void> {
  await db.execute(sql`CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${sql.raw(String(HOLD))}); RETURN NEW; END $$`);
  await db.execute(sql`CREATE OR REPLACE TRIGGER hold BEFORE INSERT ON onix_record FOR EACH ROW
    WHEN (NEW.position = ${sql.raw(String(position))}) EXECUTE FUNCTION hold()`);
}

/** Imports the file with the command line as a process of its own, and ends it while it writes this record. */
async function importUntil(shop: Services, position: number, signal: NodeJS.Signals): Promise<void> {
  const { host, port, user, password, database } = shop.connect;
  const address = new URLSearchParams({ host: host!, port: String(port), user: user!, password: String(password) });
  const env = {
    ...process.env,
    DATABASE_URL: `postgresql:///${database}?${address}`,
    AUTH_SECRET: 'x'.repeat(40),
    DATA_DIR: folder,
  };
  await holdAt(shop, position);
  const holder = await shop.pool.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [HOLD]);
  const child = spawn(process.execPath, ['cli/main.ts', 'import', 'onix', file], { cwd: ROOT, env, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await waitUntilBlocked(shop.pool);
  child.kill(signal);
  await ended;
  await holder.query('SELECT pg_advisory_unlock($1)', [HOLD]);
  holder.release();
  await waitUntil(() => isUnlocked(shop), { seconds: 20, what: 'the database to notice' });
}

async function isUnlocked({ pool }: Services): Promise<boolean> {
  const { rows } = await pool.query(`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory'`);
  return rows.length === 0;
}

test('an import that is killed leaves a consistent shop, and the next run completes it', async () => {
  const [whole, interrupted] = [await testShop(), await testShop()];
  await commandsIn(whole)('import', 'onix', file);
  await importUntil(interrupted, BATCH + 20, 'SIGKILL');
  expect(await countRecords(interrupted)).toBe(BATCH);
  await expectIntegrity(interrupted.pool);
  await importUntil(interrupted, 2 * BATCH + 20, 'SIGINT');
  expect(await countRecords(interrupted)).toBe(2 * BATCH);
  const { data } = await commandsIn(interrupted)('import', 'onix', file);
  expect(data).toMatchObject({ read: records.length, unchanged: 2 * BATCH, added: BATCH, quarantined: 0 });
  expect(await catalogue(interrupted)).toEqual(await catalogue(whole));
  await expectIntegrity(interrupted.pool);
});
