import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { refusal } from '../../tests/door.ts';
import { openPayingShop } from '../../tests/payment-provider/paying-shop.ts';
import type { SignedEvent } from '../../tests/payment-provider/stripe.ts';
import { listStuckPayments, settlePayment } from '../payments/stuck-payments.ts';
import { INVARIANTS } from '../upkeep/invariants.ts';

const { deps, pool, stripe, place, tell, sessionsOf, orderOf } = await openPayingShop();

describe('an event', () => {
  const UNSIGNED: [string, (event: SignedEvent) => SignedEvent][] = [
    ['without a signature', ({ body }) => ({ body, signature: '' })],
    ['with another body', ({ body, signature }) => ({ body: `${body} `, signature })],
    ['of nonsense', ({ signature }) => ({ body: 'nonsense', signature })],
    ['of nothing', ({ signature }) => ({ body: '', signature })],
  ];
  test.each(UNSIGNED)('%s is refused', async (_, spoil) => {
    const { id } = (await place('card')).body;
    const event = stripe.event('checkout.session.completed', stripe.pay(sessionsOf(id)[0]!.id));
    expect(refusal(await tell(spoil(event)))).toEqual([400, 'signature_invalid']);
    expect((await orderOf(id)).status).toBe('placed');
  });

  test.each([
    ['older than 300 seconds', { seconds: 301 }],
    ['signed by somebody else', { secret: 'whsec_other' }],
  ])('%s is refused', async (_, told) => {
    const { id } = (await place('card')).body;
    const event = stripe.event('checkout.session.completed', stripe.pay(sessionsOf(id)[0]!.id), told);
    expect(refusal(await tell(event))).toEqual([400, 'signature_invalid']);
    expect((await orderOf(id)).status).toBe('placed');
  });

  test('is JSON and nothing else', async () => {
    const event = stripe.event('checkout.session.completed', {});
    expect(refusal(await tell(event, { 'content-type': 'text/plain' }))).toEqual([415, 'unsupported_media_type']);
  });

  test.each([
    ['about something else', 'customer.created', { id: 'cus_1' }],
    [
      'about a payment that is none of ours',
      'checkout.session.completed',
      { id: 'cs_1', payment_status: 'paid', metadata: {} },
    ],
    ['about a page that is not paid yet', 'checkout.session.completed', { payment_status: 'unpaid' }],
  ])('%s changes nothing', async (_, type, object) => {
    expect(await tell(stripe.event(type, object))).toMatchObject({ status: 200, body: { received: true } });
  });
});

test.each([
  ['another amount', { amount_total: 1 }],
  ['another currency', { currency: 'usd' }],
  ["another order's", { client_reference_id: randomUUID() }],
  ["another page's", { id: 'cs_test_other' }],
  ['a try that is none of ours', { metadata: { attempt: randomUUID() } }],
])('an event of %s pays nothing and raises the alarm', async (_, changes) => {
  const { id } = (await place('card')).body;
  const session = stripe.pay(sessionsOf(id)[0]!.id);
  const before = await alarms();
  expect((await tell(stripe.event('checkout.session.completed', { ...session, ...changes }))).status).toBe(200);
  expect((await orderOf(id)).status).toBe('placed');
  expect(await alarms()).toBe(before + 1);
});

async function alarms(): Promise<number> {
  const { rowCount } = await pool.query(INVARIANTS['I4 every payment that was told fits an order']);
  return rowCount!;
}

test('an alarm ends once somebody has looked after it', async () => {
  const [event] = await listStuckPayments(deps.db);
  const before = await alarms();
  await settlePayment(deps.db, event!.id, 'Paid back at the provider.');
  expect(await alarms()).toBe(before - 1);
  await expect(settlePayment(deps.db, event!.id, 'Again.')).rejects.toThrow('not_found');
});

test('the end of a page that is not known any more is no alarm', async () => {
  const before = await alarms();
  const page = { id: 'cs_test_gone', metadata: { attempt: randomUUID() } };
  expect((await tell(stripe.event('checkout.session.expired', page))).status).toBe(200);
  expect(await alarms()).toBe(before);
});
