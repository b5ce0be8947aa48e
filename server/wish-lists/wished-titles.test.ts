import { expect, test } from 'vitest';
import { get, openDoor, post, refusal } from '../../tests/door.ts';
import { makeSignedIn, makeTitle, type MadeTitle } from '../../tests/factories.ts';

const shop = await openDoor();
const { app, pool } = shop;
const me = await makeSignedIn(shop);
const make = (title: string, listPrice: number) => makeTitle(shop, { title, listPrice, memberPrice: listPrice });

const cheap = await make('Cheap', 1000);
const dropped = await make('Dropped', 5000);
const risen = await make('Risen', 2000);
const gone = await make('Gone', 3000);
const out = await makeTitle(shop, {
  title: 'Out',
  editions: [
    { format: 'paperback', listPrice: 4000, memberPrice: 4000, stock: 0 },
    { format: 'hardback', listPrice: 9000, memberPrice: 3500, stock: 2 },
    { format: 'ebook', listPrice: 500, memberPrice: 500, stock: 9 },
  ],
});
for (const title of [cheap, dropped, risen, gone, out])
  await post(app, '/api/wish-list/toggle', { objectID: String(title.id) }, { token: me.token });
const reprice = (title: MadeTitle, memberPrice: number) =>
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

test('each wished title comes with what it costs now, what it cost then, and what there is to buy', async () => {
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

test('in every order, page by page', async () => {
  expect(await titles('sort=title')).toEqual(['Cheap', 'Dropped', 'Gone', 'Out', 'Risen']);
  expect(await titles('sort=price')).toEqual(['Cheap', 'Risen', 'Out', 'Dropped', 'Gone']);
  expect(await titles('sort=-price')).toEqual(['Dropped', 'Out', 'Risen', 'Cheap', 'Gone']);
  expect((await titles('sort=-drop'))[0]).toBe('Dropped');
  expect(await titles('sort=title&limit=2&page=2')).toEqual(['Gone', 'Out']);
  expect(await list('page=9')).toEqual({ rows: [], total: 5, page: 9 });
});

test('is the customer’s own', async () => {
  const other = await makeSignedIn(shop);
  expect((await get(app, '/api/wish-list/titles', { token: other.token })).body).toEqual({
    rows: [],
    total: 0,
    page: 1,
  });
});

test('an unknown order is refused', async () => {
  expect(refusal(await get(app, '/api/wish-list/titles?sort=drop', { token: me.token }))).toEqual([422, 'invalid']);
});
