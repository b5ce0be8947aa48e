import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { openTestApp, toTestResponse } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const ended = await makeSignedInCustomer(shop);
const expired = await makeSignedInCustomer(shop);
await pool.query('UPDATE session SET ended_at = now() WHERE customer_id = $1', [ended.id]);
await pool.query(
  'UPDATE session_token t SET expires_at = now() FROM session s WHERE s.id = session_id AND customer_id = $1',
  [expired.id],
);
const living = await makeSignedInCustomer(shop);

const CALLS = Object.values(ENDPOINTS) as Endpoint[];
const GUARDED = CALLS.filter((call) => call.access !== 'guest');
const NO_ID = '01900000-0000-7000-8000-000000000000';

/** A request with an invalid body, or none if the endpoint has none. */
async function send({ method, path, body }: Endpoint, headers: Record<string, string>) {
  const payload = body ? { headers: { 'content-type': 'application/json', ...headers }, payload: '{}' } : { headers };
  return toTestResponse(
    await app.inject({ method, url: path.replace('{id}', NO_ID).replace('{token}', 'x'.repeat(43)), ...payload }),
  );
}

describe.each(GUARDED)('$method $path', (call) => {
  test('requires an access token', async () => {
    const { status, headers, body } = await send(call, {});
    expect([status, body.code]).toEqual([401, 'token_missing']);
    expect(headers['content-type']).toMatch(/^application\/problem\+json\b/);
  });

  // A stream of events has no end to wait for; `server/live` tries it.
  test.skipIf(call.contentType === 'text/event-stream')(
    'does not fail for a signed-in customer who sends nothing useful',
    async () => {
      const { token } = await makeSignedInCustomer(shop);
      const { status } = await send(call, { authorization: `Bearer ${token}` });
      expect([200, 204, 404, 422]).toContain(status);
    },
  );
});

describe.each(CALLS)('$method $path rejects', (call) => {
  test.each([
    ['garbage', 'Bearer garbage'],
    ['the token of an ended session', `Bearer ${ended.token}`],
    ['an expired token', `Bearer ${expired.token}`],
    ['another scheme', `Basic ${living.token}`],
    ['two tokens', `Bearer ${living.token} ${living.token}`],
  ])('%s', async (_, authorization) => {
    const { status, body } = await send(call, { authorization });
    expect([status, body.code]).toEqual([401, 'token_invalid']);
  });
});

test('every API response is uncacheable and has its own request id', async () => {
  const ids = new Set<unknown>();
  for (const call of CALLS) {
    const { headers } = await send(call, { 'x-request-id': 'forged' });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    ids.add(headers['x-request-id']);
  }
  expect(ids.size).toBe(CALLS.length);
});

test('no response allows other origins', async () => {
  for (const origin of ['https://evil.test', 'null', 'http://shop.test.evil.test']) {
    const { headers } = await app.inject({ url: '/api/site/products', headers: { origin } });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('responses allow exactly the configured origins', async () => {
  const { app: open } = await openTestApp({ CORS_ORIGINS: 'https://app.test' });
  const ask = async (origin: string) =>
    (await open.inject({ url: '/api/site/products', headers: { origin } })).headers['access-control-allow-origin'];
  expect([await ask('https://app.test'), await ask('https://app.test.evil.test')]).toEqual([
    'https://app.test',
    undefined,
  ]);
});

test.each(['https://evil.test', 'null', 'http://shop.test.evil.test'])(
  'a write from the origin %s is rejected',
  async (origin) => {
    const payload = { username: 'x', password: 'x' };
    const { status, body } = toTestResponse(
      await app.inject({
        method: 'POST',
        url: '/customer/auth/login',
        headers: { origin, host: 'shop.test' },
        payload,
      }),
    );
    expect([status, body.code]).toEqual([403, 'foreign_origin']);
  },
);

test('a write from our own origin is accepted', async () => {
  const headers = { origin: 'http://shop.test', host: 'shop.test' };
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/site/get-cart-detail',
    headers,
    payload: { ids: [] },
  });
  expect(statusCode).toBe(200);
});
