import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { runConcurrently, errorOf, countValues } from '../../tests/test-app.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { openPayingShop } from '../../tests/fakes/paying-shop.ts';
import { listUnresolvedPayments, resolvePayment, reconcilePayment } from './reconcile-payments.ts';
import { transitionOrder } from '../orders/transition-order.ts';

const shop = await openPayingShop();
const {
  deps,
  pool,
  stripe,
  email,
  place,
  start,
  cancel,
  tell,
  paid,
  sessionsOf,
  refundsOf,
  orderOf,
  attemptsOf,
  ledgerOf,
} = shop;

beforeEach(() => stripe.setBehavior('well'));

/** What the jobs of an order's payments do. */
async function tidy(orderId: string): Promise<void> {
  for (const { id } of await attemptsOf(orderId)) await reconcilePayment(deps, id);
}

async function kindsOfMail(orderId: string): Promise<string[]> {
  const { rows } = await pool.query('SELECT kind FROM email_message WHERE order_id = $1 ORDER BY id', [orderId]);
  return rows.map(({ kind }) => kind);
}

describe('an order that is paid at the provider', () => {
  test('is committed first; the response has a checkout session of exactly its amount, a retry the same one', async () => {
    const key = randomUUID();
    const first = await place('card', { key });
    const again = await place('card', { key });
    const [session, ...more] = sessionsOf(first.body.id);
    expect(first).toMatchObject({ status: 201, body: { status: 'placed', payable: 44 } });
    expect(first.body.payment).toMatchObject({ method: 'card', status: 'pending', redirect: session!.url });
    expect(again.body).toEqual(first.body);
    expect(first.body.page).toBe(`/customer/my-orders?order=${first.body.number}`);
    expect(more).toEqual([]);
    expect(session).toMatchObject({
      amount_total: 4400,
      currency: 'myr',
      method: 'card',
      customer_email: email,
      locale: 'en',
      success_url: `http://shop.test/customer/my-orders?order=${first.body.number}&payment=done`,
      cancel_url: `http://shop.test/customer/my-orders?order=${first.body.number}`,
    });
  });

  test('is paid once, however often the event is delivered', async () => {
    const { id } = (await place('fpx')).body;
    const session = stripe.pay(sessionsOf(id)[0]!.id);
    const event = stripe.event('checkout.session.completed', session);
    const other = stripe.event('checkout.session.async_payment_succeeded', session);
    const responses = await runConcurrently(20, 20, (index) => tell(index % 2 === 0 ? event : other));
    expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 20 });
    expect(await orderOf(id)).toMatchObject({ status: 'paid', payment: { method: 'fpx', status: 'paid' } });
    expect(await ledgerOf(id)).toEqual([
      ['charge', 'fpx', 4400],
      ['payment', 'fpx', -4400],
    ]);
    expect(await kindsOfMail(id)).toEqual(['order_placed', 'order_moved']);
    expect(errorOf(await start(id, 'fpx'))).toEqual([409, 'too_late']);
  });
});

describe('an unreliable provider', () => {
  test('whose response was lost is asked for another session', async () => {
    stripe.setBehavior('deaf');
    const { body } = await place('card');
    expect(body.payment).not.toHaveProperty('redirect');
    stripe.setBehavior('well');
    const { body: started } = await start(body.id, 'card');
    expect(sessionsOf(body.id)[1]!.url).toBe(started.redirect);
  });

  test('sends the payment event before it has returned the session', async () => {
    stripe.setBehavior('deaf');
    const { id } = (await place('card')).body;
    expect((await paid(sessionsOf(id)[0]!)).status).toBe(200);
    expect((await orderOf(id)).status).toBe('paid');
  });

  test('that declined a session is asked for another one', async () => {
    stripe.setBehavior('strict');
    const { id } = (await place('card')).body;
    expect(errorOf(await start(id, 'card'))).toEqual([503, 'payment_unreachable']);
    stripe.setBehavior('well');
    expect((await start(id, 'card')).body.redirect).toBe(sessionsOf(id)[0]!.url);
  });

  test('leaves the order to be paid later by another method', async () => {
    stripe.setBehavior('down');
    const { status, body } = await place('card');
    expect([status, body.payment.redirect]).toEqual([201, undefined]);
    expect(errorOf(await start(body.id, 'card'))).toEqual([503, 'payment_unreachable']);
    stripe.setBehavior('well');
    expect((await start(body.id, 'fpx')).body.redirect).toBe(sessionsOf(body.id)[0]!.url);
    expect((await orderOf(body.id)).payment).toMatchObject({
      online: ['fpx', 'card'],
      instructions: { reference: body.number },
    });
  });
});

describe('a payment without an event', () => {
  test('pays its order when the session is replaced by another method', async () => {
    const { id } = (await place('card')).body;
    stripe.pay(sessionsOf(id)[0]!.id);
    await start(id, 'fpx');
    await tidy(id);
    await tidy(id);
    expect((await orderOf(id)).payment).toMatchObject({ method: 'card', status: 'paid' });
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['paid', 'closed']);
    expect(sessionsOf(id).map(({ status }) => status)).toEqual(['complete', 'expired']);
  });

  test('pays its order when the session expires', async () => {
    const { id } = (await place('card')).body;
    stripe.pay(sessionsOf(id)[0]!.id);
    await tidy(id);
    expect((await orderOf(id)).status).toBe('paid');
  });

  test('is refunded if its order was cancelled', async () => {
    const { id } = (await place('card')).body;
    stripe.pay(sessionsOf(id)[0]!.id);
    await cancel(id);
    await tidy(id);
    await tidy(id);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
  });
});

