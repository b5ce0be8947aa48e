import { expect, test } from 'vitest';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, type MadeProduct } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const me = await makeSignedInCustomer(shop);
const make = (title: string, listPrice: number) => makeProduct(shop, { title, listPrice, memberPrice: listPrice });

const cheap = await make('Cheap', 1000);
const dropped = await make('Dropped', 5000);
const risen = await make('Risen', 2000);
const gone = await make('Gone', 3000);
const out = await makeProduct(shop, {
  title: 'Out',
  variants: [
    { format: 'paperback', listPrice: 4000, memberPrice: 4000, stock: 0 },
    { format: 'hardback', listPrice: 9000, memberPrice: 3500, stock: 2 },
    { format: 'ebook', listPrice: 500, memberPrice: 500, stock: 9 },
  ],
});
for (const title of [cheap, dropped, risen, gone, out])
  await post(app, '/api/wish-list/toggle', { objectID: String(title.id) }, { token: me.token });
const reprice = (title: MadeProduct, memberPrice: number) =>
  pool.query('UPDATE variant SET member_price = $2, list_price = greatest(list_price, $2) WHERE product_id = $1', [
    title.id,
    memberPrice,
  ]);
await reprice(dropped, 4210);
await reprice(risen, 2500);
await reprice(gone, 100);
await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [gone.id]);

type Row = { title: string; drop: number; price_then: number; is_listed: boolean; offer: { format: string } | null };
const list = async (query = '') => (await get(app, `/api/wish-list/titles?${query}`, { token: me.token })).body;
const titles = async (query: string) => (await list(query)).rows.map((row: Row) => row.title);

test('each product has today’s price, the price when it was added, and what is in stock', async () => {
  const { rows, total } = await list();
  expect(total).toBe(5);
  expect(rows.map((row: Row) => [row.title, row.price_then, row.drop, row.is_listed])).toEqual([
    ['Out', 40, 0, true],
    ['Gone', 30, 0, false],
    ['Risen', 20, 0, true],
    ['Dropped', 50, 7.9, true],
    ['Cheap', 10, 0, true],
  ]);
  expect(rows[0].offer).toMatchObject({ format: 'hardback', price: 35, original_price: 90, stock: 2 });
  expect(rows[1].offer).toBeNull();
});

test('is sorted and paged', async () => {
  expect(await titles('sort=title')).toEqual(['Cheap', 'Dropped', 'Gone', 'Out', 'Risen']);
  expect(await titles('sort=price')).toEqual(['Cheap', 'Risen', 'Out', 'Dropped', 'Gone']);
  expect(await titles('sort=-price')).toEqual(['Dropped', 'Out', 'Risen', 'Cheap', 'Gone']);
  expect((await titles('sort=-drop'))[0]).toBe('Dropped');
  expect(await titles('sort=title&limit=2&page=2')).toEqual(['Gone', 'Out']);
  expect(await list('page=9')).toEqual({ rows: [], total: 5, page: 9 });
});

test('is the customer’s own', async () => {
  const other = await makeSignedInCustomer(shop);
  expect((await get(app, '/api/wish-list/titles', { token: other.token })).body).toEqual({
    rows: [],
    total: 0,
    page: 1,
  });
});

test('an unknown sort order is invalid', async () => {
  expect(errorOf(await get(app, '/api/wish-list/titles?sort=drop', { token: me.token }))).toEqual([422, 'invalid']);
});
