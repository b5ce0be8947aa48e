import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { newDatabase, testShop, waitUntilBlocked } from '../../tests/database.ts';
import { makeCustomer, makeProduct } from '../../tests/factories.ts';
import { commandsOn } from '../../tests/run-command.ts';
import { COMMANDS } from '../program.ts';

const shop = await testShop();
const run = commandsOn(shop.pool.options);
const folder = mkdtempSync(join(inject('cluster').folder, 'maintenance-'));
const someone = await makeCustomer(shop);
/** Milliseconds: longer than any bound of a pool. */
const HOUR = 3_600_000;

/** Runs statements on a database. */
async function query(connect: pg.PoolConfig, statements: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connect);
  await client.connect();
  const result = await client.query(statements);
  await client.end();
  return result;
}

/** What operators did, oldest first, by a database's audit trail. */
async function auditTrailOf(connect: pg.PoolConfig): Promise<{ verb: string; about: string; user: string }[]> {
  const { rows } = await query(connect, "SELECT details FROM audit_entry WHERE event = 'operator' ORDER BY position");
  return rows.map(({ details }) => details);
}

test('the demo is only for an empty shop', async () => {
  await makeProduct(shop);
  await expect(run('seed')).rejects.toThrow('The shop has titles already; the demo is only for an empty one.');
});

test('commands that change the shop are in the audit trail, those that fail are not', async () => {
  await run('coupon', 'create', 'RAIN-12', '--percent', '5');
  await expect(run('coupon', 'create', 'FINE', '--percent', '0')).rejects.toThrow('--percent');
  await run('user', 'make-staff', someone.email);
  const entries = (await auditTrailOf(shop.pool.options)).map(({ verb, about }) => `${verb} ${about}`);
  expect(entries).toEqual(['coupon create RAIN-12', `user make-staff ${someone.id}`]);
});

test('every command is audited, except those that only read', () => {
  const unaudited = COMMANDS.filter((command) => command.requires === 'shop' && !command.isAudited).map(
    ({ name }) => name,
  );
  expect(
    unaudited.filter(
      (name) =>
        !/ (list|show|check|packing-slip|pick-list|labels|photos|get|history|low|suggest|invitations)$|^export /.test(
          name,
        ),
    ),
  ).toEqual(['doctor']);
});

test('commands that concern the whole shop are audited too', async () => {
  const connect = await newDatabase();
  const user = userInfo().username;
  const file = join(folder, 'trail.backup');
  await commandsOn(connect)('reindex');
  await commandsOn(connect)('backup', file);
  const indexed = { verb: 'reindex', about: '', user };
  expect(await auditTrailOf(connect)).toEqual([indexed, { verb: 'backup', about: 'trail.backup', user }]);
  await commandsOn(connect)('restore', file);
  expect(await auditTrailOf(connect)).toEqual([indexed, { verb: 'restore', about: 'trail.backup', user }]);
});

test('migrations are audited where any ran', async () => {
  const connect = await newDatabase();
  await query(connect, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await commandsOn(connect)('migrate');
  await commandsOn(connect)('migrate');
  expect(await auditTrailOf(connect)).toMatchObject([
    { verb: 'migrate', about: expect.stringContaining('0001_shop.sql') },
  ]);
});

test('a backup is readable by its owner only, and a restore backs up what it replaces', async () => {
  const file = join(folder, 'shop.backup');
  expect((await run('backup', file)).text).toContain(`is in ${file}.`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const target = await newDatabase();
  const { data, text } = await commandsOn(target)('restore', file);
  const { replaced } = data as { replaced: string };
  expect(replaced).toMatch(/shop\.backup\.replaced-\d{4}-\d\d-\d\dT[\d-]{12}Z$/);
  expect(text).toContain(`The replaced shop is in ${replaced}.`);
  expect(statSync(replaced).mode & 0o777).toBe(0o600);
  expect((await commandsOn(target)('user', 'show', someone.email)).data).toMatchObject({ email: someone.email });
});

test('a restore replaces only what it could back up', async () => {
  const file = join(folder, 'older.backup');
  await run('backup', file);
  const target = await newDatabase();
  await query(target, 'DELETE FROM migration WHERE name = (SELECT max(name) FROM migration)');
  await expect(commandsOn(target)('restore', file)).rejects.toThrow('run "npm run shop -- migrate" first');
  await expect(commandsOn(target)('backup', file)).rejects.toThrow('run "npm run shop -- migrate" first');
});

test('a restore into a database without a shop backs up nothing', async () => {
  const file = join(folder, 'moved.backup');
  await run('backup', file);
  const target = await newDatabase();
  await query(target, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await expect(commandsOn(target)('backup', file)).rejects.toThrow('run "npm run shop -- migrate" first');
  expect((await commandsOn(target)('restore', file)).data).toMatchObject({ replaced: null });
});

test('a backup of a replaced shop is never overwritten', async () => {
  const file = join(folder, 'twice.backup');
  await run('backup', file);
  const target = await newDatabase();
  vi.useFakeTimers({ toFake: ['Date'] });
  await commandsOn(target)('restore', file);
  await expect(commandsOn(target)('restore', file)).rejects.toThrow('exists already');
  vi.useRealTimers();
});

test('a restore that fails leaves no backup of the replaced shop', async () => {
  const file = join(folder, 'no.backup');
  const target = await newDatabase();
  await expect(commandsOn(target)('restore', file)).rejects.toThrow(`${file} cannot be read (ENOENT).`);
  writeFileSync(file, 'no backup');
  await expect(commandsOn(target)('restore', file)).rejects.toThrow('is not a backup of this shop.');
  expect(readdirSync(folder).filter((name) => name.startsWith('no.backup'))).toEqual(['no.backup']);
});

test('a backup to a folder that does not exist ends in a sentence', async () => {
  const file = join(folder, 'no-such-folder', 'shop.backup');
  await expect(run('backup', file)).rejects.toThrow(`${file} cannot be written (ENOENT).`);
});

test('the doctor passes an intact shop, and names the checks that fail', async () => {
  const passed = await run('doctor');
  expect(passed).toMatchObject({ data: { sound: true } });
  expect(passed.failure).toBeUndefined();
  const product = await makeProduct(shop);
  await shop.pool.query('UPDATE variant SET stock = stock + 1 WHERE id = $1', [product.vid]);
  const failed = await run('doctor');
  expect(failed.failure).toMatch(/^1 of \d+ integrity checks failed\.$/);
  expect(failed.data).toMatchObject({
    sound: false,
    findings: expect.arrayContaining([expect.objectContaining({ check: 'stock: equals the sum of its movements' })]),
  });
  expect(failed.text).toContain('FAILED  stock: equals the sum of its movements');
  expect(failed.text).toContain(`"id":${product.vid}`);
});

test('the doctor has no time limit', async () => {
  const client = await shop.pool.connect();
  await client.query('BEGIN; LOCK TABLE coupon IN ACCESS EXCLUSIVE MODE');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const checks = run('doctor');
  await waitUntilBlocked(shop.pool);
  vi.advanceTimersByTime(HOUR);
  vi.useRealTimers();
  await client.query('ROLLBACK');
  client.release();
  expect((await checks).text).toContain('coupon: use count equals its redemptions');
});