test('a session is left alone until its expiry, then expired', async () => {
  const { id } = (await place('card')).body;
  await tidy(id);
  expect(sessionsOf(id).map(({ status }) => status)).toEqual(['open']);
  await pool.query('UPDATE payment_attempt SET expires_at = now() WHERE order_id = $1', [id]);
  await tidy(id);
  expect(sessionsOf(id).map(({ status }) => status)).toEqual(['expired']);
  const { redirect } = (await start(id, 'card')).body;
  expect(redirect).toBe(sessionsOf(id)[1]!.url);
});

describe('a session of another payment method', () => {
  test('expires the previous one, in the shop and at the provider', async () => {
    const { id } = (await place('card')).body;
    await start(id, 'fpx');
    await tidy(id);
    expect(sessionsOf(id).map(({ method, status }) => [method, status])).toEqual([
      ['card', 'expired'],
      ['fpx', 'open'],
    ]);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  test('that is paid too is refunded', async () => {
    const { id } = (await place('card')).body;
    await start(id, 'fpx');
    const [card, fpx] = sessionsOf(id);
    await paid(fpx!);
    await paid(card!);
    await tidy(id);
    await tidy(id);
    expect((await orderOf(id)).payment).toMatchObject({ method: 'fpx', status: 'paid' });
    expect(await ledgerOf(id)).toEqual([
      ['charge', 'card', 4400],
      ['payment', 'fpx', -4400],
      ['payment', 'card', -4400],
      ['payout', 'card', 4400],
    ]);
    expect(refundsOf(card!)).toHaveLength(1);
    expect(await kindsOfMail(id)).toEqual(['order_placed', 'order_moved', 'payment_returned']);
  });

  test('that has expired may still pay an unpaid order', async () => {
    const { id } = (await place('card')).body;
    const [session] = sessionsOf(id);
    await tell(stripe.event('checkout.session.expired', session!));
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['closed']);
    await paid(session!);
    expect((await orderOf(id)).status).toBe('paid');
  });
});

describe('a payment for a cancelled or paid order', () => {
  test('is refunded once, even if the provider’s response is lost', async () => {
    const { id } = (await place('card')).body;
    await cancel(id);
    const [session] = sessionsOf(id);
    await paid(session!);
    stripe.setBehavior('deaf');
    await expect(tidy(id)).rejects.toThrow();
    stripe.setBehavior('well');
    await tidy(id);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
    expect(refundsOf(session!)).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', payment: { status: 'cancelled' } });
  });

  test('is not refunded again after a refund at the provider itself', async () => {
    const { id } = (await place('card')).body;
    await cancel(id);
    const [session] = sessionsOf(id);
    await paid(session!);
    stripe.refundByHand(session!.payment_intent!, 4400);
    await tidy(id);
    expect(refundsOf(session!)).toHaveLength(1);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
  });

  test('stays listed until it is resolved when the provider declines the refund', async () => {
    const { id } = (await place('card')).body;
    await cancel(id);
    await paid(sessionsOf(id)[0]!);
    stripe.setBehavior('strict');
    await expect(tidy(id)).rejects.toThrow('Insufficient');
    const [attempt] = await attemptsOf(id);
    await pool.query("UPDATE payment_attempt SET created_at = now() - interval '2 hours' WHERE order_id = $1", [id]);
    expect(await listUnresolvedPayments(deps.db)).toMatchObject([
      { id: attempt!.id, state: 'returning', amount: 4400 },
    ]);
    await resolvePayment(deps.db, attempt!.id, 'Sent by transfer.');
    await tidy(id);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
    expect(await listUnresolvedPayments(deps.db)).toEqual([]);
  });
});

describe('an order whose status changes while its session is open', () => {
  test('by a recorded transfer expires the session', async () => {
    const { id } = (await place('card')).body;
    await transitionOrder(deps, id, { to: 'paid', actor: 'operator' });
    await tidy(id);
    expect(sessionsOf(id).map(({ status }) => status)).toEqual(['expired']);
    expect((await orderOf(id)).payment).toEqual({ method: 'bank_transfer', status: 'paid' });
  });

  test('is consistent when it is cancelled while being paid', async () => {
    const ids = await runConcurrently(12, 4, async () => (await place('card')).body.id as string);
    await runConcurrently(24, 24, (index) => {
      const id = ids[index >> 1]!;
      return index % 2 === 0 ? paid(sessionsOf(id)[0]!) : cancel(id);
    });
    for (const id of ids) await tidy(id);
    const states = await Promise.all(ids.map(async (id) => (await orderOf(id)).status));
    expect(new Set(states)).toEqual(new Set(['cancelled']));
  });
});

test('the integrity checks pass afterwards', () => expectIntegrity(pool));
