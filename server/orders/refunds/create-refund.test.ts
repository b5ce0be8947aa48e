import { describe, expect, test } from 'vitest';
import type { OrderState } from '#domain/orders/order.ts';
import { get, openTestApp, post, errorOf } from '../../../tests/test-app.ts';
import { makeCoupon, makeOrder, makeSignedInCustomer, makeProduct, type Cart } from '../../../tests/factories.ts';
import { expectIntegrity } from '../../../tests/database.ts';
import { emailsTo } from '../../../tests/emails.ts';
import { transitionRefund } from './transition-refund.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const NO_ID = '01900000-0000-7000-8000-000000000000';

/** An order of three copies (RM 10.00 each) and one (RM 5.00), RM 1.00 off by a coupon, delivery RM 8.00. */
async function bought(state: OrderState = 'delivered', changes: Partial<Cart> = {}) {
  const me = await makeSignedInCustomer(shop);
  const three = await makeProduct(shop, { listPrice: 1000, memberPrice: 1000 });
  const one = await makeProduct(shop, { listPrice: 500, memberPrice: 500 });
  const lines = [{ of: three, qty: 3 }, { of: one }];
  const order = await makeOrder(shop, { lines, token: me.token, state, ...changes });
  const ask = (told: Record<string, unknown> = {}) =>
    post(app, '/customer/order/refund', { id: order.id, reason: 'changed_mind', ...told }, { token: me.token });
  const see = async () => (await get(app, `/api/orders/${order.id}`, { token: me.token })).body;
  return { me, order, ask, see, lineIds: order.lines.map((line) => line.id) };
}

test('a refund of everything is requested, with delivery', async () => {
  const { me, order, ask, see } = await bought();
  const { status, body } = await ask({ note: 'Two at once.' });
  expect([status, body]).toEqual([201, { id: expect.any(String), status: 'requested', amount: order.payable }]);
  expect((await see()).refunds).toMatchObject([
    {
      id: body.id,
      status: 'requested',
      amount: 43,
      shipping: 8,
      reason: 'changed_mind',
      shop_note: null,
      lines: [
        { qty: 3, amount: 30 },
        { qty: 1, amount: 5 },
      ],
    },
  ]);
  expect((await see()).lines.map((line: { refundable_qty: number }) => line.refundable_qty)).toEqual([0, 0]);
  const { rows } = await pool.query('SELECT note, state FROM refund WHERE id = $1', [body.id]);
  expect(rows).toEqual([{ note: 'Two at once.', state: 'requested' }]);
  expect((await emailsTo(pool, me.email)).at(-1)).toMatchObject({
    kind: 'refund_moved',
    data: { state: 'requested', number: order.number, amount: 4300 },
  });
  await expectIntegrity(pool);
});

test('partial refunds add up to exactly what was paid, delivery with the last copy', async () => {
  const coupon = await makeCoupon(shop, { valueType: 1, value: 333 });
  const { ask, order, lineIds, see } = await bought('delivered', { coupon });
  const amounts: number[] = [];
  for (const id of [lineIds[0], lineIds[0], lineIds[1], lineIds[0]])
    amounts.push((await ask({ items: [{ id, qty: 1 }] })).body.amount);
  expect(amounts.slice(0, 3)).toEqual([9.67, 9.66, 4.83]);
  expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100)).toBe(Math.round(order.payable * 100));
  expect((await see()).refunds).toHaveLength(4);
  expect(errorOf(await ask())).toEqual([409, 'not_refundable']);
  await expectIntegrity(pool);
});

test('a declined refund releases its copies', async () => {
  const { ask, lineIds, see } = await bought();
  const { body } = await ask({ items: [{ id: lineIds[0], qty: 2 }] });
  expect((await see()).lines[0].refundable_qty).toBe(1);
  await transitionRefund(deps, body.id, { to: 'declined', actor: 'operator', note: 'Please send a picture first.' });
  expect(await see()).toMatchObject({
    lines: [{ refundable_qty: 3 }, { refundable_qty: 1 }],
    refunds: [{ status: 'declined', shop_note: 'Please send a picture first.' }],
  });
  expect((await ask()).body.amount).toBe(43);
  await expectIntegrity(pool);
});

