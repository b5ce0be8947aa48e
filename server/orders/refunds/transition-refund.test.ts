import { describe, expect, test } from 'vitest';
import type { OrderState } from '#domain/orders/order.ts';
import type { RefundState } from '#domain/orders/refund.ts';
import { get, openTestApp, post } from '../../../tests/test-app.ts';
import { makeCoupon, makeOrder, makeSignedInCustomer, makeProduct } from '../../../tests/factories.ts';
import { expectIntegrity } from '../../../tests/database.ts';
import { orderTokenTo, emailTokenTo, emailsTo } from '../../../tests/emails.ts';
import { transitionOrder } from '../transition-order.ts';
import { transitionRefund, type RefundTransition } from './transition-refund.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;

async function requested({ reason = 'changed_mind', qty = 2, state = 'delivered' as OrderState } = {}) {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock: 10 });
  const coupon = await makeCoupon(shop, { maxUses: 1 });
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, coupon, state });
  const items = [{ id: order.lines[0]!.id, qty }];
  const { body } = await post(app, '/customer/order/refund', { id: order.id, reason, items }, { token: me.token });
  const move = (to: RefundTransition['to'], note?: string) =>
    transitionRefund(deps, body.id, { to, actor: 'operator', note });
  const stock = async () => (await pool.query('SELECT stock FROM variant WHERE id = $1', [title.vid])).rows[0].stock;
  const used = async () => (await pool.query('SELECT used FROM coupon WHERE id = $1', [coupon.id])).rows[0].used;
  return { id: body.id as string, me, order, move, stock, used };
}

async function ledgerOf(orderId: string): Promise<[string, number][]> {
  const { rows } = await pool.query('SELECT kind, amount FROM ledger_entry WHERE order_id = $1 ORDER BY position', [
    orderId,
  ]);
  return rows.map((row) => [row.kind, row.amount]);
}

describe('approving', () => {
  test('posts the refund, restocks the copies and releases the coupon with the last of them', async () => {
    const { order, move, stock, used, me } = await requested();
    await move('approved');
    expect(await ledgerOf(order.id)).toEqual([
      ['charge', 7200],
      ['payment', -7200],
      ['refund', -7200],
    ]);
    expect([await stock(), await used()]).toEqual([10, 0]);
    const { rows } = (await get(app, '/customer/transaction?kind=refund', { token: me.token })).body;
    expect(rows).toMatchObject([{ kind: 'refund', status: 'pending', amount: -72 }]);
    await expectIntegrity(pool);
  });

  test('one copy leaves the coupon redeemed', async () => {
    const { move, stock, used } = await requested({ qty: 1 });
    await move('approved');
    expect([await stock(), await used()]).toEqual([9, 1]);
    await expectIntegrity(pool);
  });

  test('the last copy of an unpacked order cancels the order', async () => {
    const { order, move, me, stock, used } = await requested({ state: 'paid' });
    await move('approved');
    expect((await get(app, `/api/orders/${order.id}`, { token: me.token })).body.status).toBe('cancelled');
    const packing = transitionOrder(deps, order.id, { to: 'packed', actor: 'operator' });
    await expect(packing).rejects.toMatchObject({ code: 'too_late' });
    expect([await stock(), await used()]).toEqual([10, 0]);
    expect((await ledgerOf(order.id)).map(([, amount]) => amount)).toEqual([7200, -7200, -7200]);
    await expectIntegrity(pool);
  });

  test('a part of an unpacked order leaves the rest to be packed', async () => {
    const { order, move } = await requested({ state: 'paid', qty: 1 });
    await move('approved');
    expect((await transitionOrder(deps, order.id, { to: 'packed', actor: 'operator' })).state).toBe('packed');
  });

  test('damaged copies does not restock them', async () => {
    const { move, stock, id } = await requested({ reason: 'damaged' });
    await move('approved');
    expect(await stock()).toBe(8);
    const { rows } = await pool.query('SELECT restocked FROM refund_line WHERE refund_id = $1', [id]);
    expect(rows).toEqual([{ restocked: 0 }]);
    await expectIntegrity(pool);
  });

  test('copies that were never shipped restocks them for any reason', async () => {
    const { move, stock } = await requested({ reason: 'damaged', state: 'packed' });
    await move('approved');
    expect(await stock()).toBe(10);
  });
});

