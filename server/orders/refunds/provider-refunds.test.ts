import { beforeEach, expect, test } from 'vitest';
import { get, post, countValues } from '../../../tests/test-app.ts';
import { makeOrder } from '../../../tests/factories.ts';
import { expectIntegrity } from '../../../tests/database.ts';
import { openPayingShop } from '../../../tests/fakes/paying-shop.ts';
import { reconcilePayment, ReturnInProgressError, resolvePayment } from '../../payments/reconcile-payments.ts';
import { PaymentProviderError, type PaymentProvider } from '../../integrations/payment-provider.ts';
import { transitionRefund, RefundInProgressError } from './transition-refund.ts';

const shop = await openPayingShop();
const {
  app,
  deps,
  pool,
  stripe,
  token,
  title,
  place,
  start,
  paid,
  sessionsOf,
  refundsOf,
  orderOf,
  ledgerOf,
  cancel,
  attemptsOf,
} = shop;

beforeEach(() => stripe.setBehavior('well'));

async function refundOf(orderId: string): Promise<string> {
  const { body } = await post(app, '/customer/order/refund', { id: orderId, reason: 'late' }, { token });
  await transitionRefund(deps, body.id, { to: 'approved', actor: 'staff' });
  return body.id;
}

/** A paid order with an approved refund of all of it. */
async function approvedRefund(payBy: 'card' | 'fpx' = 'card') {
  const { id } = (await place(payBy)).body;
  const session = sessionsOf(id)[0]!;
  await paid(session);
  return { id, session, refundId: await refundOf(id) };
}

