import { beforeEach, expect, test } from 'vitest';
import { get, post, tally } from '../../tests/door.ts';
import { makeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { openPayingShop } from '../../tests/payment-provider/paying-shop.ts';
import { moveRefund } from './move-refund.ts';

const shop = await openPayingShop();
const { app, deps, pool, stripe, token, title, place, start, paid, sessionsOf, refundsOf, orderOf, ledgerOf } = shop;

beforeEach(() => stripe.behave('well'));

async function refundOf(orderId: string): Promise<string> {
  const { body } = await post(app, '/customer/order/refund', { id: orderId, reason: 'late' }, { token });
  await moveRefund(deps, body.id, { to: 'approved', actor: 'staff' });
  return body.id;
}

test('a refund goes back the way the money came, once, however many pay it out', async () => {
  const { id } = (await place('card')).body;
  const [session] = sessionsOf(id);
  await paid(session!);
  const refundId = await refundOf(id);
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff' })),
  );
  expect(tally(tries.map(({ status }) => status))).toEqual({ fulfilled: 1, rejected: 2 });
  expect(refundsOf(session!).map(({ amount }) => amount)).toEqual([4400]);
  expect((await ledgerOf(id)).slice(-2)).toEqual([
    ['refund', 'card', -4400],
    ['payout', 'card', 4400],
  ]);
});

test('what came twice and went back, and a refund that was paid out, is no spending', async () => {
  const spent = async () => (await get(app, '/api/dashboard', { token })).body.spending.at(-1).amount;
  const before = await spent();
  const { id } = (await place('card')).body;
  await start(id, 'fpx');
  for (const session of sessionsOf(id)) await paid(session);
  expect(await spent()).toBeCloseTo(before + 44, 2);
  await moveRefund(deps, await refundOf(id), { to: 'paid_out', actor: 'staff' });
  expect(await spent()).toBeCloseTo(before, 2);
});

test('a refund that the provider does not pay stays approved, and is paid once it does', async () => {
  const { id } = (await place('fpx')).body;
  const [session] = sessionsOf(id);
  await paid(session!);
  const refundId = await refundOf(id);
  stripe.behave('deaf');
  await expect(moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff' })).rejects.toThrow();
  expect((await orderOf(id)).refunds).toMatchObject([{ status: 'approved' }]);
  stripe.behave('well');
  const byTransfer = moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff', isTransferred: true });
  await expect(byTransfer).rejects.toThrow('It has sent this refund back already.');
  await moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff' });
  expect(refundsOf(session!)).toHaveLength(1);
});

test('a refund that the provider refused is asked for anew', async () => {
  const { id } = (await place('card')).body;
  const [session] = sessionsOf(id);
  await paid(session!);
  const refundId = await refundOf(id);
  stripe.behave('strict');
  await expect(moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff' })).rejects.toThrow('Insufficient');
  stripe.behave('well');
  await moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff' });
  expect(refundsOf(session!)).toHaveLength(1);
});

test('what was paid back at the provider itself is not paid again, and can be entered', async () => {
  const { id } = (await place('card')).body;
  const [session] = sessionsOf(id);
  await paid(session!);
  const refundId = await refundOf(id);
  stripe.refundByHand(session!.payment_intent!, 4400);
  await expect(moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff' })).rejects.toThrow('did not ask for');
  await moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff', isTransferred: true });
  expect(refundsOf(session!)).toHaveLength(1);
  expect((await ledgerOf(id)).at(-1)).toEqual(['payout', 'bank_transfer', 4400]);
});

test('a refund of a transfer asks the provider nothing', async () => {
  const { id } = await makeOrder(shop, { lines: [title], token, state: 'paid' });
  const refundId = await refundOf(id);
  stripe.behave('down');
  await moveRefund(deps, refundId, { to: 'paid_out', actor: 'staff' });
  expect((await orderOf(id)).refunds).toMatchObject([{ status: 'paid_out' }]);
});

test('after all that every law of the shop holds', () => expectSound(pool));
