import { expect, test } from 'vitest';
import { get, openTestApp, post } from '../../../tests/test-app.ts';
import { makeCoupon, makeOrder, makeSignedInCustomer, makeProduct } from '../../../tests/factories.ts';
import { expectIntegrity } from '../../../tests/database.ts';
import { transitionOrder } from '../transition-order.ts';
import { transitionRefund } from './transition-refund.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;

/** A paid order of two titles at these prices (sen). */
async function bought(prices: readonly [number, number], minimumSubtotal?: number) {
  const me = await makeSignedInCustomer(shop);
  const lines = [];
  for (const listPrice of prices) lines.push(await makeProduct(shop, { listPrice, memberPrice: listPrice }));
  const coupon = minimumSubtotal === undefined ? undefined : await makeCoupon(shop, { minimumSubtotal });
  const order = await makeOrder(shop, { lines, token: me.token, state: 'paid', ...(coupon && { coupon }) });
  const ask = async (index: number) => {
    const items = [{ id: order.lines[index]!.id, qty: 1 }];
    return (
      await post(app, '/customer/order/refund', { id: order.id, reason: 'changed_mind', items }, { token: me.token })
    ).body;
  };
  const see = async () => (await get(app, `/api/orders/${order.id}`, { token: me.token })).body;
  return {
    me,
    order,
    ask,
    see,
    to: (state: 'packed' | 'shipped' | 'delivered' | 'cancelled') => move(order.id, state),
  };
}

const move = (id: string, to: 'packed' | 'shipped' | 'delivered' | 'cancelled') =>
  transitionOrder(deps, id, { to, actor: 'staff' });
const approve = (id: string) => transitionRefund(deps, id, { to: 'approved', actor: 'staff' });

test('delivery is deducted when the rest no longer earns it free, and refunded with the rest', async () => {
  const { order, ask, see, to } = await bought([7000, 7000]);
  expect(order.payable).toBe(140);
  expect((await see()).terms).toEqual({ coupon_minimum: 0, delivery_cost: 8, free_from: 131 });
  const first = await ask(0);
  expect(first.amount).toBe(62);
  expect((await see()).refunds).toMatchObject([{ amount: 62, shipping: -8, withdrawn: [] }]);
  await approve(first.id);
  for (const state of ['packed', 'shipped', 'delivered'] as const) await to(state);
  expect((await ask(1)).amount).toBe(78);
  await expectIntegrity(pool);
});

test('a coupon is revoked for a rest below its minimum', async () => {
  const { order, ask, see, to } = await bought([10_000, 16_000], 20_000);
  expect(order.payable).toBe(234);
  const first = await ask(0);
  expect(first.amount).toBe(74);
  const [line] = (await see()).refunds[0].lines;
  expect(line).toMatchObject({ id: order.lines[0]!.id, qty: 1, amount: 90 });
  expect((await see()).refunds[0].withdrawn).toEqual([{ id: order.lines[1]!.id, amount: 16 }]);
  await approve(first.id);
  for (const state of ['packed', 'shipped'] as const) await to(state);
  expect((await ask(1)).amount).toBe(160);
  await expectIntegrity(pool);
});

test('cancelling the rest refunds exactly what is left of the payment', async () => {
  const { order, ask, see, to } = await bought([10_000, 4000], 12_000);
  const first = await ask(0);
  expect(first.amount).toBe(order.payable - 48);
  await to('cancelled');
  const { refunds } = await see();
  expect(refunds.map(({ amount }: { amount: number }) => amount)).toEqual([first.amount, 48]);
  await expectIntegrity(pool);
});

test('a declined request no longer withholds anything', async () => {
  const { ask, to, see, order } = await bought([7000, 7000]);
  const first = await ask(0);
  await transitionRefund(deps, first.id, { to: 'declined', actor: 'staff', note: 'Sorry.' });
  await to('cancelled');
  expect((await see()).refunds.at(-1)).toMatchObject({ amount: order.payable, status: 'approved' });
  await expectIntegrity(pool);
});

test('after dispatch each copy is refunded with its share', async () => {
  const { ask, to } = await bought([7000, 7000]);
  for (const state of ['packed', 'shipped'] as const) await to(state);
  expect((await ask(0)).amount).toBe(70);
  expect((await ask(1)).amount).toBe(70);
  await expectIntegrity(pool);
});
