import { expect, test } from 'vitest';
import type { OrderState } from '#domain/order-state.ts';
import { crowd, openDoor, post, tally } from '../../tests/door.ts';
import { makeCoupon, makeOrder, makeSignedIn, makeTitle } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { untilBlocked } from '../../tests/locks.ts';
import type { Deps } from '../deps.ts';
import { asRefusal } from '../http/errors.ts';
import { moveOrder } from '../orders/move-order.ts';
import { moveRefund, type RefundMove } from './move-refund.ts';

const shop = await openDoor({ DATABASE_POOL: '60' });
const { app, pool, deps } = shop;

async function bought(state: OrderState = 'delivered') {
  const me = await makeSignedIn(shop);
  const title = await makeTitle(shop, { stock: 10 });
  const coupon = await makeCoupon(shop);
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 3 }], token: me.token, coupon, state });
  const ask = (qty?: number) => {
    const items = qty === undefined ? {} : { items: [{ id: order.lines[0]!.id, qty }] };
    const body = { id: order.id, reason: 'other', ...items };
    return post(app, '/customer/order/refund', body, { token: me.token });
  };
  return { order, title, me, ask };
}

function outcomes(answers: { status: number; body: { code?: string } }[]) {
  return tally(answers.map((answer) => answer.body.code ?? answer.status));
}

/** A move's outcome as a word. */
function move(refundId: string, to: RefundMove['to'], db: Deps = deps): Promise<string> {
  return moveRefund(db, refundId, { to, actor: 'operator' }).then(
    () => to,
    (error: unknown) => asRefusal(error).code,
  );
}

test('of fifty requests for everything at once exactly one is taken', async () => {
  const { ask } = await bought();
  expect(outcomes(await crowd(50, 50, () => ask()))).toEqual({ 201: 1, not_refundable: 49 });
  await expectSound(pool);
});

test('of fifty requests for one of three copies exactly three are taken', async () => {
  const { ask } = await bought();
  expect(outcomes(await crowd(50, 50, () => ask(1)))).toEqual({ 201: 3, not_refundable: 47 });
  await expectSound(pool);
});

test('twenty approvals of one refund owe once and put the copies back once', async () => {
  const { ask, title } = await bought();
  const { body } = await ask();
  const moves = await crowd(20, 20, () => move(body.id, 'approved'));
  expect(tally(moves)).toEqual({ approved: 1, too_late: 19 });
  const { rows } = await pool.query('SELECT stock FROM variant WHERE id = $1', [title.vid]);
  expect(rows).toEqual([{ stock: 10 }]);
  await expectSound(pool);
});

test('twenty pay-outs of one refund pay once', async () => {
  const { ask } = await bought();
  const { body } = await ask();
  await move(body.id, 'approved');
  expect(tally(await crowd(20, 20, () => move(body.id, 'paid_out')))).toEqual({ paid_out: 1, too_late: 19 });
  await expectSound(pool);
});

test('of approving and declining at once one wins', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { ask } = await bought();
    const { body } = await ask();
    const both = await Promise.all([move(body.id, 'approved'), move(body.id, 'declined')]);
    expect(['approved too_late', 'too_late declined']).toContain(both.join(' '));
  }
  await expectSound(pool);
});

test('whoever asks while the order is being cancelled is refused, for everything is owed already', async () => {
  const { order, ask } = await bought('paid');
  let late: ReturnType<typeof ask> | undefined;
  await deps.db.transaction(async (tx) => {
    await moveOrder({ ...deps, db: tx as unknown as Deps['db'] }, order.id, { to: 'cancelled', actor: 'operator' });
    late = ask();
    await untilBlocked(pool);
  });
  expect(outcomes([await late!])).toEqual({ not_refundable: 1 });
  await expectSound(pool);
});

test('a crowd that asks and cancels at once gives everything back once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { order, ask, me } = await bought('paid');
    const cancel = () => post(app, '/api/orders/cancel', { id: order.id }, { token: me.token });
    const answers = await crowd(12, 12, (index) => (index === 5 ? cancel() : ask(1)));
    expect(answers[5]!.status).toBe(200);
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    const { rows } = await pool.query('SELECT sum(amount)::int AS owed FROM refund WHERE order_id = $1', [order.id]);
    expect(rows).toEqual([{ owed: Math.round(order.payable * 100) }]);
  }
  await expectSound(pool);
});

test('approving while the same titles are bought leaves no one waiting for another', async () => {
  const titles = [await makeTitle(shop, { stock: 100 }), await makeTitle(shop, { stock: 100 })];
  const me = await makeSignedIn(shop);
  const requests = await crowd(8, 4, async () => {
    const order = await makeOrder(shop, { lines: titles.toReversed(), token: me.token });
    return (await post(app, '/customer/order/refund', { id: order.id, reason: 'late' }, { token: me.token })).body.id;
  });
  const answers = await crowd(24, 24, (index) =>
    index < 8
      ? move(requests[index], 'approved')
      : makeOrder(shop, { lines: titles, email: `rush${index}@mail.test`, state: 'placed' }).then(() => 'bought'),
  );
  expect(tally(answers)).toEqual({ approved: 8, bought: 16 });
  await expectSound(pool);
});
