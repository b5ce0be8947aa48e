import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import messages from '#messages/en/area.json' with { type: 'json' };
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const me = await makeSignedInCustomer(shop);
const other = await makeSignedInCustomer(shop);
const orders: { id: string; number: string; payable: number }[] = [];
for (const listPrice of [3000, 1000, 2000])
  orders.push(
    (
      await placeOrder(app, {
        lines: [await makeProduct(shop, { listPrice, memberPrice: listPrice })],
        token: me.token,
      })
    ).body,
  );
await placeOrder(app, { lines: [await makeProduct(shop)], token: other.token });
await placeOrder(app, { lines: [await makeProduct(shop)], email: me.email });
const [dear, cheap, middle] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]];
await transitionOrder(deps, dear.id, { to: 'paid', actor: 'staff' });
await post(app, '/api/orders/cancel', { id: dear.id }, { token: me.token });
await post(app, '/api/orders/cancel', { id: cheap.id }, { token: me.token });

type Row = { order_id: string; order_number: string; kind: string; status: string; amount: number; balance: number };
const list = async (query = '') => (await get(app, `/customer/transaction?${query}`, { token: me.token })).body;
const amounts = async (query: string) => (await list(query)).rows.map((row: Row) => row.amount);

test('a customer sees exactly the entries of their own orders', async () => {
  const { rows, total } = await list('sort=at');
  const facts = rows.map((row: Row) => [row.order_number, row.kind, row.status, row.amount, row.balance]);
  expect(facts).toEqual([
    [dear.number, 'charge', 'cancelled', 38, 38],
    [cheap.number, 'charge', 'cancelled', 18, 56],
    [middle.number, 'charge', 'pending', 28, 84],
    [dear.number, 'payment', 'paid', -38, 46],
    [dear.number, 'refund', 'pending', -38, 8],
    [cheap.number, 'reversal', 'cancelled', -18, -10],
  ]);
  expect(total).toBe(6);
});

test('by type and in every sort order', async () => {
  expect(await amounts('kind=refund')).toEqual([-38]);
  expect(await amounts('kind=payment')).toEqual([-38]);
  expect(await amounts('kind=payout')).toEqual([]);
  expect(await amounts('kind=charge&sort=at')).toEqual([38, 18, 28]);
  expect(await amounts('sort=amount')).toEqual([-38, -38, -18, 18, 28, 38]);
  expect(await amounts('sort=-amount')).toEqual([38, 28, 18, -18, -38, -38]);
});

test('page by page; a page past the end is empty, with the true total', async () => {
  expect(await amounts('sort=amount&limit=4&page=2')).toEqual([28, 38]);
  expect(await list('page=9')).toMatchObject({ rows: [], total: 6, page: 9 });
});

test('an order’s balance ends at zero after cancellation or payout', async () => {
  const ended = async (number: string) => {
    const { rows } = await list(`q=${number}`);
    return Math.round(rows.reduce((sum: number, row: Row) => sum + row.amount, 0) * 100);
  };
  expect(await ended(cheap.number)).toBe(0);
  expect(await ended(dear.number)).toBe(-3800);
  const settled = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], token: settled.token });
  await transitionOrder(deps, body.id, { to: 'paid', actor: 'staff' });
  await transitionOrder(deps, body.id, { to: 'cancelled', actor: 'staff' });
  const [owed] = (await pool.query('SELECT id FROM refund WHERE order_id = $1', [body.id])).rows;
  await transitionRefund(deps, owed.id, { to: 'paid_out', actor: 'staff' });
  const { rows: entries, sums } = (await get(app, '/customer/transaction?sort=at', { token: settled.token })).body;
  expect(entries.map((row: Row) => [row.kind, row.status, row.amount, row.balance])).toEqual([
    ['charge', 'cancelled', 44, 44],
    ['payment', 'paid', -44, 0],
    ['refund', 'paid', -44, -44],
    ['payout', 'paid', 44, 0],
  ]);
  expect(sums).toEqual({ charged: 0, refunded: -44, balance: 0, to_pay: 0, to_refund: 0 });
});

test('totals cover the filtered entries without cancelled orders, the balance everything', async () => {
  const open = { balance: -10, to_pay: 28, to_refund: 38 };
  expect((await list()).sums).toEqual({ charged: 28, refunded: -38, ...open });
  expect((await list('kind=refund')).sums).toEqual({ charged: 0, refunded: -38, ...open });
});

test('the statement matches the list row by row', async () => {
  const headers = { authorization: `Bearer ${me.token}` };
  const { payload } = await app.inject({ url: '/api/transactions/statement', headers });
  const records: Record<string, string>[] = parse(payload, { bom: true, columns: true });
  const { rows } = await list('sort=at');
  const { kinds } = messages.transactions;
  expect(records.map((row) => [row.Order, row.Type, row['Amount (RM)'], row['Balance (RM)']])).toEqual(
    rows.map((row: Row) => [
      row.order_number,
      kinds[row.kind as keyof typeof kinds],
      row.amount.toFixed(2),
      row.balance.toFixed(2),
    ]),
  );
});

test('by part of the order number, in any case', async () => {
  expect(await amounts(`q=${middle.number.toLowerCase()}`)).toEqual([28]);
  expect(await amounts(`q=${dear.number.slice(3)}&sort=amount`)).toEqual([-38, -38, 38]);
  for (const q of ['%25', '_', 'nothing']) expect(await amounts(`q=${q}`)).toEqual([]);
});

test.each([
  'page=0',
  'limit=0',
  'limit=101',
  'sort=method',
  'kind=tax',
  'sort=at&sort=amount',
  'page=x',
  'from=yesterday',
  'to=2026-02-30',
  'from=0001-01-01',
])('%s is rejected', async (query) => {
  expect(errorOf(await get(app, `/customer/transaction?${query}`, { token: me.token }))).toEqual([422, 'invalid']);
});

test('unknown filters are dropped', async () => {
  expect((await list(`customer=${other.id}&customerId=${other.id}&customer_id=${other.id}`)).total).toBe(6);
});

test('the ledger is append-only', async () => {
  await expect(pool.query('UPDATE ledger_entry SET amount = 0')).rejects.toThrow('is append-only');
  await expect(pool.query('DELETE FROM ledger_entry')).rejects.toThrow('is append-only');
});
