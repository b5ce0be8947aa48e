import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { readConfig } from '../server/config.ts';
import { auditEntry, coupon, mail, paymentEvent } from '../server/db/tables.ts';
import { requestReset } from '../server/sessions/reset-password.ts';
import { newDatabase, testShop } from '../tests/database.ts';
import { makeCustomer, makeTitle } from '../tests/factories.ts';
import { untilBlocked } from '../tests/locks.ts';
import { mailsTo } from '../tests/mails.ts';
import { findVerb } from './find-verb.ts';
import { runVerb } from './open.ts';
import { parseCall } from './parse-call.ts';
import type { Answer } from './verb.ts';
import { VERBS } from './verbs.ts';

const shop = await testShop();
const { db } = shop.deps;
const folder = mkdtempSync(join(tmpdir(), 'halaman-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const someone = await makeCustomer(shop);
/** Milliseconds: longer than any bound of a pool. */
const HOUR = 3_600_000;

/** Calls a verb as the command line does, on this database. */
async function runOn(connect: pg.PoolConfig, typed: readonly string[]): Promise<Answer> {
  const { host, port, user, password, database } = connect;
  const databaseUrl = `postgresql:///${database}?${new URLSearchParams({ host: host!, port: String(port), user: user!, password: String(password) })}`;
  const config = readConfig({ DATABASE_URL: databaseUrl, AUTH_SECRET: 'x'.repeat(40), DATA_DIR: folder });
  const found = findVerb(VERBS, typed);
  if ('help' in found) throw new Error(`There is no verb ${typed.join(' ')}.`);
  return runVerb(found.verb, parseCall(found.verb, found.rest), config);
}

const run = (...typed: string[]) => runOn(shop.pool.options as pg.PoolConfig, typed);

test('a coupon is made with its terms, and ended', async () => {
  const typed = ['coupon', 'create', 'rain-12', '--percent', '12.5', '--subject', 'fbc', '--minimum', '40'];
  const { text, data } = await run(...typed, '--uses', '7', '--uses-per-customer', '1', '--from', '2026-01-01');
  expect(text).toBe('The coupon RAIN-12 is there now.');
  expect(data).toMatchObject({ code: 'RAIN-12', percent: 12.5, subject: 'FBC', minimum_total: 40, state: 'active' });
  const [row] = await db.select().from(coupon).where(eq(coupon.code, 'RAIN-12'));
  expect(row).toMatchObject({ value: 1250, maxUses: 7, maxUsesPerCustomer: 1 });
  expect(row!.startsAt.toISOString()).toBe('2025-12-31T16:00:00.000Z');
  await expect(run(...typed)).rejects.toThrow('The code RAIN-12 is taken.');
  expect((await run('coupon', 'end', 'rain-12')).data).toMatchObject({ state: 'ended' });
  expect((await run('coupon', 'end', 'RAIN-12')).text).toContain('had ended already');
  await expect(run('coupon', 'end', 'NONE')).rejects.toThrow('There is no coupon NONE.');
});

test.each([
  [['A1'], 'A code has 3 to 64'],
  [['BAD CODE'], 'A code has 3 to 64'],
  [['FINE'], 'Say either --percent or --amount.'],
  [['FINE', '--percent', '5', '--amount', '5'], 'Say either --percent or --amount.'],
  [['FINE', '--percent', '0'], 'more than 0 and at most 100'],
  [['FINE', '--percent', '100.5'], 'more than 0 and at most 100'],
  [['FINE', '--amount', '4.999'], '--amount must be an amount in RM'],
  [['FINE', '--amount', '5', '--uses', '0'], '--uses must be a whole number'],
  [['FINE', '--amount', '5', '--subject', 'ZZZ'], 'There is no subject ZZZ'],
  [['FINE', '--amount', '5', '--from', 'tomorrow'], '--from must be a day'],
  [['FINE', '--amount', '5', '--from', '2026-05-02', '--until', '2026-05-01'], '--until must be later'],
])('coupon create %j is refused in one sentence', async (words, sentence) => {
  await expect(run('coupon', 'create', ...words)).rejects.toThrow(sentence);
  expect(await db.$count(coupon, eq(coupon.code, 'FINE'))).toBe(0);
});

test('an account becomes staff once, and gets the link to a new password', async () => {
  expect((await run('user', 'make-staff', someone.email)).data).toMatchObject({ is_staff: true });
  expect((await run('user', 'make-staff', someone.username)).text).toContain('was of the staff already');
  await run('user', 'reset-password', someone.email);
  expect((await mailsTo(shop.pool, someone.email)).map(({ kind }) => kind)).toContain('reset');
});

test('a parked mail goes out again; one that waits, or whose link is forgotten, does not', async () => {
  await requestReset(shop.deps, someone.email);
  const [row] = await db.select().from(mail).where(eq(mail.recipient, someone.email));
  const id = row!.id;
  await expect(run('mail', 'resend', id)).rejects.toThrow('waits to be sent already');
  await db.update(mail).set({ parkedAt: new Date(), attempts: 12, lastError: 'no' }).where(eq(mail.id, id));
  expect((await run('mail', 'resend', id)).text).toContain('is on its way again');
  const [again] = await db.select().from(mail).where(eq(mail.id, id));
  expect(again).toMatchObject({ parkedAt: null, attempts: 0, lastError: null, messageId: row!.messageId });
  await db.update(mail).set({ sentAt: new Date() }).where(eq(mail.id, id));
  await expect(run('mail', 'resend', id)).rejects.toThrow('held a link that was forgotten');
  await expect(run('mail', 'resend', 'nonsense')).rejects.toThrow('There is no mail nonsense.');
});

test('what changed the shop stands in the audit trail', async () => {
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.event, 'operator'));
  const verbs = entries.map(({ facts }) => `${facts.verb} ${facts.about}`);
  expect(verbs).toContain('coupon create RAIN-12');
  expect(verbs).toContain(`user make-staff ${someone.id}`);
  expect(verbs.some((verb) => verb.includes('@'))).toBe(false);
  expect(verbs.some((verb) => verb.includes('FINE'))).toBe(false);
});

