import { describe, expect, test } from 'vitest';
import { refreshSearchStatistics } from './search-index.ts';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const author = { name: 'Ann Ash', role: 'author' };
const editions = [
  { listPrice: 6000, memberPrice: 5400, stock: 2 },
  { listPrice: 3000, format: 'hardback', isbn: '9780142437247' },
  { listPrice: 900, format: 'ebook' },
] as const;
const title = await makeProduct(shop, { title: 'Moby-Dick', contributors: [author], variants: [...editions] });
const other = await makeProduct(shop);
const hidden = await makeProduct(shop);
const withdrawn = await makeProduct(shop, { variants: [{}, { format: 'hardback' }] });
await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [hidden.id]);
await pool.query('UPDATE variant SET is_listed = false WHERE id = $1', [withdrawn.vid]);

const detail = (ids: unknown, token?: string) => post(app, '/api/site/get-cart-detail', { ids }, { token });

test('cart detail keeps the requested order and has the formats sold of each title', async () => {
  const { status, body } = await detail([
    { pid: other.id, vid: other.vid, qty: 1 },
    { pid: title.id, vid: title.vid, qty: 3 },
  ]);
  expect(status).toBe(200);
  expect(body.missing).toEqual([]);
  expect(body.products.map((one: { id: number; qty: number; vid: number }) => [one.id, one.qty, one.vid])).toEqual([
    [other.id, 1, other.vid],
    [title.id, 3, title.vid],
  ]);
  expect(body.products[1]).toMatchObject({
    objectID: String(title.id),
    title: 'Moby-Dick',
    authors: [{ name: 'Ann Ash', slug: 'ann-ash' }],
  });
  expect(body.products[1].variants).toEqual([
    { id: title.variants[1]!.id, format: 'hardback', isbn: '9780142437247', price: 27, original_price: 30, stock: 10 },
    { id: title.vid, format: 'paperback', isbn: null, price: 54, original_price: 60, stock: 2 },
  ]);
});

describe('unavailable variants are missing, never priced', () => {
  test.each([
    ['an unknown title', { pid: 2_000_000_000, vid: 1 }],
    ['an unknown variant', { pid: title.id, vid: 2_000_000_000 }],
    ['a variant of another title', { pid: title.id, vid: other.vid }],
    ['an unlisted title', { pid: hidden.id, vid: hidden.vid }],
    ['an unlisted variant', { pid: withdrawn.id, vid: withdrawn.vid }],
    ['a digital format', { pid: title.id, vid: title.variants[2]!.id }],
  ])('%s', async (_, ids) => {
    expect((await detail([{ ...ids, qty: 1 }])).body).toEqual({ products: [], missing: [ids] });
  });
});

test('cart detail is the same for guests and customers and reserves nothing', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const ids = [{ pid: other.id, vid: other.vid, qty: 10 }];
  const [guest, member] = [await detail(ids), await detail(ids, token)];
  expect(member.text).toBe(guest.text);
  expect((await placeOrder(app, { lines: [{ of: other, qty: 10 }] })).status).toBe(201);
});

test('an empty cart is empty; 101 lines are rejected', async () => {
  expect((await detail([])).body).toEqual({ products: [], missing: [] });
  const line = { pid: title.id, vid: title.vid, qty: 1 };
  expect((await detail(Array(100).fill(line))).body.products).toHaveLength(100);
  for (const count of [101, 5_000]) expect(errorOf(await detail(Array(count).fill(line)))).toEqual([422, 'invalid']);
});

describe('a product page', () => {
  test('shows every listed format, including digital ones, which are not sold', async () => {
    const { body } = await get(app, `/api/site/products/${title.id}`);
    expect(body).toMatchObject({
      id: title.id,
      original_price: 30,
      price: 27,
      vid: title.variants[1]!.id,
      available: true,
    });
    expect(body.variants.map((one: { format: string; is_sold: boolean }) => [one.format, one.is_sold])).toEqual([
      ['ebook', false],
      ['hardback', true],
      ['paperback', true],
    ]);
  });

  test.each([hidden.id, 2_000_000_000])('of %i is not found', async (id) => {
    expect(errorOf(await get(app, `/api/site/products/${id}`))).toEqual([404, 'not_found']);
  });

  test('contains no internal fields', async () => {
    const { text } = await get(app, `/api/site/products/${title.id}`);
    expect(text).not.toMatch(/loaded|is_listed|isListed|work_key|workKey|cost/);
  });

  test('lists other titles of its author and series', async () => {
    const series = { name: 'Sea Tales', number: '2' };
    const second = await makeProduct(shop, { contributors: [author], series });
    const first = await makeProduct(shop, { series: { name: 'Sea Tales', number: '1' } });
    const { body } = await get(app, `/api/site/products/${second.id}`);
    expect(body.series).toEqual({ name: 'Sea Tales', slug: 'sea-tales', number: '2' });
    expect(body.series_titles.map((row: { id: number }) => row.id)).toEqual([first.id, second.id]);
    expect(body.related.map((row: { id: number }) => row.id)).toEqual([title.id]);
  });
});

test('the subject tree counts each title of a subject once', async () => {
  await makeProduct(shop, { subjects: ['FBC', 'FJ'] });
  await makeProduct(shop, { subjects: ['FBC', 'FBCX'] });
  await refreshSearchStatistics(shop.connect);
  const { items } = (await get(app, '/api/site/subjects')).body;
  expect(items).toMatchObject([
    {
      code: 'F',
      count: 2,
      children: [
        { code: 'FB', count: 2 },
        { code: 'FJ', count: 1 },
      ],
    },
  ]);
});
