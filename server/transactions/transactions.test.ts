import { expect, test } from 'vitest';
import { get, openDoor, post, refusal } from '../../tests/door.ts';
import { makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { moveOrder } from '../orders/move-order.ts';

const shop = await openDoor();
const { app, pool, deps } = shop;
const me = await makeSignedIn(shop);
const other = await makeSignedIn(shop);
const orders: { id: string; number: string; payable: number }[] = [];
for (const listPrice of [3000, 1000, 2000])
  orders.push(
    (await placeOrder(app, { lines: [await makeTitle(shop, { listPrice, memberPrice: listPrice })], token: me.token }))
      .body,
  );
await placeOrder(app, { lines: [await makeTitle(shop)], token: other.token });
await placeOrder(app, { lines: [await makeTitle(shop)], email: me.email });
const [dear, cheap, middle] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]];
await moveOrder(deps, dear.id, { to: 'paid', actor: 'staff' });
await post(app, '/api/orders/cancel', { id: dear.id }, { token: me.token });
await post(app, '/api/orders/cancel', { id: cheap.id }, { token: me.token });

type Row = { order_id: string; order_number: string; kind: string; status: string; amount: number; balance: number };
const list = async (query = '') => (await get(app, `/customer/transaction?${query}`, { token: me.token })).body;
const amounts = async (query: string) => (await list(query)).rows.map((row: Row) => row.amount);

test('a customer sees what was charged and refunded, and nothing of others', async () => {
  const { rows, total } = await list();
  const facts = rows.map((row: Row) => [row.order_number, row.kind, row.status, row.amount]);
  expect(facts).toEqual([
    [dear.number, 'refund', 'pending', -38],
    [middle.number, 'charge', 'pending', 28],
    [cheap.number, 'charge', 'cancelled', 18],
    [dear.number, 'charge', 'cancelled', 38],
  ]);
  expect(total).toBe(4);
});

test('by kind and in every order', async () => {
  expect(await amounts('kind=refund')).toEqual([-38]);
  expect(await amounts('kind=charge&sort=at')).toEqual([38, 18, 28]);
  expect(await amounts('sort=amount')).toEqual([-38, 18, 28, 38]);
  expect(await amounts('sort=-amount')).toEqual([38, 28, 18, -38]);
});

test('page by page; past the end there is nothing, with the true total', async () => {
  expect(await amounts('sort=amount&limit=3&page=2')).toEqual([38]);
  expect(await list('page=9')).toMatchObject({ rows: [], total: 4, page: 9 });
});

test('each entry bears what is owed after it, whatever the filter', async () => {
  const { rows } = await list('sort=at');
  expect(rows.map((row: Row) => row.balance)).toEqual([38, 56, 84, 8]);
});

test('the sums are of what the filter lets through, the balance of everything', async () => {
  expect((await list()).sums).toEqual({ charged: 84, refunded: -38, balance: -10 });
  expect((await list('kind=refund')).sums).toEqual({ charged: 0, refunded: -38, balance: -10 });
});

test('by part of the order’s number, in any case; what would match anything else matches nothing', async () => {
  expect(await amounts(`q=${middle.number.toLowerCase()}`)).toEqual([28]);
  expect(await amounts(`q=${dear.number.slice(3)}&sort=amount`)).toEqual([-38, 38]);
  for (const q of ['%25', '_', 'nothing']) expect(await amounts(`q=${q}`)).toEqual([]);
});

test.each([
  'page=0',
  'limit=0',
  'limit=101',
  'sort=method',
  'kind=payment',
  'sort=at&sort=amount',
  'page=x',
  'from=yesterday',
  'to=2026-02-30',
  'from=0001-01-01',
])('%s is refused', async (query) => {
  expect(refusal(await get(app, `/customer/transaction?${query}`, { token: me.token }))).toEqual([422, 'invalid']);
});

test('foreign filters are dropped', async () => {
  expect((await list(`customer=${other.id}&customerId=${other.id}&customer_id=${other.id}`)).total).toBe(4);
});

test('the ledger only grows', async () => {
  await expect(pool.query('UPDATE ledger_entry SET amount = 0')).rejects.toThrow('only grows');
  await expect(pool.query('DELETE FROM ledger_entry')).rejects.toThrow('only grows');
});