/** What operators did, oldest first, as a database's trail tells it. */
async function trailOf(connect: pg.PoolConfig): Promise<{ verb: string; about: string; user: string }[]> {
  const client = new pg.Client(connect);
  await client.connect();
  const { rows } = await client.query("SELECT facts FROM audit_entry WHERE event = 'operator' ORDER BY position");
  await client.end();
  return rows.map(({ facts }) => facts);
}

test('every verb but those that only read leaves its name', () => {
  const quiet = VERBS.filter((verb) => verb.opens === 'shop' && !verb.changes).map(({ name }) => name);
  expect(quiet.filter((name) => !/ (list|show)$|^export /.test(name))).toEqual(['doctor']);
});

test('what concerns the whole shop stands in the trail too', async () => {
  const connect = await newDatabase();
  const user = userInfo().username;
  const file = join(folder, 'trail.backup');
  await runOn(connect, ['reindex']);
  await runOn(connect, ['backup', file]);
  const indexed = { verb: 'reindex', about: '', user };
  expect(await trailOf(connect)).toEqual([indexed, { verb: 'backup', about: 'trail.backup', user }]);
  await runOn(connect, ['restore', file]);
  expect(await trailOf(connect)).toEqual([indexed, { verb: 'restore', about: 'trail.backup', user }]);
});

test('migrations are noted where any ran', async () => {
  const connect = await newDatabase();
  const client = new pg.Client(connect);
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.end();
  await runOn(connect, ['migrate']);
  await runOn(connect, ['migrate']);
  expect(await trailOf(connect)).toMatchObject([{ verb: 'migrate', about: expect.stringContaining('0001_shop.sql') }]);
});

