import { expect, test } from 'vitest';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeProduct } from '../../tests/factories.ts';

const shop = await openTestApp();
const editions = (paperback: [price: number, stock: number], hardback: [price: number, stock: number]) => [
  { format: 'paperback' as const, listPrice: paperback[0], stock: paperback[1] },
  { format: 'hardback' as const, listPrice: hardback[0], stock: hardback[1] },
];
const both = await makeProduct(shop, { title: 'Both', variants: editions([20_00, 5], [60_00, 3]) });
const soft = await makeProduct(shop, { title: 'Soft', variants: editions([30_00, 5], [50_00, 0]) });
const hard = await makeProduct(shop, { title: 'Hard', variants: editions([25_00, 0], [40_00, 2]) });

const list = async (query: string) => (await get(shop.app, `/api/site/products?${query}`)).body;
const titles = ({ rows }: { rows: { title: string }[] }) => rows.map((row) => row.title);
const rowOf = async (query: string, title: string) =>
  (await list(query)).rows.find((row: { title: string }) => row.title === title);

test('a card shows price and stock of the filtered format and adds that one to the cart', async () => {
  expect(await rowOf('format=hardback', 'Both')).toMatchObject({
    formats: ['hardback', 'paperback'],
    original_price: 60,
    vid: both.variants[1]!.id,
    available: true,
  });
  expect(await rowOf('format=hardback', 'Soft')).toMatchObject({ original_price: 50, vid: null, available: false });
  expect(await rowOf('format=paperback', 'Both')).toMatchObject({ original_price: 20, vid: both.vid });
});

test('of several formats a card shows the cheapest in stock, else the cheapest', async () => {
  const query = 'format=hardback&format=paperback';
  expect(await rowOf(query, 'Both')).toMatchObject({ original_price: 20, vid: both.vid });
  expect(await rowOf(query, 'Soft')).toMatchObject({ original_price: 30, vid: soft.vid });
  expect(await rowOf(query, 'Hard')).toMatchObject({ original_price: 40, vid: hard.variants[1]!.id });
});

test('without a format filter a card shows the cheapest format', async () => {
  expect(await rowOf('', 'Hard')).toMatchObject({ formats: ['paperback', 'hardback'], original_price: 25, vid: null });
});

test('stock, price filter and price sorting refer to the filtered format', async () => {
  expect(titles(await list('format=hardback&in_stock=true&sort=price'))).toEqual(['Hard', 'Both']);
  expect(titles(await list('format=hardback&sort=price'))).toEqual(['Hard', 'Soft', 'Both']);
  expect(titles(await list('format=hardback&sort=-price'))).toEqual(['Both', 'Soft', 'Hard']);
  expect(titles(await list('format=hardback&max_price=25'))).toEqual([]);
  expect(titles(await list('format=hardback&min_price=50&sort=price'))).toEqual(['Soft', 'Both']);
  expect(titles(await list('min_price=0&max_price=25&sort=price'))).toEqual(['Both', 'Hard']);
});
