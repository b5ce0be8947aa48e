import { beforeAll, expect, test } from 'vitest';
import { makeProduct } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';

const shop = await openStorefront();
const { visit } = shop;
const filters = ['subject', 'format', 'language', 'author', 'publisher', 'series'];
beforeAll(async () => {
  for (const language of ['en', 'fa', 'de']) await makeProduct(shop, { language });
});

test.each([
  ['q=emma&sort=sideways', '/browse?q=emma'],
  ['q=emma&min_price=cheap&page=0', '/browse?q=emma'],
  ['q=%00&language=fa', '/browse?language=fa'],
  ['language=fa&language=a%00b', '/browse?language=fa'],
  ['language=fa&language=', '/browse?language=fa'],
  ['author=%D8%AD%D8%A7%D9%81%D8%B8&page=x', '/browse?author=%D8%AD%D8%A7%D9%81%D8%B8'],
])('%s is reduced to its valid parameters', async (query, location) => {
  const response = await visit(`/browse?${query}`);
  expect([response.statusCode, response.headers.location]).toEqual([303, location]);
  expect((await visit(location)).statusCode).toBe(200);
});

test('a filter is limited to ten values and a query to one kilobyte', async () => {
  const values = Array.from({ length: 11 }, (_, index) => `v${index}`);
  const many = await visit(`/browse?${values.map((value) => `author=${value}`).join('&')}`);
  expect(new URL(many.headers.location!, 'http://shop').searchParams.getAll('author')).toHaveLength(10);
  const long = filters.flatMap((name) => values.slice(1).map((value) => `${name}=${value.padEnd(100, 'x')}`)).join('&');
  const { statusCode, headers } = await visit(`/browse?${long}`);
  expect(statusCode).toBe(303);
  expect((await visit(headers.location!)).statusCode).toBe(200);
});

test('the largest possible page is bounded, in any script', async () => {
  const values = (name: string) =>
    Array.from({ length: 10 }, (_, index) => `${name}=${encodeURIComponent(`کتاب${index}`)}`);
  const { statusCode, payload } = await visit(`/browse?${filters.flatMap(values).join('&')}&in_stock=true&min_price=1`);
  expect(statusCode).toBe(200);
  expect(payload.length).toBeLessThan(512 * 1024);
});

test('unknown query parameters do not change the cache key', async () => {
  const { id } = await makeProduct(shop, { title: 'Emma' });
  const path = `/book/${id}/emma`;
  const before = await visit(`${path}?utm=1`);
  await shop.pool.query('UPDATE variant SET list_price = list_price + 100 WHERE product_id = $1', [id]);
  expect((await visit(`${path}?utm=2&limit=50`)).payload).toBe(before.payload);
  const other = await visit(`/book/0${id}/emma`);
  expect([other.statusCode, other.headers.location]).toEqual([308, path]);
});

test('compressed and plain responses have different ETags', async () => {
  const tags = await Promise.all(
    ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0.0'].map(async (encoding) => {
      const { headers } = await visit('/delivery', { 'accept-encoding': encoding });
      return [headers['content-encoding'], headers.etag];
    }),
  );
  expect(tags.map(([encoding]) => encoding)).toEqual(['br', 'gzip', undefined, undefined]);
  expect(new Set(tags.map(([, tag]) => tag)).size).toBe(3);
  const [, gzipTag] = tags[1]!;
  const status = async (tag: string, encoding: string) =>
    (await visit('/delivery', { 'if-none-match': tag, 'accept-encoding': encoding })).statusCode;
  expect([await status(gzipTag!, 'gzip'), await status(`"x", W/${gzipTag}`, 'gzip')]).toEqual([304, 304]);
  expect(await status(gzipTag!, 'br')).toBe(200);
});