test('a backup is for its owner only, and a restore keeps what it replaces', async () => {
  const file = join(folder, 'shop.backup');
  expect((await run('backup', file)).text).toContain(`is in ${file}.`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const target = await newDatabase();
  const { data, text } = await runOn(target, ['restore', file]);
  const { replaced } = data as { replaced: string };
  expect(replaced).toMatch(/shop\.backup\.replaced-\d{4}-\d\d-\d\dT[\d-]{12}Z$/);
  expect(text).toContain(`What it replaced is in ${replaced}.`);
  expect(statSync(replaced).mode & 0o777).toBe(0o600);
  expect((await runOn(target, ['user', 'show', someone.email])).data).toMatchObject({ is_staff: true });
});

test('a restore replaces only what it could keep', async () => {
  const file = join(folder, 'older.backup');
  await run('backup', file);
  const target = await newDatabase();
  const client = new pg.Client(target);
  await client.connect();
  await client.query('DELETE FROM migration WHERE name = (SELECT max(name) FROM migration)');
  await client.end();
  await expect(runOn(target, ['restore', file])).rejects.toThrow('run "npm run shop -- migrate" first');
  await expect(runOn(target, ['backup', file])).rejects.toThrow('run "npm run shop -- migrate" first');
});

test('a restore into a database without a shop has nothing to keep', async () => {
  const file = join(folder, 'moved.backup');
  await run('backup', file);
  const target = await newDatabase();
  const client = new pg.Client(target);
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.end();
  await expect(runOn(target, ['backup', file])).rejects.toThrow('run "npm run shop -- migrate" first');
  expect((await runOn(target, ['restore', file])).data).toMatchObject({ replaced: null });
});

test('what a restore has kept is never written over', async () => {
  const file = join(folder, 'twice.backup');
  await run('backup', file);
  const target = await newDatabase();
  vi.useFakeTimers({ toFake: ['Date'] });
  await runOn(target, ['restore', file]);
  await expect(runOn(target, ['restore', file])).rejects.toThrow('is there already');
  vi.useRealTimers();
});

test('a restore that changes nothing keeps nothing', async () => {
  const file = join(folder, 'no.backup');
  const target = await newDatabase();
  await expect(runOn(target, ['restore', file])).rejects.toThrow(`${file} cannot be read (ENOENT).`);
  writeFileSync(file, 'no backup');
  await expect(runOn(target, ['restore', file])).rejects.toThrow('is not a backup of this shop.');
  expect(readdirSync(folder).filter((name) => name.startsWith('no.backup'))).toEqual(['no.backup']);
});

test('a backup to where nobody can write ends in a sentence', async () => {
  const file = join(folder, 'no-such-folder', 'shop.backup');
  await expect(run('backup', file)).rejects.toThrow(`${file} cannot be written (ENOENT).`);
});

test('the doctor finds a sound shop sound, and says what is broken where it is not', async () => {
  const well = await run('doctor');
  expect(well).toMatchObject({ data: { sound: true } });
  expect(well.failure).toBeUndefined();
  const title = await makeTitle(shop);
  await shop.pool.query('UPDATE variant SET loaded = loaded + 1 WHERE id = $1', [title.vid]);
  const ill = await run('doctor');
  expect(ill.failure).toMatch(/^1 of \d+ laws of the shop are broken\.$/);
  expect(ill.text).toContain('BROKEN  I1 stock is what was loaded');
  expect(ill.text).toContain(`"id":${title.vid}`);
});

test('the doctor takes the time that the shop’s size needs', async () => {
  const client = await shop.pool.connect();
  await client.query('BEGIN; LOCK TABLE coupon IN ACCESS EXCLUSIVE MODE');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const examined = run('doctor');
  await untilBlocked(shop.pool);
  vi.advanceTimersByTime(HOUR);
  vi.useRealTimers();
  await client.query('ROLLBACK');
  client.release();
  expect((await examined).text).toContain('I2 a coupon was used as often as it is redeemed');
});

test('a payment that fits no order is listed until it is settled', async () => {
  await db.insert(paymentEvent).values({ id: 'evt_1', outcome: 'unfit', session: 'cs_1', intent: 'pi_1', amount: 100 });
  expect((await run('payment', 'list')).data).toMatchObject([{ id: 'evt_1', session: 'cs_1', intent: 'pi_1' }]);
  await expect(run('payment', 'settle', 'evt_1')).rejects.toThrow('--note takes 1 to 2,000 characters');
  await run('payment', 'settle', 'evt_1', '--note', 'Paid back at the provider.');
  expect((await run('payment', 'list')).text).toBe('Every payment is where it belongs.');
  await expect(run('payment', 'settle', 'evt_2', '--note', 'x')).rejects.toThrow('There is no such payment evt_2');
});
