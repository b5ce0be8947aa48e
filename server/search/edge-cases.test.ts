import { describe, expect, test } from 'vitest';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct } from '../../tests/factories.ts';
import { waitUntilBlocked } from '../../tests/database.ts';
import { refreshSearchStatistics } from '../catalogue/search-index.ts';

const shop = await openTestApp();
const { app, pool } = shop;
await makeProduct(shop, {
  title: 'A Plain Book',
  contributors: [
    { name: 'Ann Ash', role: 'author' },
    { name: 'Ann Ash', role: 'illustrator' },
  ],
});
await refreshSearchStatistics(shop.connect);

const ODD = [
  '%%%',
  '%%%%_',
  '_',
  '\\',
  "'",
  "''",
  '"',
  "' OR 1=1; DROP TABLE product; --",
  'a:*&b',
  'a:*&b:*',
  'a | b',
  '!a',
  '(a',
  ')',
  '<->',
  'a <-> b',
  ':*',
  '&',
  "'a':A",
  '\\:*',
  '$1',
  '$$',
  '{}',
  '{a,b}',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '\0',
  'a\0b',
  '\u202Eabc',
  '\ufeff',
  '📚📚',
  '½ ²',
  'ﷺ',
  'İstanbul ı',
  'x'.repeat(200),
  'a '.repeat(100),
  '1 '.repeat(100),
  '9'.repeat(200),
  '9'.repeat(13),
  '12e3abc',
  '1e400',
  '-1',
  '2024-01-01',
  'ann@ash.test',
  'https://a.test/b?c=d',
  'a/b.html',
  '<b>bold</b>',
  '&amp;',
  'ß'.repeat(199),
  'æ'.repeat(200),
  'ﬃ'.repeat(199),
];

test.each(ODD)('searching %j does not fail', async (text) => {
  const q = encodeURIComponent(text);
  const allowed = text.includes('\0') ? [200, 422] : [200];
  expect(allowed).toContain((await get(app, `/api/site/products?q=${q}`)).status);
  expect(allowed).toContain((await get(app, `/api/site/suggest?q=${q}`)).status);
});

test('invalid filter values find nothing and do not fail', async () => {
  const names = ['subject', 'format', 'language', 'author', 'publisher', 'series'];
  const queries = names.flatMap((name) =>
    ODD.filter((text) => text.length <= 100).map((text) => `${name}=${encodeURIComponent(text)}`),
  );
  const responses = await Promise.all(queries.map((query) => get(app, `/api/site/products?${query}`)));
  expect(queries.filter((_, index) => ![200, 422].includes(responses[index]!.status))).toEqual([]);
  for (const { status, body } of responses) if (status === 200) expect(body.total).toBe(0);
});

test('queries of 201 characters are rejected', async () => {
  for (const path of ['products', 'suggest'])
    expect((await get(app, `/api/site/${path}?q=${'x'.repeat(201)}`)).status).toBe(422);
});

test.each(['', 'x', '0', '-1', '1.5', '1e3', '2147483648', '99999999999', '%00', "1'--", '1,2'])(
  'the title "%s" is rejected or not found',
  async (id) => {
    expect([404, 422]).toContain((await get(app, `/api/site/products/${id}`)).status);
  },
);

test('a person who wrote and drew a title is counted once', async () => {
  const { facets } = (await get(app, '/api/site/products?q=plain')).body;
  expect(facets.author).toEqual([{ value: 'ann-ash', label: 'Ann Ash', count: 1 }]);
});

test('guests and customers see the same list', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const [guest, member] = [await get(app, '/api/site/products'), await get(app, '/api/site/products', { token })];
  expect(member.text).toBe(guest.text);
});

describe('a title in a list', () => {
  test('shows the prices by which it is sorted and filtered', async () => {
    const both = await makeProduct(shop, {
      title: 'Zebra',
      variants: [
        { listPrice: 500, format: 'ebook' },
        { listPrice: 6000, format: 'hardback' },
      ],
    });
    const { rows } = (await get(app, '/api/site/products?min_price=50&q=zebra')).body;
    expect(rows).toMatchObject([{ id: both.id, original_price: 60 }]);
    expect((await get(app, '/api/site/products?max_price=10&q=zebra')).body.rows).toEqual([]);
  });

  test('is not in stock if only its digital format is', async () => {
    await makeProduct(shop, {
      title: 'Yak',
      variants: [
        { stock: 9, format: 'ebook' },
        { stock: 0, format: 'hardback' },
      ],
    });
    expect((await get(app, '/api/site/products?in_stock=true&q=yak')).body.rows).toEqual([]);
  });

  test('is not in stock when its last two formats sell out together', async () => {
    const xenon = await makeProduct(shop, {
      title: 'Xenon',
      variants: [{ stock: 1 }, { stock: 1, format: 'hardback' }],
    });
    const sellOut = 'UPDATE variant SET stock = 0 WHERE id = $1';
    const [one, other] = [await pool.connect(), await pool.connect()];
    await one.query('BEGIN');
    await one.query(sellOut, [xenon.variants[0]!.id]);
    const late = other.query(sellOut, [xenon.variants[1]!.id]);
    await waitUntilBlocked(pool);
    await one.query('COMMIT');
    await late;
    for (const client of [one, other]) client.release();
    expect((await get(app, '/api/site/products?in_stock=true&q=xenon')).body.rows).toEqual([]);
  });
});
