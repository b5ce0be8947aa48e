import { describe, expect, test } from 'vitest';
import type { OrderState } from '#domain/order-state.ts';
import type { RefundState } from '#domain/refund-state.ts';
import { get, openDoor, post } from '../../tests/door.ts';
import { makeCoupon, makeOrder, makeSignedIn, makeTitle } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { guestTokenTo, linkTo, mailsTo } from '../../tests/mails.ts';
import { moveOrder } from '../orders/move-order.ts';
import { moveRefund, type RefundMove } from './move-refund.ts';

const shop = await openDoor();
const { app, pool, deps } = shop;

async function requested({ reason = 'changed_mind', qty = 2, state = 'delivered' as OrderState } = {}) {
  const me = await makeSignedIn(shop);
  const title = await makeTitle(shop, { stock: 10 });
  const coupon = await makeCoupon(shop, { maxUses: 1 });
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, coupon, state });
  const items = [{ id: order.lines[0]!.id, qty }];
  const { body } = await post(app, '/customer/order/refund', { id: order.id, reason, items }, { token: me.token });
  const move = (to: RefundMove['to'], note?: string) => moveRefund(deps, body.id, { to, actor: 'operator', note });
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
  test('owes the money, puts the copies back, and gives the coupon back with the last of them', async () => {
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
    await expectSound(pool);
  });

  test('of one copy leaves the coupon used', async () => {
    const { move, stock, used } = await requested({ qty: 1 });
    await move('approved');
    expect([await stock(), await used()]).toEqual([9, 1]);
    await expectSound(pool);
  });

  test('the last of an order that is not packed cancels it, so that nobody packs it', async () => {
    const { order, move, me, stock, used } = await requested({ state: 'paid' });
    await move('approved');
    expect((await get(app, `/api/orders/${order.id}`, { token: me.token })).body.status).toBe('cancelled');
    const packing = moveOrder(deps, order.id, { to: 'packed', actor: 'operator' });
    await expect(packing).rejects.toMatchObject({ code: 'too_late' });
    expect([await stock(), await used()]).toEqual([10, 0]);
    expect((await ledgerOf(order.id)).map(([, amount]) => amount)).toEqual([7200, -7200, -7200]);
    await expectSound(pool);
  });

  test('a part of an order that is not packed leaves the rest to be packed', async () => {
    const { order, move } = await requested({ state: 'paid', qty: 1 });
    await move('approved');
    expect((await moveOrder(deps, order.id, { to: 'packed', actor: 'operator' })).state).toBe('packed');
  });

  test('of damaged copies does not put them back on the shelf', async () => {
    const { move, stock, id } = await requested({ reason: 'damaged' });
    await move('approved');
    expect(await stock()).toBe(8);
    const { rows } = await pool.query('SELECT restocked FROM refund_line WHERE refund_id = $1', [id]);
    expect(rows).toEqual([{ restocked: 0 }]);
    await expectSound(pool);
  });

  test('of copies that never left puts them back, whatever the reason', async () => {
    const { move, stock } = await requested({ reason: 'damaged', state: 'packed' });
    await move('approved');
    expect(await stock()).toBe(10);
  });
});

test('paying out enters the money that left, and the transaction is paid', async () => {
  const { id, order, move, me } = await requested();
  await move('approved');
  await move('paid_out');
  expect((await ledgerOf(order.id)).at(-1)).toEqual(['payout', 7200]);
  const { rows } = (await get(app, '/customer/transaction?kind=refund', { token: me.token })).body;
  expect(rows).toMatchObject([{ kind: 'refund', status: 'paid' }]);
  const { rows: moves } = await pool.query('SELECT state, actor FROM refund_move WHERE refund_id = $1 ORDER BY id', [
    id,
  ]);
  expect(moves).toEqual([
    { state: 'requested', actor: 'customer' },
    { state: 'approved', actor: 'operator' },
    { state: 'paid_out', actor: 'operator' },
  ]);
  const states = (await mailsTo(pool, me.email)).map((mail) => (mail.facts as { state?: string }).state);
  expect(states.slice(-3)).toEqual(['requested', 'approved', 'paid_out']);
  await expectSound(pool);
});

