import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { errorOf } from '../../tests/test-app.ts';
import { openPayingShop } from '../../tests/fakes/paying-shop.ts';
import type { SignedEvent } from '../../tests/fakes/stripe.ts';
import { listUnresolvedPayments, resolvePayment } from './reconcile-payments.ts';
import { INTEGRITY_CHECKS } from '../maintenance/integrity-checks.ts';

const { deps, pool, stripe, place, tell, sessionsOf, orderOf } = await openPayingShop();

describe('a webhook event', () => {
  const UNSIGNED: [string, (event: SignedEvent) => SignedEvent][] = [
    ['without a signature', ({ body }) => ({ body, signature: '' })],
    ['with another body', ({ body, signature }) => ({ body: `${body} `, signature })],
    ['of nonsense', ({ signature }) => ({ body: 'nonsense', signature })],
    ['of nothing', ({ signature }) => ({ body: '', signature })],
  ];
  test.each(UNSIGNED)('%s is rejected', async (_, spoil) => {
    const { id } = (await place('card')).body;
    const event = stripe.event('checkout.session.completed', stripe.pay(sessionsOf(id)[0]!.id));
    expect(errorOf(await tell(spoil(event)))).toEqual([400, 'signature_invalid']);
    expect((await orderOf(id)).status).toBe('placed');
  });

  test.each([
    ['older than 300 seconds', { seconds: 301 }],
    ['signed by somebody else', { secret: 'whsec_other' }],
  ])('%s is rejected', async (_, told) => {
    const { id } = (await place('card')).body;
    const event = stripe.event('checkout.session.completed', stripe.pay(sessionsOf(id)[0]!.id), told);
    expect(errorOf(await tell(event))).toEqual([400, 'signature_invalid']);
    expect((await orderOf(id)).status).toBe('placed');
  });

  test('must be JSON', async () => {
    const event = stripe.event('checkout.session.completed', {});
    expect(errorOf(await tell(event, { 'content-type': 'text/plain' }))).toEqual([415, 'unsupported_media_type']);
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
])('an event of %s pays nothing and is reported as unmatched', async (_, changes) => {
  const { id } = (await place('card')).body;
  const session = stripe.pay(sessionsOf(id)[0]!.id);
  const before = await alarms();
  expect((await tell(stripe.event('checkout.session.completed', { ...session, ...changes }))).status).toBe(200);
  expect((await orderOf(id)).status).toBe('placed');
  expect(await alarms()).toBe(before + 1);
});

async function alarms(): Promise<number> {
  const { rowCount } = await pool.query(INTEGRITY_CHECKS['payment: every reported payment matches an order']);
  return rowCount!;
}

test('an unmatched payment can be resolved', async () => {
  const [event] = await listUnresolvedPayments(deps.db);
  const before = await alarms();
  await resolvePayment(deps.db, event!.id, 'Paid back at the provider.');
  expect(await alarms()).toBe(before - 1);
  await expect(resolvePayment(deps.db, event!.id, 'Again.')).rejects.toThrow('not_found');
});

test('the expiry of an unknown session is ignored', async () => {
  const before = await alarms();
  const page = { id: 'cs_test_gone', metadata: { attempt: randomUUID() } };
  expect((await tell(stripe.event('checkout.session.expired', page))).status).toBe(200);
  expect(await alarms()).toBe(before);
});
