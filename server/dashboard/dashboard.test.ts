import { expect, test } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import { makeCoupon, makeSignedInCustomer, makeProduct, placeOrder, type MadeProduct } from '../../tests/factories.ts';
import { transitionOrder, type OrderTransition } from '../orders/transition-order.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const title = await makeProduct(shop, { stock: 500 });
const dear = await makeProduct(shop, { listPrice: 9000, memberPrice: 8000, stock: 500 });

const dashboard = async (token: string): Promise<Dashboard> => (await get(app, '/api/dashboard', { token })).body;

async function order(token: string, of: MadeProduct, moves: readonly OrderTransition['to'][] = []): Promise<string> {
  const { body } = await placeOrder(app, { lines: [{ of, qty: 2 }], token });
  for (const to of moves) await transitionOrder(deps, body.id, { to, actor: 'staff' });
  return body.number;
}

test('a new customer gets only recommendations', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const { picks, spending, at, free_delivery: free, ...rest } = await dashboard(token);
  expect(free).toEqual({ zone: 'peninsula', from: 131 });
  expect(picks.map((row) => row.id)).toEqual(expect.arrayContaining([title.id, dear.id]));
  expect(spending.map((one) => one.amount)).toEqual(Array(12).fill(0));
  expect(Date.parse(at)).not.toBeNaN();
  const none = { orders: 0, open_orders: 0, books: 0, wishes: 0, price_drops: 0, open_tickets: 0, unread_tickets: 0 };
  expect(rest).toEqual({ counts: none, saved: 0, open_orders: [], latest_orders: [], price_drops: [], tickets: [] });
});

test('open orders are sorted by progress, the latest order by date', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const shipped = await order(token, title, ['paid', 'packed', 'shipped']);
  const delivered = await order(token, title, ['paid', 'packed', 'shipped', 'delivered']);
  const placed = await order(token, dear);
  const paid = await order(token, title, ['paid']);
  const cancelled = await order(token, title, ['cancelled']);
  const { open_orders, latest_orders, counts, saved, picks } = await dashboard(token);
  expect(open_orders.map((one) => [one.number, one.status])).toEqual([
    [shipped, 'shipped'],
    [paid, 'paid'],
    [placed, 'placed'],
  ]);
  expect(latest_orders.map((one) => one.number)).toEqual([cancelled, paid, placed, delivered, shipped]);
  expect(open_orders[2]).toMatchObject({ payable: 160, books: 2, titles: 1, covers: [expect.any(String)] });
  expect(counts).toMatchObject({ orders: 5, open_orders: 3, books: 8 });
  expect(saved).toBe(3 * 8 + 20);
  expect(picks).toEqual([]);
});

test('member savings exclude coupon discounts', async () => {
  const { token } = await makeSignedInCustomer(shop);
  await placeOrder(app, { lines: [title], token, coupon: await makeCoupon(shop) });
  expect((await dashboard(token)).saved).toBe(4);
});

test('open tickets are listed, unread replies first', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const ask = async (subject: string): Promise<string> =>
    (await post(app, '/customer/ticket/add', { subject, message: 'M' }, { token })).body.id;
  const answered = await ask('Answered');
  await ask('Open');
  const closed = await ask('Closed');
  await post(app, '/api/ticket/close', { id: closed }, { token });
  await pool.query("UPDATE ticket SET state = 'answered', is_unread = true WHERE id = $1", [answered]);
  const { tickets, counts } = await dashboard(token);
  expect(tickets.map((one) => [one.subject, one.status, one.unread])).toEqual([
    ['Answered', 'answered', true],
    ['Open', 'open', false],
  ]);
  expect(counts).toMatchObject({ open_tickets: 2, unread_tickets: 1 });
});

test('price drops are listed, the biggest first', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const made = [await makeProduct(shop), await makeProduct(shop), await makeProduct(shop)];
  for (const one of made) await post(app, '/api/wish-list/toggle', { objectID: String(one.id) }, { token });
  await pool.query('UPDATE variant SET member_price = 3500 WHERE product_id = $1', [made[0]!.id]);
  await pool.query('UPDATE variant SET member_price = 2995 WHERE product_id = $1', [made[2]!.id]);
  const { price_drops, counts } = await dashboard(token);
  expect(price_drops.map((one) => [one.id, one.price_then, one.price, one.drop])).toEqual([
    [made[2]!.id, 36, 29.95, 6.05],
    [made[0]!.id, 36, 35, 1],
  ]);
  expect(counts).toMatchObject({ wishes: 3, price_drops: 2 });
});

test('a dashboard contains only its customer’s data', async () => {
  const [me, them] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  await order(them.token, title, ['paid']);
  const { counts, open_orders, spending } = await dashboard(me.token);
  expect([counts.orders, open_orders, spending.at(-1)!.amount]).toEqual([0, [], 0]);
});
