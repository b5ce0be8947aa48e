import { describe, expect, test } from 'vitest';
import { LOCALES } from '#domain/locale.ts';
import { get, openDoor, post, read } from '../../tests/door.ts';
import { makeSignedIn } from '../../tests/factories.ts';
import { buildApp } from '../app.ts';

const shop = await openDoor();
const { app } = shop;

describe('an unknown address', () => {
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
    const { status, headers, body } = read(await app.inject({ method, url }));
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      detail: 'We could not find this.',
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test.each(LOCALES)('a refusal speaks the reader’s language: %s', async (locale) => {
  const { headers, body } = await get(app, '/customer/order', {
    headers: { 'accept-language': `${locale}-XX,${locale};q=0.9,*;q=0.1` },
  });
  expect(headers['content-language']).toBe(locale);
  const english = (await get(app, '/customer/order')).body;
  expect(body.code).toBe(english.code);
  if (locale !== 'en') expect(body.detail).not.toBe(english.detail);
});

test('a refused field speaks the reader’s language, the specification’s own sentences too', async () => {
  const { token } = await makeSignedIn(shop);
  const messages = async (locale: string) => {
    const answer = await post(
      app,
      '/customer/address/add',
      { zip: '1' },
      { token, headers: { 'accept-language': locale } },
    );
    return Object.fromEntries(
      answer.body.errors.map((error: { path: string; message: string }) => [error.path, error.message]),
    );
  };
  const [english, german] = [await messages('en'), await messages('de')];
  expect(german.name).not.toBe(english.name);
  expect([english.zip, german.zip]).toEqual(['Postal Code Invalid', 'Postleitzahl ungültig']);
});

test.each(['xx', '*', 'en;q=0,*', ';;;', 'de;q=x', '\u00e9'.repeat(200)])(
  'an odd language "%s" is answered all the same',
  async (language) => {
    const { status, body } = await get(app, '/customer/order', { headers: { 'accept-language': language } });
    expect([status, body.code]).toEqual([401, 'token_missing']);
  },
);

test('every answer bears the common headers', async () => {
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

test('what goes wrong inside says nothing', async () => {
  const broken = await openDoor();
  await broken.pool.query('ALTER TABLE search_entry RENAME TO gone');
  const { status, text, body } = await get(broken.app, '/api/site/products');
  expect([status, body.code]).toEqual([500, 'internal']);
  expect(text).not.toMatch(/search_entry|select|\.ts|node_modules|at /i);
});

test('a database that does not answer in time is a pause, not an error', async () => {
  const paused = await openDoor();
  const client = await paused.pool.connect();
  await client.query('BEGIN; LOCK TABLE coupon');
  const body = { code: 'ANY', pid: [{ id: 1, qty: 1 }] };
  const answer = await post(paused.app, '/customer/check-coupon', body);
  await client.query('ROLLBACK');
  client.release();
  expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 'busy', '2']);
});

test('health tells a status and nothing more', async () => {
  expect((await get(app, '/healthz')).body).toEqual({ status: 'ok' });
  expect((await get(app, '/readyz')).body).toEqual({ status: 'ready' });
  const metrics = await app.inject('/metrics');
  expect(metrics.payload).toContain('http_request_duration_seconds');
  expect(metrics.payload).not.toMatch(/mail\.test|bk_|BK-/);
});

test('a server that is about to leave is not ready, and still serves who comes', async () => {
  const { app: leaving, leave } = await buildApp(shop.deps);
  leave();
  expect([(await get(leaving, '/readyz')).status, (await get(leaving, '/api/site/subjects')).status]).toEqual([
    503, 200,
  ]);
  await leaving.close();
});

test('a shop whose tables are older than the code is not ready', async () => {
  const old = await openDoor();
  await old.pool.query('DELETE FROM migration');
  const { status, body } = await get(old.app, '/readyz');
  expect([status, body]).toEqual([503, { status: 'not ready' }]);
});
