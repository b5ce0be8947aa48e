import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openTestApp } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app } = shop;
for (let n = 0; n < 12; n += 1) await makeProduct(shop, { title: `A rather long title, number ${n}` });

const ask = (encoding: string) => app.inject({ url: '/api/site/products', headers: { 'accept-encoding': encoding } });

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a JSON response is compressed with %s if the client accepts it', async (encoding, decompress) => {
  const plain = await ask('identity');
  const compressed = await ask(encoding);
  expect(compressed.headers['content-encoding']).toBe(encoding);
  expect(compressed.headers.vary).toMatch(/accept-encoding/i);
  expect(decompress(compressed.rawPayload).toString()).toBe(plain.payload);
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('a short response is not compressed', async () => {
  const { headers } = await app.inject({ url: '/api/site/suggest?q=x', headers: { 'accept-encoding': 'br' } });
  expect(headers['content-encoding']).toBeUndefined();
});

test('a response with session tokens is never compressed', async () => {
  const { token, id } = await makeSignedInCustomer(shop);
  await shop.pool.query('UPDATE customer SET photo_url = $2 WHERE id = $1', [id, `https://x.test/${'a'.repeat(2000)}`]);
  const headers = { 'accept-encoding': 'br', authorization: `Bearer ${token}` };
  const me = await app.inject({ url: '/api/auth/me', headers });
  expect(me.rawPayload.length).toBeGreaterThan(2000);
  expect(me.headers['content-encoding']).toBeUndefined();
});
