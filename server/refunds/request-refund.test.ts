import { describe, expect, test } from 'vitest';
import type { OrderState } from '#domain/order-state.ts';
import { get, openDoor, post, refusal } from '../../tests/door.ts';
import { makeCoupon, makeOrder, makeSignedIn, makeTitle, type Cart } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { mailsTo } from '../../tests/mails.ts';
import { moveRefund } from './move-refund.ts';

const shop = await openDoor();
const { app, pool, deps } = shop;
const NO_ID = '01900000-0000-7000-8000-000000000000';

/** An order of three copies (RM 10.00 each) and one (RM 5.00), RM 1.00 off by a coupon, delivery RM 8.00. */
async function bought(state: OrderState = 'delivered', changes: Partial<Cart> = {}) {
  const me = await makeSignedIn(shop);
  const three = await makeTitle(shop, { listPrice: 1000, memberPrice: 1000 });
  const one = await makeTitle(shop, { listPrice: 500, memberPrice: 500 });
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
  expect((await mailsTo(pool, me.email)).at(-1)).toMatchObject({
    kind: 'refund_moved',
    facts: { state: 'requested', number: order.number, amount: 4300 },
  });
  await expectSound(pool);
});

test('a refund in parts adds up to exactly what was paid, delivery with the last copy', async () => {
  const coupon = await makeCoupon(shop, { valueType: 1, value: 333 });
  const { ask, order, lineIds, see } = await bought('delivered', { coupon });
  const amounts: number[] = [];
  for (const id of [lineIds[0], lineIds[0], lineIds[1], lineIds[0]])
    amounts.push((await ask({ items: [{ id, qty: 1 }] })).body.amount);
  expect(amounts.slice(0, 3)).toEqual([9.67, 9.66, 4.83]);
  expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 100)).toBe(Math.round(order.payable * 100));
  expect((await see()).refunds).toHaveLength(4);
  expect(refusal(await ask())).toEqual([409, 'not_refundable']);
  await expectSound(pool);
});

test('a refund that was declined frees its copies', async () => {
  const { ask, lineIds, see } = await bought();
  const { body } = await ask({ items: [{ id: lineIds[0], qty: 2 }] });
  expect((await see()).lines[0].refundable_qty).toBe(1);
  await moveRefund(deps, body.id, { to: 'declined', actor: 'operator', note: 'Please send a picture first.' });
  expect(await see()).toMatchObject({
    lines: [{ refundable_qty: 3 }, { refundable_qty: 1 }],
    refunds: [{ status: 'declined', shop_note: 'Please send a picture first.' }],
  });
  expect((await ask()).body.amount).toBe(43);
  await expectSound(pool);
});

test.each(['paid', 'packed', 'shipped'] as const)('a refund may be asked for while the order is %s', async (state) => {
  const { ask } = await bought(state);
  expect((await ask()).status).toBe(201);
});

test('a refund is written into the customer’s trail, with where it came from', async () => {
  const { ask, me, order } = await bought();
  const { body } = await ask();
  const { rows } = await pool.query('SELECT event, actor, facts, ip FROM audit_entry WHERE chain = $1', [me.id]);
  expect(rows.at(-1)).toEqual({
    event: 'refund_asked',
    actor: 'customer',
    facts: { order: order.number, refund: body.id, amount: 4300 },
    ip: '127.0.0.1',
  });
});

describe('a refund is refused', () => {
  test.each(['placed', 'cancelled'] as const)('of an order that is %s', async (state) => {
    const { ask, see } = await bought(state);
    expect(refusal(await ask())).toEqual([409, 'not_refundable']);
    expect((await see()).lines.map((line: { refundable_qty: number }) => line.refundable_qty)).toEqual([0, 0]);
  });

  test('when all of it was asked for already', async () => {
    const { ask, lineIds } = await bought();
    await ask();
    expect(refusal(await ask())).toEqual([409, 'not_refundable']);
    expect(refusal(await ask({ items: [{ id: lineIds[0], qty: 1 }] }))).toEqual([409, 'not_refundable']);
  });

  test('of more copies than were bought, also in several parts', async () => {
    const { ask, lineIds } = await bought();
    const [id] = lineIds;
    expect(refusal(await ask({ items: [{ id, qty: 4 }] }))).toEqual([409, 'not_refundable']);
    const parts = [
      { id, qty: 2 },
      { id, qty: 2 },
    ];
    expect(refusal(await ask({ items: parts }))).toEqual([409, 'not_refundable']);
  });

  test('over 30 days after delivery, and not a minute before', async () => {
    const { ask, order, see } = await bought();
    const delivered = (ago: string) =>
      pool.query(`UPDATE order_move SET at = now() - $2::interval WHERE order_id = $1 AND state = 'delivered'`, [
        order.id,
        ago,
      ]);
    await delivered('30 days 1 minute');
    expect(refusal(await ask())).toEqual([409, 'not_refundable']);
    expect((await see()).lines[0].refundable_qty).toBe(0);
    await delivered('29 days 23 hours 59 minutes');
    expect(Date.parse((await see()).refundable_until)).toBeGreaterThan(Date.now());
    expect((await ask()).status).toBe(201);
  });
});

describe('a refund is refused as a call', () => {
  test('of another’s order and of a line that is not the order’s, like what is not there', async () => {
    const { ask, me } = await bought();
    const other = await bought();
    const asked = { id: other.order.id, reason: 'late' };
    const theirs = await post(app, '/customer/order/refund', asked, { token: me.token });
    const nobodys = await post(app, '/customer/order/refund', { ...asked, id: NO_ID }, { token: me.token });
    expect(refusal(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe(nobodys.text);
    for (const id of [other.lineIds[0], NO_ID])
      expect(refusal(await ask({ items: [{ id, qty: 1 }] }))).toEqual([404, 'not_found']);
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
    expect(refusal(await ask(told))).toEqual([422, 'invalid']);
  });

  test('without a bearer', async () => {
    const { order } = await bought();
    expect(refusal(await post(app, '/customer/order/refund', { id: order.id, reason: 'late' }))).toEqual([
      401,
      'token_missing',
    ]);
  });
});
