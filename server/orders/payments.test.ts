import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { crowd, refusal, tally } from '../../tests/door.ts';
import { expectSound } from '../../tests/invariants.ts';
import { openPayingShop } from '../../tests/payment-provider/paying-shop.ts';
import { listStuckPayments, settlePayment } from '../payments/stuck-payments.ts';
import { moveOrder } from './move-order.ts';
import { tidyPayment } from './tidy-payment.ts';

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

beforeEach(() => stripe.behave('well'));

/** What the jobs of an order's payments do. */
async function tidy(orderId: string): Promise<void> {
  for (const { id } of await attemptsOf(orderId)) await tidyPayment(deps, id);
}

async function kindsOfMail(orderId: string): Promise<string[]> {
  const { rows } = await pool.query('SELECT kind FROM mail WHERE order_id = $1 ORDER BY id', [orderId]);
  return rows.map(({ kind }) => kind);
}

describe('an order that is paid at the provider', () => {
  test('stands first; the answer leads to a page of exactly its amount, and a repetition to the same page', async () => {
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

  test('is paid once by the event, however often and in whatever form it comes', async () => {
    const { id } = (await place('fpx')).body;
    const session = stripe.pay(sessionsOf(id)[0]!.id);
    const event = stripe.event('checkout.session.completed', session);
    const other = stripe.event('checkout.session.async_payment_succeeded', session);
    const answers = await crowd(20, 20, (index) => tell(index % 2 === 0 ? event : other));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 });
    expect(await orderOf(id)).toMatchObject({ status: 'paid', payment: { method: 'fpx', status: 'paid' } });
    expect(await ledgerOf(id)).toEqual([
      ['charge', 'fpx', 4400],
      ['payment', 'fpx', -4400],
    ]);
    expect(await kindsOfMail(id)).toEqual(['order_placed', 'order_moved']);
    expect(refusal(await start(id, 'fpx'))).toEqual([409, 'too_late']);
  });
});

describe('a provider that is hard to reach', () => {
  test('whose answer was lost is asked for another page', async () => {
    stripe.behave('deaf');
    const { body } = await place('card');
    expect(body.payment).not.toHaveProperty('redirect');
    stripe.behave('well');
    const { body: started } = await start(body.id, 'card');
    expect(sessionsOf(body.id)[1]!.url).toBe(started.redirect);
  });

  test('tells of a payment before it has answered who asked for the page', async () => {
    stripe.behave('deaf');
    const { id } = (await place('card')).body;
    expect((await paid(sessionsOf(id)[0]!)).status).toBe(200);
    expect((await orderOf(id)).status).toBe('paid');
  });

  test('that refused a page is asked for another one', async () => {
    stripe.behave('strict');
    const { id } = (await place('card')).body;
    expect(refusal(await start(id, 'card'))).toEqual([503, 'payment_unreachable']);
    stripe.behave('well');
    expect((await start(id, 'card')).body.redirect).toBe(sessionsOf(id)[0]!.url);
  });

  test('leaves the order standing, to be paid later in another way', async () => {
    stripe.behave('down');
    const { status, body } = await place('card');
    expect([status, body.payment.redirect]).toEqual([201, undefined]);
    expect(refusal(await start(body.id, 'card'))).toEqual([503, 'payment_unreachable']);
    stripe.behave('well');
    expect((await start(body.id, 'fpx')).body.redirect).toBe(sessionsOf(body.id)[0]!.url);
    expect((await orderOf(body.id)).payment).toMatchObject({
      online: ['fpx', 'card'],
      instructions: { reference: body.number },
    });
  });
});

describe('a payment of which no event came', () => {
  test('pays its order when the page is closed for another way of paying', async () => {
    const { id } = (await place('card')).body;
    stripe.pay(sessionsOf(id)[0]!.id);
    await start(id, 'fpx');
    await tidy(id);
    await tidy(id);
    expect((await orderOf(id)).payment).toMatchObject({ method: 'card', status: 'paid' });
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['paid', 'closed']);
    expect(sessionsOf(id).map(({ status }) => status)).toEqual(['complete', 'expired']);
  });

  test('pays its order once the page has come to its end', async () => {
    const { id } = (await place('card')).body;
    stripe.pay(sessionsOf(id)[0]!.id);
    await tidy(id);
    expect((await orderOf(id)).status).toBe('paid');
  });

  test('goes back where its order was cancelled', async () => {
    const { id } = (await place('card')).body;
    stripe.pay(sessionsOf(id)[0]!.id);
    await cancel(id);
    await tidy(id);
    await tidy(id);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
  });
});

