import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newDatabase, expectIntegrity } from '../../tests/database.ts';
import { openTestApp, post } from '../../tests/test-app.ts';
import { makeCoupon, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { openDatabase } from '../db/connection.ts';
import { listMigrations } from '../db/migrate.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { findOrCreateAttempt, closeAttempts } from '../payments/attempts.ts';
import { softDeleteAccount } from '../privacy/delete-account.ts';
import { restoreBackup } from './restore-backup.ts';
import { BACKUP_MARK, writeBackup } from './backup.ts';

const shop = await openTestApp();
const { app, pool, deps, connect: source } = shop;
const folder = mkdtempSync(join(tmpdir(), 'halaman-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reader = await makeSignedInCustomer(shop, { displayName: 'Öykü\t"Lin\\e"\nخوانندهٔ ما' });
const title = await makeProduct(shop, { title: 'A \\. of\ttabs and\\nslashes' });
const coupon = await makeCoupon(shop);
const order = await placeOrder(app, { lines: [title], token: reader.token, coupon });
await transitionOrder(deps, order.body.id, { to: 'paid', actor: 'test' });
await post(app, '/api/orders/cancel', { id: order.body.id }, { token: reader.token });
const { id: orderId, payment } = (await placeOrder(app, { lines: [{ of: title, qty: 3 }], email: 'guest@mail.test' }))
  .body;
await deps.db.transaction(async (tx) => {
  await findOrCreateAttempt(tx, deps, { orderId, method: 'card', amount: 12_800, dueAt: new Date(payment.due_at) });
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
    AND tablename NOT IN ('migration', 'rate_counter', 'login_attempt', 'session', 'session_token', 'email_token',
      'product_change')`);
  const all: Record<string, string[]> = {};
  for (const { name } of rows) {
    const { rows: held } = await of.query<{ row: string }>(`SELECT one::text AS row FROM "${name}" AS one ORDER BY 1`);
    all[name] = held.map(({ row }) => row);
  }
  return all;
}

test('a restore reproduces every row and passes the integrity checks', async () => {
  const target = await newDatabase();
  expect(await restoreBackup(target, file)).toEqual(head);
  await inDatabase(target, async (restored) => {
    expect(await contents(restored)).toEqual(await contents(pool));
    await expectIntegrity(restored);
    const { rows } = await restored.query('SELECT count(*)::int AS sessions FROM session');
    expect(rows).toEqual([{ sessions: 0 }]);
  });
});

test('an account deleted since the backup stays deleted', async () => {
  const target = await newDatabase();
  await restoreBackup(target, file);
  await inDatabase(target, async (restored) => softDeleteAccount(openDatabase(restored), reader));
  await restoreBackup(target, file);
  await inDatabase(target, async (restored) => {
    const { rows } = await restored.query('SELECT email, display_name FROM customer WHERE deleted_at IS NOT NULL');
    expect(rows).toEqual([{ email: `${reader.id}@deleted.invalid`, display_name: '' }]);
    await expectIntegrity(restored);
  });
});

test('numbering continues, and append-only tables stay append-only', async () => {
  const target = await newDatabase();
  await restoreBackup(target, file);
  await inDatabase(target, async (restored) => {
    const { rows } = await restored.query(`SELECT nextval('order_number')::int AS next`);
    expect(rows).toEqual([{ next: 100_003 }]);
    await expect(restored.query('DELETE FROM ledger_entry')).rejects.toThrow('is append-only');
  });
});

test('a damaged or unrelated file changes nothing', async () => {
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
  await expect(restoreBackup(target, evil)).rejects.toThrow('contains a line that no backup has.');
  expect(await inDatabase(target, contents)).toEqual(before);
});

test('the backup of a newer release is rejected', async () => {
  const newer = join(folder, 'newer');
  writeFileSync(newer, gzipSync(gunzipSync(readFileSync(file)).toString().replace('0001_shop.sql', '9999_later.sql')));
  await expect(restoreBackup(await newDatabase(), newer)).rejects.toThrow('of a newer program');
});

test('the backup of an earlier release is restored with renamed tables and values', async () => {
  const migrations = listMigrations().filter((name) => name < '0200');
  const earlier = join(folder, 'earlier');
  const mailId = '01900000-0000-7000-8000-000000000001';
  writeFileSync(
    earlier,
    gzipSync(`${BACKUP_MARK}${JSON.stringify({ version: 1, at: head.at, migrations, tables: 2 })}
COPY "mail" ("id", "message_id", "recipient", "kind", "locale", "facts", "parked_at") FROM stdin;
${mailId}\tm\told@mail.test\treset\ten\t{"name": "Old"}\t\\N
\\.
COPY "spent_nonce" ("issuer", "nonce", "expires_at") FROM stdin;
i\tn\t2099-01-01Z
\\.
`),
  );
  const target = await newDatabase();
  await restoreBackup(target, earlier);
  await inDatabase(target, async (restored) => {
    const { rows } = await restored.query('SELECT id, data, dead_lettered_at FROM email_message');
    expect(rows).toEqual([{ id: mailId, data: { name: 'Old' }, dead_lettered_at: null }]);
    expect((await restored.query('SELECT nonce FROM used_nonce')).rows).toEqual([{ nonce: 'n' }]);
    await expectIntegrity(restored);
  });
});

test('a full disk fails the backup with its reason', async () => {
  const connect = await newDatabase();
  const noise =
    "INSERT INTO used_nonce SELECT 'x', sha256(n::text::bytea)::text, now() FROM generate_series(1, 20000) n";
  await inDatabase(connect, (pool) => pool.query(noise));
  const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC')) });
  await expect(writeBackup(connect, full)).rejects.toThrow('ENOSPC');
});

test('a database in use is not replaced', async () => {
  const client = await pool.connect();
  await expect(restoreBackup(source, file)).rejects.toThrow('The database is in use');
  client.release();
});