test.each(['paid', 'packed', 'shipped'] as const)('a refund may be requested while the order is %s', async (state) => {
  const { ask } = await bought(state);
  expect((await ask()).status).toBe(201);
});

test('a refund is recorded in the customer’s audit trail', async () => {
  const { ask, me, order } = await bought();
  const { body } = await ask();
  const { rows } = await pool.query('SELECT event, actor, details, ip FROM audit_entry WHERE chain = $1', [me.id]);
  expect(rows.at(-1)).toEqual({
    event: 'refund_asked',
    actor: 'customer',
    details: { order: order.number, refund: body.id, amount: 4300 },
    ip: '127.0.0.1',
  });
});

describe('a refund is rejected', () => {
  test.each(['placed', 'cancelled'] as const)('for an order that is %s', async (state) => {
    const { ask, see } = await bought(state);
    expect(errorOf(await ask())).toEqual([409, 'not_refundable']);
    expect((await see()).lines.map((line: { refundable_qty: number }) => line.refundable_qty)).toEqual([0, 0]);
  });

  test('when everything was already requested', async () => {
    const { ask, lineIds } = await bought();
    await ask();
    expect(errorOf(await ask())).toEqual([409, 'not_refundable']);
    expect(errorOf(await ask({ items: [{ id: lineIds[0], qty: 1 }] }))).toEqual([409, 'not_refundable']);
  });

  test('for more copies than were bought, also across requests', async () => {
    const { ask, lineIds } = await bought();
    const [id] = lineIds;
    expect(errorOf(await ask({ items: [{ id, qty: 4 }] }))).toEqual([409, 'not_refundable']);
    const parts = [
      { id, qty: 2 },
      { id, qty: 2 },
    ];
    expect(errorOf(await ask({ items: parts }))).toEqual([409, 'not_refundable']);
  });

  test('more than 30 days after delivery, and not a minute before', async () => {
    const { ask, order, see } = await bought();
    const delivered = (ago: string) =>
      pool.query(`UPDATE order_event SET at = now() - $2::interval WHERE order_id = $1 AND state = 'delivered'`, [
        order.id,
        ago,
      ]);
    await delivered('30 days 1 minute');
    expect(errorOf(await ask())).toEqual([409, 'not_refundable']);
    expect((await see()).lines[0].refundable_qty).toBe(0);
    await delivered('29 days 23 hours 59 minutes');
    expect(Date.parse((await see()).refundable_until)).toBeGreaterThan(Date.now());
    expect((await ask()).status).toBe(201);
  });
});

describe('a refund request is invalid', () => {
  test('for another customer’s order or line, like one that does not exist', async () => {
    const { ask, me } = await bought();
    const other = await bought();
    const asked = { id: other.order.id, reason: 'late' };
    const theirs = await post(app, '/customer/order/refund', asked, { token: me.token });
    const nobodys = await post(app, '/customer/order/refund', { ...asked, id: NO_ID }, { token: me.token });
    expect(errorOf(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe(nobodys.text);
    for (const id of [other.lineIds[0], NO_ID])
      expect(errorOf(await ask({ items: [{ id, qty: 1 }] }))).toEqual([404, 'not_found']);
  });

  test.each([
    { reason: 'cancelled' },
    { reason: '' },
    { items: [] },
    { items: [{ id: NO_ID, qty: 0 }] },
    { items: [{ id: NO_ID, qty: -1 }] },
    { items: [{ id: NO_ID, qty: '1' }] },
    { items: null },
    { note: 'x'.repeat(2001) },
  ])('with %j', async (told) => {
    const { ask } = await bought();
    expect(errorOf(await ask(told))).toEqual([422, 'invalid']);
  });

  test('without an access token', async () => {
    const { order } = await bought();
    expect(errorOf(await post(app, '/customer/order/refund', { id: order.id, reason: 'late' }))).toEqual([
      401,
      'token_missing',
    ]);
  });
});
