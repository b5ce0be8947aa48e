import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import pg from 'pg';
import { DatabaseAwayError, failFast, RETRY_MS } from './fail-fast.ts';

/** The port of a PostgreSQL that is gone. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('while the database is away one connection tries at a time, and the first that succeeds lets all through', async () => {
  const clock = { now: 0 };
  const there = await newDatabase();
  const address = { ...there, host: '127.0.0.1', port: await closedPort() };
  const pool = new pg.Pool(address);
  failFast(pool, () => clock.now);
  const ask = () =>
    pool.query('SELECT 1').then(
      () => 'answered',
      (error: unknown) => (error instanceof DatabaseAwayError ? 'refused at once' : 'attempted'),
    );
  expect(await ask()).toBe('attempted');
  expect(await Promise.all([ask(), ask()])).toEqual(['refused at once', 'refused at once']);
  clock.now = RETRY_MS;
  expect(await Promise.all([ask(), ask()])).toEqual(['attempted', 'refused at once']);
  Object.assign(pool.options, there);
  expect(await ask()).toBe('refused at once');
  clock.now = 2 * RETRY_MS;
  expect(await ask()).toBe('answered');
  expect(await Promise.all([ask(), ask()])).toEqual(['answered', 'answered']);
  await pool.end();
});

test('after a statement without an answer a login proves nothing: the next answer does', async () => {
  const clock = { now: 0 };
  const pool = new pg.Pool({ ...(await newDatabase()), query_timeout: 50 });
  failFast(pool, () => clock.now);
  await expect(pool.query('SELECT pg_sleep(1)')).rejects.toThrow('Query read timeout');
  clock.now = RETRY_MS;
  const client = await pool.connect();
  await expect(pool.connect()).rejects.toBeInstanceOf(DatabaseAwayError);
  client.release();
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  await pool.end();
});

test('a full pool does not mean that the database is away', async () => {
  const pool = new pg.Pool({ ...(await newDatabase()), max: 1 });
  failFast(pool);
  const client = await pool.connect();
  pool.options.connectionTimeoutMillis = 20;
  await expect(pool.query('SELECT 1')).rejects.toThrow('timeout exceeded');
  client.release();
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  await pool.end();
});

test('a connection too many that fails means no outage while another one lasts', async () => {
  const pool = new pg.Pool({ ...(await newDatabase()), max: 2 });
  failFast(pool);
  const client = await pool.connect();
  Object.assign(pool.options, { host: '127.0.0.1', port: await closedPort() });
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(pool.query('SELECT 1')).rejects.not.toBeInstanceOf(DatabaseAwayError);
  client.release();
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  await pool.end();
});