test('paying out posts the payout and marks the transaction as paid', async () => {
  const { id, order, move, me } = await requested();
  await move('approved');
  await move('paid_out');
  expect((await ledgerOf(order.id)).at(-1)).toEqual(['payout', 7200]);
  const { rows } = (await get(app, '/customer/transaction?kind=refund', { token: me.token })).body;
  expect(rows).toMatchObject([{ kind: 'refund', status: 'paid' }]);
  const { rows: moves } = await pool.query('SELECT state, actor FROM refund_event WHERE refund_id = $1 ORDER BY id', [
    id,
  ]);
  expect(moves).toEqual([
    { state: 'requested', actor: 'customer' },
    { state: 'approved', actor: 'operator' },
    { state: 'paid_out', actor: 'operator' },
  ]);
  const states = (await emailsTo(pool, me.email)).map((mail) => (mail.data as { state?: string }).state);
  expect(states.slice(-3)).toEqual(['requested', 'approved', 'paid_out']);
  await expectIntegrity(pool);
});

test('declining changes only the request and emails the reason', async () => {
  const { order, move, stock, used, me } = await requested();
  await move('declined', 'It has been read to pieces.');
  expect(await ledgerOf(order.id)).toHaveLength(2);
  expect([await stock(), await used()]).toEqual([8, 1]);
  expect((await emailsTo(pool, me.email)).at(-1)).toMatchObject({
    kind: 'refund_moved',
    data: { state: 'declined', note: 'It has been read to pieces.' },
  });
  await expectIntegrity(pool);
});

describe('a transition that the state does not allow is too late', () => {
  test.each<[RefundState, RefundTransition['to']]>([
    ['requested', 'paid_out'],
    ['approved', 'approved'],
    ['approved', 'declined'],
    ['paid_out', 'paid_out'],
    ['declined', 'approved'],
    ['declined', 'paid_out'],
  ])('%s → %s', async (from, to) => {
    const { move } = await requested();
    if (from === 'approved' || from === 'paid_out') await move('approved');
    if (from === 'paid_out' || from === 'declined') await move(from);
    await expect(move(to)).rejects.toMatchObject({ code: 'too_late' });
    await expectIntegrity(pool);
  });
});

describe('cancelling a paid order', () => {
  test('refunds everything at once, to be paid out', async () => {
    const me = await makeSignedInCustomer(shop);
    const title = await makeProduct(shop);
    const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, state: 'paid' });
    await post(app, '/api/orders/cancel', { id: order.id }, { token: me.token });
    const { body } = await get(app, `/api/orders/${order.id}`, { token: me.token });
    expect(body.refunds).toMatchObject([
      { status: 'approved', reason: 'cancelled', amount: order.payable, shipping: 8, lines: [{ qty: 2, amount: 72 }] },
    ]);
    expect((await emailsTo(pool, me.email)).map((mail) => mail.kind).slice(-2)).toEqual([
      'refund_moved',
      'order_moved',
    ]);
    await transitionRefund(deps, body.refunds[0].id, { to: 'paid_out', actor: 'operator' });
    expect((await ledgerOf(order.id)).map(([kind]) => kind)).toEqual(['charge', 'payment', 'refund', 'payout']);
    await expectIntegrity(pool);
  });

  test('approves open requests and refunds only the remainder', async () => {
    const { move, order, stock, used, me } = await requested({ qty: 1, state: 'paid' });
    await move('approved');
    const token = me.token;
    await transitionOrder(deps, order.id, { to: 'cancelled', actor: 'operator' });
    expect([await stock(), await used()]).toEqual([10, 0]);
    const { body } = await get(app, `/api/orders/${order.id}`, { token });
    expect(body.refunds).toMatchObject([
      { reason: 'changed_mind', status: 'approved' },
      { reason: 'cancelled', status: 'approved', lines: [{ qty: 1 }] },
    ]);
    await expectIntegrity(pool);
  });

  test('approves an open request', async () => {
    const { order, stock, used } = await requested({ reason: 'damaged', state: 'paid' });
    await transitionOrder(deps, order.id, { to: 'cancelled', actor: 'operator' });
    expect([await stock(), await used()]).toEqual([10, 0]);
    const { rows } = await pool.query('SELECT state, reason FROM refund WHERE order_id = $1', [order.id]);
    expect(rows).toEqual([{ state: 'approved', reason: 'damaged' }]);
    await expectIntegrity(pool);
  });

  test('refunds a guest, and later the customer who adopted the order', async () => {
    const email = 'refunded.guest@mail.test';
    const order = await makeOrder(shop, { lines: [await makeProduct(shop)], email, state: 'paid' });
    await transitionOrder(deps, order.id, { to: 'cancelled', actor: 'operator' });
    const token = await orderTokenTo(deps, email);
    expect((await get(app, `/api/guest-orders/${token}`)).body.refunds).toMatchObject([{ amount: order.payable }]);
    const form = { displayName: 'Ada', email, username: 'refunded', password: 'a good long password' };
    await post(app, '/customer/auth/register', { ...form, confirmPassword: form.password });
    await post(app, '/api/auth/activate', {
      token: await emailTokenTo(pool, email, 'activate'),
      password: form.password,
    });
    await expectIntegrity(pool);
  });
});