test('declining changes nothing but the request, and tells the customer why', async () => {
  const { order, move, stock, used, me } = await requested();
  await move('declined', 'It has been read to pieces.');
  expect(await ledgerOf(order.id)).toHaveLength(2);
  expect([await stock(), await used()]).toEqual([8, 1]);
  expect((await mailsTo(pool, me.email)).at(-1)).toMatchObject({
    kind: 'refund_moved',
    facts: { state: 'declined', note: 'It has been read to pieces.' },
  });
  await expectSound(pool);
});

describe('a move that the state does not allow is too late', () => {
  test.each<[RefundState, RefundMove['to']]>([
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
    await expectSound(pool);
  });
});

describe('cancelling a paid order', () => {
  test('owes everything back at once, to be paid out', async () => {
    const me = await makeSignedIn(shop);
    const title = await makeTitle(shop);
    const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, state: 'paid' });
    await post(app, '/api/orders/cancel', { id: order.id }, { token: me.token });
    const { body } = await get(app, `/api/orders/${order.id}`, { token: me.token });
    expect(body.refunds).toMatchObject([
      { status: 'approved', reason: 'cancelled', amount: order.payable, shipping: 8, lines: [{ qty: 2, amount: 72 }] },
    ]);
    expect((await mailsTo(pool, me.email)).map((mail) => mail.kind).slice(-2)).toEqual(['refund_moved', 'order_moved']);
    await moveRefund(deps, body.refunds[0].id, { to: 'paid_out', actor: 'operator' });
    expect((await ledgerOf(order.id)).map(([kind]) => kind)).toEqual(['charge', 'payment', 'refund', 'payout']);
    await expectSound(pool);
  });

  test('approves what waits and owes only what is left beside what was approved', async () => {
    const { move, order, stock, used, me } = await requested({ qty: 1, state: 'paid' });
    await move('approved');
    const token = me.token;
    await moveOrder(deps, order.id, { to: 'cancelled', actor: 'operator' });
    expect([await stock(), await used()]).toEqual([10, 0]);
    const { body } = await get(app, `/api/orders/${order.id}`, { token });
    expect(body.refunds).toMatchObject([
      { reason: 'changed_mind', status: 'approved' },
      { reason: 'cancelled', status: 'approved', lines: [{ qty: 1 }] },
    ]);
    await expectSound(pool);
  });

  test('approves a request that waits', async () => {
    const { order, stock, used } = await requested({ reason: 'damaged', state: 'paid' });
    await moveOrder(deps, order.id, { to: 'cancelled', actor: 'operator' });
    expect([await stock(), await used()]).toEqual([10, 0]);
    const { rows } = await pool.query('SELECT state, reason FROM refund WHERE order_id = $1', [order.id]);
    expect(rows).toEqual([{ state: 'approved', reason: 'damaged' }]);
    await expectSound(pool);
  });

  test('of a guest owes the guest, and later who the guest became', async () => {
    const email = 'refunded.guest@mail.test';
    const order = await makeOrder(shop, { lines: [await makeTitle(shop)], email, state: 'paid' });
    await moveOrder(deps, order.id, { to: 'cancelled', actor: 'operator' });
    const token = await guestTokenTo(deps, email);
    expect((await get(app, `/api/guest-orders/${token}`)).body.refunds).toMatchObject([{ amount: order.payable }]);
    const form = { displayName: 'Ada', email, username: 'refunded', password: 'a good long password' };
    await post(app, '/customer/auth/register', { ...form, confirmPassword: form.password });
    await post(app, '/api/auth/activate', { token: await linkTo(pool, email, 'activate') });
    await expectSound(pool);
  });
});
