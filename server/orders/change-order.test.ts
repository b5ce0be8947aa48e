import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import {
  ADDRESS,
  makeCoupon,
  makeOrder,
  makeProduct,
  makeSignedInCustomer,
  placeOrder,
} from '../../tests/factories.ts';
import { countValues, errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { customerOrderToken, guestOrderToken } from '../emails/links.ts';
import { toApiError } from '../http/error-responses.ts';
import { changeAddress } from './change-address.ts';
import { cancelItems } from './refunds/cancel-items.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp({ DATABASE_POOL: '40' });
const { app, deps, pool } = shop;

const outcome = (work: Promise<unknown>, done: string): Promise<string> =>
  work.then(
    () => done,
    (error: unknown) => toApiError(error).code,
  );

const MOVED = { ...ADDRESS, phone: '+60123456789', line1: '7, Jalan Bangsar', zip: '59100' };

async function bought(state: 'placed' | 'paid' | 'packed' = 'paid') {
  const me = await makeSignedInCustomer(shop);
  const first = await makeProduct(shop, { stock: 10, listPrice: 7000, memberPrice: 7000 });
  const second = await makeProduct(shop, { stock: 10, listPrice: 7000, memberPrice: 7000 });
  const order = await makeOrder(shop, { lines: [{ of: first, qty: 2 }, second], token: me.token, state });
  const see = async () => (await get(app, `/api/orders/${order.id}`, me)).body;
  const stockOf = async (vid: number) =>
    (await pool.query('SELECT stock FROM variant WHERE id = $1', [vid])).rows[0].stock;
  const cancel = (index: number, qty: number, amount: number) =>
    cancelItems(deps, order.id, { items: [{ id: order.lines[index]!.id, qty }], amount });
  return { me, first, second, order, see, stockOf, cancel };
}

test('a new address is on the order, in its timeline and in an email, with the day of arrival', async () => {
  const { me, order, see } = await bought();
  await changeAddress(deps, order.id, MOVED);
  const { address, timeline, expected, requests } = await see();
  expect(address).toMatchObject({ line1: '7, Jalan Bangsar', zip: '59100', phone: '+60123456789' });
  expect(timeline.map(({ status }: { status: string }) => status)).toEqual(['placed', 'paid', 'address_changed']);
  expect(expected).toMatchObject({ from: expect.any(String), to: expect.any(String) });
  expect(requests).toEqual(['address', 'cancel-items', 'withdraw']);
  const email = (await renderedEmailsTo(deps, me.email)).find(({ kind }) => kind === 'address_changed');
  expect(email!.text).toContain('7, Jalan Bangsar');
});

test('without a phone number the order keeps its own', async () => {
  const { order, see } = await bought('placed');
  const { address: before } = await see();
  await changeAddress(deps, order.id, { ...MOVED, phone: undefined });
  expect((await see()).address).toMatchObject({ phone: before.phone, zip: '59100' });
});

test('an address where delivery costs another amount, or that is not served, is rejected', async () => {
  const { order, see } = await bought();
  for (const zip of ['88000', '99999'])
    expect(await outcome(changeAddress(deps, order.id, { ...MOVED, zip }), 'changed')).toBe('delivery_differs');
  expect((await see()).address.zip).toBe(ADDRESS.zip);
});

test('a packed order keeps its address and its items', async () => {
  const { order, see, cancel } = await bought('packed');
  expect(await outcome(changeAddress(deps, order.id, MOVED), 'changed')).toBe('too_late');
  expect(await outcome(cancel(0, 1, 70), 'cancelled')).toBe('too_late');
  expect(await see()).toMatchObject({ requests: ['withdraw'], refunds: [], address: { zip: ADDRESS.zip } });
});

test('cancelled copies are refunded at once and return to stock; the rest is quoted again', async () => {
  const { first, order, see, stockOf, cancel } = await bought();
  expect(order.payable).toBe(210);
  await cancel(0, 2, 132);
  const { refunds, status, timeline, lines } = await see();
  expect(refunds).toMatchObject([{ status: 'approved', amount: 132, shipping: -8, reason: 'cancelled' }]);
  expect([status, await stockOf(first.vid)]).toEqual(['paid', 10]);
  expect(timeline.at(-1)).toMatchObject({ status: 'refund_approved', amount: 132 });
  expect(lines.map(({ refundable_qty }: { refundable_qty: number }) => refundable_qty)).toEqual([0, 1]);
  await expectIntegrity(pool);
});

test('cancelling the last items cancels the order and frees its coupon', async () => {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock: 5 });
  const coupon = await makeCoupon(shop);
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, coupon, state: 'paid' });
  const items = [{ id: order.lines[0]!.id, qty: 2 }];
  await cancelItems(deps, order.id, { items, amount: order.payable });
  const { status, refunds } = (await get(app, `/api/orders/${order.id}`, me)).body;
  expect([status, refunds.length, refunds[0].amount]).toEqual(['cancelled', 1, order.payable]);
  const { rows } = await pool.query('SELECT used FROM coupon WHERE id = $1', [coupon.id]);
  expect(rows).toEqual([{ used: 0 }]);
  await expectIntegrity(pool);
});

