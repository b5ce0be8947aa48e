import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { silentProxy } from '../../tests/silent-proxy.ts';
import { announceSecret, checkDatabase } from './check-database.ts';
import { databaseOn, openDatabase, openPool, withUnlimitedClient } from './connection.ts';
import { AuthSecret } from '../secrets.ts';
import { freePort } from '../startup.ts';
import { sql } from 'drizzle-orm';

const connect = await newDatabase();
const addresses = { connect, pooled: connect };
const SECRET = new AuthSecret('one secret for all servers');
const ANOTHER = new AuthSecret('another secret');

afterEach(() => {
  vi.restoreAllMocks();
});

test('a database that can be worked with', async () => {
  expect(await checkDatabase(addresses, SECRET)).toBeUndefined();
});

test('a server whose secret differs from that of a running one is refused, until that one has ended', async () => {
  const running = new pg.Client(connect);
  await running.connect();
  await announceSecret(running, SECRET);
  expect(await checkDatabase(addresses, SECRET)).toBeUndefined();
  await expect(checkDatabase(addresses, ANOTHER)).rejects.toThrow(
    'AUTH_SECRET differs from that of another running server',
  );
  await running.end();
  await expect.poll(() => checkDatabase(addresses, ANOTHER), { timeout: 10_000 }).toBeUndefined();
});

test('a secret is replaced while servers run: first accepted by all, then used, then the old one dropped', async () => {
  const both = (...secrets: [string, string]) => new AuthSecret(...secrets);
  const [old, fresh] = ['the secret of before', 'the secret from now on'];
  const isRefused = async (running: AuthSecret, starting: AuthSecret) => {
    const server = new pg.Client(connect);
    await server.connect();
    await announceSecret(server, running);
    const isOpen = await checkDatabase(addresses, starting).then(
      () => false,
      () => true,
    );
    await server.query('SELECT pg_advisory_unlock_all()');
    await server.end();
    return isOpen;
  };
  expect(await isRefused(new AuthSecret(old), both(old, fresh))).toBe(false);
  expect(await isRefused(both(old, fresh), both(fresh, old))).toBe(false);
  expect(await isRefused(both(fresh, old), new AuthSecret(fresh))).toBe(false);
  expect(await isRefused(new AuthSecret(old), both(fresh, old))).toBe(true);
  expect(await isRefused(both(old, fresh), new AuthSecret(fresh))).toBe(true);
});

test.each([
  [-60_000, '60 s behind the database'],
  [60_000, '60 s ahead of the database'],
])('a clock that differs by %i ms is said', async (offset, sentence) => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => now() + offset);
  expect(await checkDatabase(addresses, SECRET)).toContain(sentence);
});

test('of several hosts the one that takes writes is found, for pools and for single connections', async () => {
  const proxy = await silentProxy(connect);
  const hosts = [
    { host: '127.0.0.1', port: await freePort() },
    { host: '127.0.0.1', port: proxy.connect.port },
  ];
  const several = { ...connect, hosts, target: 'read-write' as const };
  const pool = openPool(several, { size: 1, onError: () => {} });
  const now = sql`SELECT 1 AS one`;
  expect((await openDatabase(pool).execute(now)).rows).toEqual([{ one: 1 }]);
  await pool.end();
  expect((await withUnlimitedClient(several, (client) => databaseOn(client).execute(now))).rows).toHaveLength(1);
  expect(await checkDatabase({ connect: several, pooled: several }, SECRET)).toBeUndefined();
  proxy.close();
  await expect(withUnlimitedClient(several, async () => {})).rejects.toThrow(
    `None of the database's hosts takes writes: 127.0.0.1:${hosts[0]!.port} ECONNREFUSED`,
  );
});
