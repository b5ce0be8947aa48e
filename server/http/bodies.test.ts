import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { openTestApp, toTestResponse, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app } = shop;
const { token } = await makeSignedInCustomer(shop, { staffRole: 'owner' });
const CALLS = (Object.values(ENDPOINTS) as Endpoint[]).filter((call) => call.body);

async function send(url: string, payload: string | Buffer, type?: string, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${token}`, ...(type !== undefined && { 'content-type': type }), ...more };
  return toTestResponse(await app.inject({ method: 'POST', url, headers, payload }));
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe.each(CALLS)('$path', ({ path }) => {
  const json = (payload: string) => send(path, payload, 'application/json');

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json',
  ])('rejects %s', async (type) => {
    expect(errorOf(await send(path, '{}', type))).toEqual([415, 'unsupported_media_type']);
  });

  test('requires a content type, with and without a body', async () => {
    expect(errorOf(await send(path, '{}'))).toEqual([415, 'unsupported_media_type']);
    expect(errorOf(await send(path, ''))).toEqual([415, 'unsupported_media_type']);
  });

  test('rejects compressed bodies', async () => {
    const response = await send(path, '{}', 'application/json', { 'content-encoding': 'gzip' });
    expect(errorOf(response)).toEqual([415, 'unsupported_media_type']);
  });

  test('rejects malformed JSON', async () => {
    for (const payload of [
      '{',
      '',
      '{"a":}',
      "{'a':1}",
      '\uFEFF\0',
      '{} {}',
      nested(21),
      `{"a":${nested(20)}}`,
      nested(1000),
    ])
      expect(errorOf(await json(payload))).toEqual([400, 'malformed']);
  });

  test('accepts at most 256 KiB', async () => {
    expect(errorOf(await json(JSON.stringify({ a: 'x'.repeat(256 * 1024) })))).toEqual([413, 'too_large']);
  });

  test('names the paths of invalid fields', async () => {
    for (const payload of ['[]', 'null', '1', '"x"', 'true', '{}', nested(20)]) {
      if (path === '/customer/profile' && payload === '{}') continue;
      const { status, body } = await json(payload);
      expect([status, body.code]).toEqual([422, 'invalid']);
      expect(body.errors.length).toBeGreaterThan(0);
      for (const error of body.errors)
        expect(error).toEqual({ path: expect.any(String), message: expect.stringMatching(/\S/) });
    }
  });

  test('is safe from prototype pollution', async () => {
    for (const payload of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}'])
      expect([400, 422]).toContain((await json(payload)).status);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test('error paths point into arrays and objects', async () => {
  const items = [
    { id: 1, vid: 1, qty: 1 },
    { id: 0, vid: 'x', qty: 1 },
  ];
  const { body } = await send(
    '/customer/order/set',
    JSON.stringify({ items, proDis: 0, total: 0, shippingCost: 8, address: { zip: 1 } }),
    'application/json',
  );
  const paths = body.errors.map((error: { path: string }) => error.path);
  expect(paths).toEqual(expect.arrayContaining(['items.1.id', 'items.1.vid', 'address.name', 'address.zip']));
});

test('the last of two equal keys counts, before validation', async () => {
  const { body } = await send(
    '/customer/profile',
    '{"theme":"pink","theme":"dark"}',
    'application/json; charset=utf-8',
  );
  expect(body.theme).toBe('dark');
});