test('another amount than the one that was shown, foreign lines and too many copies change nothing', async () => {
  const { order, see, cancel } = await bought();
  expect(await outcome(cancel(0, 1, 69), 'cancelled')).toBe('refund_changed');
  expect(await outcome(cancel(0, 3, 210), 'cancelled')).toBe('not_refundable');
  const foreign = { items: [{ id: (await bought()).order.lines[0]!.id, qty: 1 }], amount: 70 };
  expect(await outcome(cancelItems(deps, order.id, foreign), 'cancelled')).toBe('not_found');
  expect((await see()).refunds).toEqual([]);
});

test('of twenty cancellations of one copy at once exactly one takes place', async () => {
  const { second, stockOf, cancel } = await bought();
  const outcomes = await runConcurrently(20, 20, () => outcome(cancel(1, 1, 70), 'cancelled'));
  expect(countValues(outcomes)).toEqual({ cancelled: 1, not_refundable: 19 });
  expect(await stockOf(second.vid)).toBe(10);
  await expectIntegrity(pool);
});

test('of packing and changing at once, what comes second finds what the first did', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { order, see, cancel } = await bought();
    const [packed, cancelled, moved] = await Promise.all([
      outcome(transitionOrder(deps, order.id, { to: 'packed', actor: 'operator' }), 'packed'),
      outcome(cancel(1, 1, 70), 'cancelled'),
      outcome(changeAddress(deps, order.id, MOVED), 'moved'),
    ]);
    const { status, refunds, address, timeline } = await see();
    const events = timeline.map((entry: { status: string }) => entry.status);
    expect([packed, status]).toEqual(['packed', 'packed']);
    expect(refunds).toHaveLength(cancelled === 'cancelled' ? 1 : 0);
    expect(address.zip).toBe(moved === 'moved' ? '59100' : ADDRESS.zip);
    expect(events.includes('address_changed')).toBe(moved === 'moved');
  }
  await expectIntegrity(pool);
});

test('a customer opens the pages of their own order alone, for two hours', async () => {
  const { me, order } = await bought();
  const { page } = (await post(app, '/api/orders/link', { id: order.id }, me)).body;
  const token = page.split('/').at(-1);
  expect((await get(app, `/api/guest-orders/${token}`)).body).toMatchObject({ id: order.id });
  const other = await makeSignedInCustomer(shop);
  expect(errorOf(await post(app, '/api/orders/link', { id: order.id }, other))).toEqual([404, 'not_found']);
  const expired = customerOrderToken(deps, order.id, Date.now() - 7_200_001);
  expect(errorOf(await get(app, `/api/guest-orders/${expired}`))).toEqual([410, 'link_expired']);
  const [id, until, mac] = token.split('.');
  for (const wrong of [`${id}.${Number(until) + 1}.${mac}`, `${id}.${until}.`, `${other.id}.${until}.${mac}`])
    expect(errorOf(await get(app, `/api/guest-orders/${wrong}`))).toEqual([404, 'not_found']);
  const { body: guest } = await placeOrder(app, { lines: [await makeProduct(shop)], email: 'link@mail.test' });
  expect((await get(app, `/api/guest-orders/${guestOrderToken(deps, guest.id)}`)).body).toMatchObject({ id: guest.id });
});
