import { expect, test } from 'vitest';
import type { OrderState } from '#domain/orders/order.ts';
import { runConcurrently, openTestApp, post, countValues } from '../../../tests/test-app.ts';
import { makeCoupon, makeOrder, makeSignedInCustomer, makeProduct } from '../../../tests/factories.ts';
import { expectIntegrity, waitUntilBlocked } from '../../../tests/database.ts';
import type { Deps } from '../../context.ts';
import { toApiError } from '../../http/error-responses.ts';
import { transitionOrder } from '../transition-order.ts';
import { transitionRefund, type RefundTransition } from './transition-refund.ts';

const shop = await openTestApp({ DATABASE_POOL: '60' });
const { app, pool, deps } = shop;

async function bought(state: OrderState = 'delivered') {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock: 10 });
  const coupon = await makeCoupon(shop);
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 3 }], token: me.token, coupon, state });
  const ask = (qty?: number) => {
    const items = qty === undefined ? {} : { items: [{ id: order.lines[0]!.id, qty }] };
    const body = { id: order.id, reason: 'other', ...items };
    return post(app, '/customer/order/refund', body, { token: me.token });
  };
  return { order, title, me, ask };
}

function outcomes(responses: { status: number; body: { code?: string } }[]) {
  return countValues(responses.map((response) => response.body.code ?? response.status));
}

/** A move's outcome as a word. */
function move(refundId: string, to: RefundTransition['to'], db: Deps = deps): Promise<string> {
  return transitionRefund(db, refundId, { to, actor: 'operator' }).then(
    () => to,
    (error: unknown) => toApiError(error).code,
  );
}

test('exactly one of fifty concurrent full refund requests is accepted', async () => {
  const { ask } = await bought();
  expect(outcomes(await runConcurrently(50, 50, () => ask()))).toEqual({ 201: 1, not_refundable: 49 });
  await expectIntegrity(pool);
});

test('exactly three of fifty concurrent requests for one of three copies are accepted', async () => {
  const { ask } = await bought();
  expect(outcomes(await runConcurrently(50, 50, () => ask(1)))).toEqual({ 201: 3, not_refundable: 47 });
  await expectIntegrity(pool);
});

test('twenty concurrent approvals post and restock once', async () => {
  const { ask, title } = await bought();
  const { body } = await ask();
  const moves = await runConcurrently(20, 20, () => move(body.id, 'approved'));
  expect(countValues(moves)).toEqual({ approved: 1, too_late: 19 });
  const { rows } = await pool.query('SELECT stock FROM variant WHERE id = $1', [title.vid]);
  expect(rows).toEqual([{ stock: 10 }]);
  await expectIntegrity(pool);
});

test('twenty concurrent payouts of one refund pay once', async () => {
  const { ask } = await bought();
  const { body } = await ask();
  await move(body.id, 'approved');
  expect(countValues(await runConcurrently(20, 20, () => move(body.id, 'paid_out')))).toEqual({
    paid_out: 1,
    too_late: 19,
  });
  await expectIntegrity(pool);
});

test('one of concurrent approval and decline wins', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { ask } = await bought();
    const { body } = await ask();
    const both = await Promise.all([move(body.id, 'approved'), move(body.id, 'declined')]);
    expect(['approved too_late', 'too_late declined']).toContain(both.join(' '));
  }
  await expectIntegrity(pool);
});

test('a request during cancellation is rejected', async () => {
  const { order, ask } = await bought('paid');
  let late: ReturnType<typeof ask> | undefined;
  await deps.db.transaction(async (tx) => {
    await transitionOrder({ ...deps, db: tx as unknown as Deps['db'] }, order.id, {
      to: 'cancelled',
      actor: 'operator',
    });
    late = ask();
    await waitUntilBlocked(pool);
  });
  expect(outcomes([await late!])).toEqual({ not_refundable: 1 });
  await expectIntegrity(pool);
});

test('concurrent requests and cancellations refund everything once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { order, ask, me } = await bought('paid');
    const cancel = () => post(app, '/api/orders/cancel', { id: order.id }, { token: me.token });
    const responses = await runConcurrently(12, 12, (index) => (index === 5 ? cancel() : ask(1)));
    expect(responses[5]!.status).toBe(200);
    expect(responses.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    const { rows } = await pool.query('SELECT sum(amount)::int AS owed FROM refund WHERE order_id = $1', [order.id]);
    expect(rows).toEqual([{ owed: Math.round(order.payable * 100) }]);
  }
  await expectIntegrity(pool);
});

test('approving while the same titles are bought causes no deadlock', async () => {
  const titles = [await makeProduct(shop, { stock: 100 }), await makeProduct(shop, { stock: 100 })];
  const me = await makeSignedInCustomer(shop);
  const requests = await runConcurrently(8, 4, async () => {
    const order = await makeOrder(shop, { lines: titles.toReversed(), token: me.token });
    return (await post(app, '/customer/order/refund', { id: order.id, reason: 'late' }, { token: me.token })).body.id;
  });
  const responses = await runConcurrently(24, 24, (index) =>
    index < 8
      ? move(requests[index], 'approved')
      : makeOrder(shop, { lines: titles, email: `rush${index}@mail.test`, state: 'placed' }).then(() => 'bought'),
  );
  expect(countValues(responses)).toEqual({ approved: 8, bought: 16 });
  await expectIntegrity(pool);
});
