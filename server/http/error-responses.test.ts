import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '#domain/locale.ts';
import { get, openTestApp, post, toTestResponse } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openDatabase, openPool } from '../db/connection.ts';
import { openLog } from '../log.ts';
import { toApiError, registerErrorHandler } from './error-responses.ts';
import { createFastify } from './fastify.ts';

const shop = await openTestApp();
const { app } = shop;

describe('an unknown path', () => {
  test.each([
    ['GET', '/nowhere'],
    ['GET', '/api/nowhere'],
    ['POST', '/api/site/products'],
    ['PUT', '/customer/address'],
    ['DELETE', '/customer/order/set'],
    ['GET', '/API/site/products'],
    ['GET', '/customer/order/set'],
    ['GET', '/.env'],
    ['GET', '/covers/..%2f..%2fpackage.json'],
    ['GET', '/%zz'],
    ['GET', '/api/orders/%'],
  ] as const)('%s %s', async (method, url) => {
    const { status, headers, body } = toTestResponse(await app.inject({ method, url }));
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      detail: 'We couldn’t find that.',
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test.each(LOCALES)('an error is in the reader’s language: %s', async (locale) => {
  const { headers, body } = await get(app, '/customer/order', {
    headers: { 'accept-language': `${locale}-XX,${locale};q=0.9,*;q=0.1` },
  });
  expect(headers['content-language']).toBe(locale);
  const english = (await get(app, '/customer/order')).body;
  expect(body.code).toBe(english.code);
  if (locale !== 'en') expect(body.detail).not.toBe(english.detail);
});

test('field errors are in the reader’s language, including the specified messages', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const messages = async (locale: string) => {
    const response = await post(
      app,
      '/customer/address/add',
      { zip: '1' },
      { token, headers: { 'accept-language': locale } },
    );
    return Object.fromEntries(
      response.body.errors.map((error: { path: string; message: string }) => [error.path, error.message]),
    );
  };
  const [english, german] = [await messages('en'), await messages('de')];
  expect(german.name).not.toBe(english.name);
  expect([english.zip, german.zip]).toEqual(['Postal Code Invalid', 'Postleitzahl ungültig']);
});

test.each(['xx', '*', 'en;q=0,*', ';;;', 'de;q=x', '\u00e9'.repeat(200)])(
  'a malformed language "%s" is accepted',
  async (language) => {
    const { status, body } = await get(app, '/customer/order', { headers: { 'accept-language': language } });
    expect([status, body.code]).toEqual([401, 'token_missing']);
  },
);

test('every response has the common headers', async () => {
  for (const path of ['/api/site/products', '/nowhere', '/healthz', '/customer/order']) {
    const { headers } = await get(app, path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(Object.keys(headers)).not.toContain('x-powered-by');
  }
});

test('an internal error reveals no details', async () => {
  const broken = await openTestApp();
  await broken.pool.query('ALTER TABLE search_entry RENAME TO gone');
  const { status, text, body } = await get(broken.app, '/api/site/products');
  expect([status, body.code]).toEqual([500, 'internal']);
  expect(text).not.toMatch(/search_entry|select|\.ts|node_modules|at /i);
});

test('a database timeout returns 503', async () => {
  const paused = await openTestApp();
  const client = await paused.pool.connect();
  await client.query('BEGIN; LOCK TABLE coupon');
  const body = { code: 'ANY', pid: [{ id: 1, qty: 1 }] };
  const response = await post(paused.app, '/customer/check-coupon', body);
  await client.query('ROLLBACK');
  client.release();
  expect([response.status, response.body.code, response.headers['retry-after']]).toEqual([503, 'busy', '2']);
});

test('the health check returns only a status', async () => {
  expect((await get(app, '/healthz')).body).toEqual({ status: 'ok' });
  expect((await get(app, '/readyz')).body).toEqual({ status: 'ready' });
  const metrics = await app.inject('/metrics');
  expect(metrics.payload).toContain('http_request_duration_seconds');
  expect(metrics.payload).not.toMatch(/mail\.test|bk_|BK-/);
});

test('metrics require a direct local connection or the token', async () => {
  const token = 'a-token-for-prometheus';
  const guarded = await openTestApp({ METRICS_TOKEN: token });
  const ask = async (door: typeof shop, ip: string, headers: Record<string, string> = {}) =>
    (await get(door.app, '/metrics', { ip, headers })).status;
  expect([await ask(shop, '127.0.0.1'), await ask(shop, '::ffff:127.0.0.1'), await ask(shop, '::1')]).toEqual([
    200, 200, 200,
  ]);
  expect([await ask(shop, '203.0.113.1'), await ask(shop, '127.0.0.1', { 'x-forwarded-for': '203.0.113.1' })]).toEqual([
    404, 404,
  ]);
  expect(await ask(shop, '203.0.113.1', { authorization: `Bearer ${token}` })).toBe(404);
  expect(await ask(guarded, '203.0.113.1', { authorization: `Bearer ${token}` })).toBe(200);
  expect(await ask(guarded, '203.0.113.1', { authorization: 'Bearer another-token-of-it' })).toBe(404);
});

test('a read-only database, as after a failover, returns 503 and reconnects to a writable one', async () => {
  const failed = await openTestApp({ DATABASE_POOL: '5' });
  const { token } = await makeSignedInCustomer(failed);
  const { app: reading, pool: connections } = failed;
  const save = () => post(reading, '/customer/profile', { displayName: 'Siti' }, { token });
  await connections.query('SET default_transaction_read_only = on');
  expect([(await save()).status, (await save()).status]).toEqual([503, 200]);
  await connections.query('SET default_transaction_read_only = on');
  expect([(await get(reading, '/readyz')).status, (await get(reading, '/readyz')).status]).toEqual([503, 200]);
});

test.each([
  'Client has encountered a connection error and is not queryable',
  'Connection terminated unexpectedly',
  'timeout expired',
])('a lost connection returns 503: %s', (message) => {
  expect(toApiError(new Error('Failed query', { cause: new Error(message) })).code).toBe('busy');
});

test.each(['25006', '08006', '08P01', '57P01', 'ETIMEDOUT', 'EAI_AGAIN'])('%s returns 503', (code) => {
  expect(toApiError(Object.assign(new Error('x'), { code })).code).toBe('busy');
  expect(toApiError(Object.assign(new Error('x'), { code: '22021', statusCode: 402 })).code).toBe('internal');
});

test('an aborted upload logs no warning', async () => {
  const lines: string[] = [];
  const logTo = new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) });
  const config = readConfig({ LOG_LEVEL: 'info', DEMO: '1' });
  const server = await createFastify(config, { log: openLog(config, logTo) });
  const { promise: isHandled, resolve: handled } = Promise.withResolvers<unknown>();
  registerErrorHandler(server, (error) => void handled(error));
  server.post('/upload', async () => 'never');
  const { promise: isComing, resolve } = Promise.withResolvers<void>();
  server.addHook('onRequest', async () => resolve());
  const { port } = new URL(await server.listen({ port: 0 }));
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write('POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a":');
  await isComing;
  socket.destroy();
  expect(toApiError(await isHandled).code).toBe('malformed');
  expect(lines.map((line) => JSON.parse(line).level).filter((level) => level > 30)).toEqual([]);
  await server.close();
});

test('a draining server is not ready but still serves requests', async () => {
  const { app: leaving, drain } = await buildApp(shop.deps);
  drain();
  const { status, body } = await get(leaving, '/readyz');
  expect([status, body]).toEqual([503, { status: 'not ready', reason: 'draining' }]);
  expect((await get(leaving, '/api/site/subjects')).status).toBe(200);
  await leaving.close();
});

test('while the database is away a server is ready for pages only, until it drains', async () => {
  const pool = openPool({ host: '127.0.0.1', port: 1 }, { size: 2, onError: () => {} });
  const db = openDatabase(pool);
  const { app: alone, drain } = await buildApp({ ...shop.deps, db, preparedDb: db });
  const [ready, pages] = [await get(alone, '/readyz'), await get(alone, '/readyz?for=pages')];
  const asked = await get(alone, '/api/site/subjects');
  expect([ready.status, ready.body]).toEqual([503, { status: 'not ready', reason: 'database' }]);
  expect([pages.status, pages.body]).toEqual([200, { status: 'degraded', reason: 'database' }]);
  expect([asked.status, asked.body.code, asked.headers['retry-after']]).toEqual([503, 'busy', '2']);
  drain();
  expect((await get(alone, '/readyz?for=pages')).status).toBe(503);
  await alone.close();
  await pool.end();
});

test('a server with an outdated schema is not ready', async () => {
  const old = await openTestApp();
  await old.pool.query('DELETE FROM migration');
  const { status, body } = await get(old.app, '/readyz');
  expect([status, body]).toEqual([503, { status: 'not ready', reason: 'schema' }]);
});
