import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { openDoor, post } from '../../tests/door.ts';
import { makeCoupon, makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { openDatabase } from '../db/connection.ts';
import { moveOrder } from '../orders/move-order.ts';
import { claimAttempt, closeAttempts } from '../payments/attempts.ts';
import { forgetAccount } from '../privacy/forget-account.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const shop = await openDoor();
const { app, pool, deps, connect: source } = shop;
const folder = mkdtempSync(join(tmpdir(), 'halaman-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reader = await makeSignedIn(shop, { displayName: 'Öykü\t"Lin\\e"\nخوانندهٔ ما' });
const title = await makeTitle(shop, { title: 'A \\. of\ttabs and\\nslashes' });
const coupon = await makeCoupon(shop);
const order = await placeOrder(app, { lines: [title], token: reader.token, coupon });
await moveOrder(deps, order.body.id, { to: 'paid', actor: 'test' });
await post(app, '/api/orders/cancel', { id: order.body.id }, { token: reader.token });
const { id: orderId } = (await placeOrder(app, { lines: [{ of: title, qty: 3 }], email: 'guest@mail.test' })).body;
await deps.db.transaction(async (tx) => {
  await claimAttempt(tx, deps, { orderId, method: 'card', amount: 12_800 });
  await closeAttempts(tx, deps, orderId);
});

const file = join(folder, 'shop.backup');
const head = await writeBackup(source, createWriteStream(file));

async function inDatabase<T>(connect: pg.PoolConfig, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const other = new pg.Pool({ ...connect, max: 2 });
  try {
    return await work(other);
  } finally {
    await other.end();
  }
}

/** Every row of every table that a backup holds, as text. */
async function contents(of: pg.Pool): Promise<Record<string, string[]>> {
  const { rows } = await of.query<{ name: string }>(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
    AND tablename NOT IN ('migration', 'rate_counter', 'login_miss', 'session', 'session_token', 'mailed_link')`);
  const all: Record<string, string[]> = {};
  for (const { name } of rows) {
    const { rows: held } = await of.query<{ row: string }>(`SELECT one::text AS row FROM "${name}" AS one ORDER BY 1`);
    all[name] = held.map(({ row }) => row);
  }
  return all;
}

test('what is restored is what was there, to the last row, and sound', async () => {
  const target = await newDatabase();
  expect(await restoreBackup(target, file)).toEqual(head);
  await inDatabase(target, async (restored) => {
    expect(await contents(restored)).toEqual(await contents(pool));
    await expectSound(restored);
    const { rows } = await restored.query('SELECT count(*)::int AS sessions FROM session');
    expect(rows).toEqual([{ sessions: 0 }]);
  });
});

test('an account that was deleted since the backup does not come back with it', async () => {
  const target = await newDatabase();
  await restoreBackup(target, file);
  await inDatabase(target, async (restored) => forgetAccount(openDatabase(restored), reader));
  await restoreBackup(target, file);
  await inDatabase(target, async (restored) => {
    const { rows } = await restored.query('SELECT email, display_name FROM customer WHERE deleted_at IS NOT NULL');
    expect(rows).toEqual([{ email: `${reader.id}@deleted.invalid`, display_name: '' }]);
    await expectSound(restored);
  });
});

test('numbering goes on, and what only grows still only grows', async () => {
  const target = await newDatabase();
  await restoreBackup(target, file);
  await inDatabase(target, async (restored) => {
    const { rows } = await restored.query(`SELECT nextval('order_number')::int AS next`);
    expect(rows).toEqual([{ next: 100_003 }]);
    await expect(restored.query('DELETE FROM ledger_entry')).rejects.toThrow('only grows');
  });
});

test('a damaged or foreign file changes nothing', async () => {
  const target = await newDatabase();
  const before = await inDatabase(target, contents);
  const bytes = readFileSync(file);
  const cut = join(folder, 'cut');
  writeFileSync(cut, bytes.subarray(0, bytes.length - 200));
  await expect(restoreBackup(target, cut)).rejects.toThrow('is damaged or cut off.');
  const foreign = join(folder, 'foreign');
  writeFileSync(foreign, gzipSync('SELECT 1;\n'));
  await expect(restoreBackup(target, foreign)).rejects.toThrow('is not a backup of this shop.');
  writeFileSync(foreign, 'no zip at all');
  await expect(restoreBackup(target, foreign)).rejects.toThrow('is not a backup of this shop.');
  const evil = join(folder, 'evil');
  writeFileSync(evil, gzipSync(`${gunzipSync(bytes).toString()}DROP TABLE product;\n`));
  await expect(restoreBackup(target, evil)).rejects.toThrow('holds a line that no backup has.');
  expect(await inDatabase(target, contents)).toEqual(before);
});

test('the backup of a newer program is refused', async () => {
  const newer = join(folder, 'newer');
  writeFileSync(newer, gzipSync(gunzipSync(readFileSync(file)).toString().replace('0001_shop.sql', '9999_later.sql')));
  await expect(restoreBackup(await newDatabase(), newer)).rejects.toThrow('of a newer program');
});

test('a disk that is full ends a backup with its reason', async () => {
  const connect = await newDatabase();
  const noise =
    "INSERT INTO spent_nonce SELECT 'x', sha256(n::text::bytea)::text, now() FROM generate_series(1, 20000) n";
  await inDatabase(connect, (pool) => pool.query(noise));
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC')) });
  await expect(writeBackup(connect, full)).rejects.toThrow('ENOSPC');
});

test('a database in use is not replaced', async () => {
  await expect(restoreBackup(source, file)).rejects.toThrow('The database is in use');
});
