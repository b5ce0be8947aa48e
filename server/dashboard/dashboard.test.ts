import { expect, test } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import {
  makeCoupon,
  makeOrder,
  makeProduct,
  makeSignedInCustomer,
  placeOrder,
  type MadeProduct,
} from '../../tests/factories.ts';
import { announceMovedDates } from '../orders/moved-dates.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';
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
  const empty = { open_orders: [], refunds: [], shelf: [], series: [], price_drops: [], tickets: [] };
  expect(rest).toEqual({ counts: none, saved: 0, ...empty });
});

test('of open orders those to be paid come first, then those that have come furthest', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const shipped = await order(token, title, ['paid', 'packed', 'shipped']);
  await order(token, title, ['paid', 'packed', 'shipped', 'delivered']);
  const placed = await order(token, dear);
  const paid = await order(token, title, ['paid']);
  await order(token, title, ['cancelled']);
  const { open_orders, counts, saved, picks, shelf } = await dashboard(token);
  expect(open_orders.map((one) => [one.number, one.status])).toEqual([
    [placed, 'placed'],
    [shipped, 'shipped'],
    [paid, 'paid'],
  ]);
  expect(open_orders[0]).toMatchObject({
    payable: 160,
    books: 2,
    titles: 1,
    covers: [expect.any(String)],
    moved: null,
  });
  expect(Date.parse(open_orders[0]!.due_at!)).toBeGreaterThan(Date.now());
  expect(open_orders[1]!.due_at).toBeNull();
  expect(open_orders[1]!.expected!.from <= open_orders[1]!.expected!.to).toBe(true);
  expect(shelf.map((one) => one.id)).toEqual([title.id]);
  expect(counts).toMatchObject({ orders: 5, open_orders: 3, books: 8 });
  expect(saved).toBe(3 * 8 + 20);
  expect(picks).toEqual([]);
});

test('a moved on-sale date is news for two weeks, while the order waits', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const awaited = await makeProduct(shop, { title: 'Awaited' });
  const setEmbargo = (day: string) => pool.query('UPDATE variant SET embargo = $2 WHERE id = $1', [awaited.vid, day]);
  await setEmbargo('2099-01-15');
  await order(token, awaited, ['paid']);
  await setEmbargo('2099-03');
  await announceMovedDates(deps);
  const moved = async () => (await dashboard(token)).open_orders[0]!.moved;
  expect(await moved()).toEqual({ title: 'Awaited', language: 'en', on_sale_from: '2099-03' });
  await pool.query("UPDATE order_line SET on_sale_moved_at = now() - interval '15 days' WHERE variant_id = $1", [
    awaited.vid,
  ]);
  expect(await moved()).toBeNull();
});

test('a refund is news once it is decided, for two weeks', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const { id, number } = await makeOrder(shop, { lines: [title], token });
  const refund = (await post(app, '/customer/order/refund', { id, reason: 'damaged' }, { token })).body.id;
  expect((await dashboard(token)).refunds).toEqual([]);
  await transitionRefund(deps, refund, { to: 'declined', actor: 'staff', note: 'No.' });
  expect((await dashboard(token)).refunds).toMatchObject([
    { id: refund, order: number, status: 'declined', amount: 44 },
  ]);
  await pool.query("UPDATE refund_event SET at = at - interval '15 days' WHERE refund_id = $1", [refund]);
  expect((await dashboard(token)).refunds).toEqual([]);
});

test('a begun series offers its next volume, a complete one nothing', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const volume = (number: string) => makeProduct(shop, { title: `Book ${number}`, series: { name: 'Saga', number } });
  const [first, second] = [await volume('1'), await volume('2')];
  await makeOrder(shop, { lines: [first], token });
  expect((await dashboard(token)).series).toMatchObject([{ name: 'Saga', next: { title: 'Book 2' } }]);
  await makeOrder(shop, { lines: [second], token });
  expect((await dashboard(token)).series).toEqual([]);
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