test('a refund is sent once through the provider, however many payouts are requested', async () => {
  const { id, session, refundId } = await approvedRefund();
  const tries = await Promise.allSettled(
    [1, 2, 3].map(() => transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' })),
  );
  expect(countValues(tries.map(({ status }) => status))).toEqual({ fulfilled: 1, rejected: 2 });
  expect(refundsOf(session).map(({ amount }) => amount)).toEqual([4400]);
  expect((await ledgerOf(id)).slice(-2)).toEqual([
    ['refund', 'card', -4400],
    ['payout', 'card', 4400],
  ]);
});

test('refunded and duplicate payments do not count as spending', async () => {
  const spent = async () => (await get(app, '/api/dashboard', { token })).body.spending.at(-1).amount;
  const before = await spent();
  const { id } = (await place('card')).body;
  await start(id, 'fpx');
  for (const session of sessionsOf(id)) await paid(session);
  expect(await spent()).toBeCloseTo(before + 44, 2);
  await transitionRefund(deps, await refundOf(id), { to: 'paid_out', actor: 'staff' });
  expect(await spent()).toBeCloseTo(before, 2);
});

test('a refund that the provider cannot send stays approved and is sent later', async () => {
  const { id, session, refundId } = await approvedRefund('fpx');
  stripe.setBehavior('deaf');
  await expect(transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' })).rejects.toThrow();
  expect((await orderOf(id)).refunds).toMatchObject([{ status: 'approved' }]);
  stripe.setBehavior('well');
  await pool.query("UPDATE refund_attempt SET started_at = now() - interval '11 minutes'");
  const byTransfer = transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff', channel: 'transfer' });
  await expect(byTransfer).rejects.toThrow('It has sent this refund back already.');
  await transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' });
  expect(refundsOf(session)).toHaveLength(1);
});

test('a declined provider refund is requested again', async () => {
  const { session, refundId } = await approvedRefund();
  stripe.setBehavior('strict');
  await expect(transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' })).rejects.toThrow('Insufficient');
  stripe.setBehavior('well');
  await transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' });
  expect(refundsOf(session)).toHaveLength(1);
});

test('a refund made at the provider itself is not sent again and can be recorded', async () => {
  const { id, session, refundId } = await approvedRefund();
  stripe.refundByHand(session.payment_intent!, 4400);
  await expect(transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' })).rejects.toThrow('did not ask for');
  await transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff', channel: 'transfer' });
  expect(refundsOf(session)).toHaveLength(1);
  expect((await ledgerOf(id)).at(-1)).toEqual(['payout', 'bank_transfer', 4400]);
});

/** A provider of which a method waits for `resume`; `reached` is fulfilled once it waits. */
function slowProvider(override: (wait: () => Promise<void>) => Partial<PaymentProvider>) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const wait = () => {
    reached.resolve();
    return released.promise;
  };
  const payments = { ...deps.payments!, ...override(wait) };
  return { deps: { ...deps, payments }, reached: reached.promise, resume: released.resolve };
}

test('one of a concurrent provider payout and manual payout is made', async () => {
  const { id, session, refundId } = await approvedRefund();
  const provider = slowProvider((wait) => ({
    createRefund: (refund) => wait().then(() => deps.payments!.createRefund(refund)),
  }));
  const byProvider = transitionRefund(provider.deps, refundId, { to: 'paid_out', actor: 'staff' });
  await provider.reached;
  const byHand = transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff', channel: 'transfer' });
  await expect(byHand).rejects.toThrow(RefundInProgressError);
  provider.resume();
  await byProvider;
  expect(refundsOf(session)).toHaveLength(1);
  expect((await ledgerOf(id)).at(-1)).toEqual(['payout', 'card', 4400]);
});

test('a pending manual payout blocks a payout by the provider', async () => {
  const { id, session, refundId } = await approvedRefund();
  const provider = slowProvider((wait) => ({
    hasRefund: (refund) => wait().then(() => deps.payments!.hasRefund(refund)),
  }));
  const byHand = transitionRefund(provider.deps, refundId, { to: 'paid_out', actor: 'staff', channel: 'transfer' });
  await provider.reached;
  const byProvider = transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' });
  await expect(byProvider).rejects.toThrow(RefundInProgressError);
  provider.resume();
  await byHand;
  expect(refundsOf(session)).toEqual([]);
  expect((await ledgerOf(id)).at(-1)).toEqual(['payout', 'bank_transfer', 4400]);
});

test('a payout with unknown outcome can be retried at once, but recorded manually only later', async () => {
  const { id } = (await place('card')).body;
  await paid(sessionsOf(id)[0]!);
  const refundId = await refundOf(id);
  stripe.setBehavior('down');
  const byProvider = () => transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' });
  const byHand = () => transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff', channel: 'transfer' });
  await expect(byProvider()).rejects.toThrow(PaymentProviderError);
  stripe.setBehavior('well');
  await expect(byHand()).rejects.toThrow(RefundInProgressError);
  await pool.query("UPDATE refund_attempt SET started_at = now() - interval '11 minutes'");
  await byHand();
  expect((await ledgerOf(id)).at(-1)).toEqual(['payout', 'bank_transfer', 4400]);
  await expect(byProvider()).rejects.toThrow('too_late');
});

test('a late payment is not recorded as refunded manually while the provider may still refund it', async () => {
  const { id } = (await place('card')).body;
  await cancel(id);
  await paid(sessionsOf(id)[0]!);
  const [attempt] = await attemptsOf(id);
  stripe.setBehavior('down');
  await expect(reconcilePayment(deps, attempt!.id)).rejects.toThrow(PaymentProviderError);
  await expect(resolvePayment(deps.db, attempt!.id, 'Sent by transfer.')).rejects.toThrow(ReturnInProgressError);
  await pool.query("UPDATE payment_attempt SET refund_requested_at = now() - interval '11 minutes'");
  await resolvePayment(deps.db, attempt!.id, 'Sent by transfer.');
  expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
});

test('a refund of a bank transfer does not contact the provider', async () => {
  const { id } = await makeOrder(shop, { lines: [title], token, state: 'paid' });
  const refundId = await refundOf(id);
  stripe.setBehavior('down');
  await transitionRefund(deps, refundId, { to: 'paid_out', actor: 'staff' });
  expect((await orderOf(id)).refunds).toMatchObject([{ status: 'paid_out' }]);
});

test('the integrity checks pass afterwards', () => expectIntegrity(pool));