test('a page is left alone until its end, and closed then', async () => {
  const { id } = (await place('card')).body;
  await tidy(id);
  expect(sessionsOf(id).map(({ status }) => status)).toEqual(['open']);
  await pool.query('UPDATE payment_attempt SET ends_at = now() WHERE order_id = $1', [id]);
  await tidy(id);
  expect(sessionsOf(id).map(({ status }) => status)).toEqual(['expired']);
  const { redirect } = (await start(id, 'card')).body;
  expect(redirect).toBe(sessionsOf(id)[1]!.url);
});

describe('a page of another way of paying', () => {
  test('closes the one before it, here and at the provider', async () => {
    const { id } = (await place('card')).body;
    await start(id, 'fpx');
    await tidy(id);
    expect(sessionsOf(id).map(({ method, status }) => [method, status])).toEqual([
      ['card', 'expired'],
      ['fpx', 'open'],
    ]);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  test('that is paid too gives its money back', async () => {
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

  test('that has closed may still pay an order that waits for its money', async () => {
    const { id } = (await place('card')).body;
    const [session] = sessionsOf(id);
    await tell(stripe.event('checkout.session.expired', session!));
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['closed']);
    await paid(session!);
    expect((await orderOf(id)).status).toBe('paid');
  });
});

describe('money for an order that is over', () => {
  test('goes back once, even where the answer to giving it back is lost', async () => {
    const { id } = (await place('card')).body;
    await cancel(id);
    const [session] = sessionsOf(id);
    await paid(session!);
    stripe.behave('deaf');
    await expect(tidy(id)).rejects.toThrow();
    stripe.behave('well');
    await tidy(id);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
    expect(refundsOf(session!)).toHaveLength(1);
    expect(await orderOf(id)).toMatchObject({ status: 'cancelled', payment: { status: 'cancelled' } });
  });

  test('and that somebody has paid back at the provider is not sent again', async () => {
    const { id } = (await place('card')).body;
    await cancel(id);
    const [session] = sessionsOf(id);
    await paid(session!);
    stripe.refundByHand(session!.payment_intent!, 4400);
    await tidy(id);
    expect(refundsOf(session!)).toHaveLength(1);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
  });

  test('and that the provider will not send waits until somebody has looked after it', async () => {
    const { id } = (await place('card')).body;
    await cancel(id);
    await paid(sessionsOf(id)[0]!);
    stripe.behave('strict');
    await expect(tidy(id)).rejects.toThrow('Insufficient');
    const [attempt] = await attemptsOf(id);
    await pool.query("UPDATE payment_attempt SET created_at = now() - interval '2 hours' WHERE order_id = $1", [id]);
    expect(await listStuckPayments(deps.db)).toMatchObject([{ id: attempt!.id, state: 'returning', amount: 4400 }]);
    await settlePayment(deps.db, attempt!.id, 'Sent by transfer.');
    await tidy(id);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['returned']);
    expect(await listStuckPayments(deps.db)).toEqual([]);
  });

  test('a transfer that the staff enter closes the page', async () => {
    const { id } = (await place('card')).body;
    await moveOrder(deps, id, { to: 'paid', actor: 'operator' });
    await tidy(id);
    expect(sessionsOf(id).map(({ status }) => status)).toEqual(['expired']);
    expect((await orderOf(id)).payment).toEqual({ method: 'bank_transfer', status: 'paid' });
  });

  test('an order that is cancelled while it is being paid ends whole', async () => {
    const ids = await crowd(12, 4, async () => (await place('card')).body.id as string);
    await crowd(24, 24, (index) => {
      const id = ids[index >> 1]!;
      return index % 2 === 0 ? paid(sessionsOf(id)[0]!) : cancel(id);
    });
    for (const id of ids) await tidy(id);
    const states = await Promise.all(ids.map(async (id) => (await orderOf(id)).status));
    expect(new Set(states)).toEqual(new Set(['cancelled']));
  });
});

test('after all that every law of the shop holds', () => expectSound(pool));
