import { beforeEach, expect, test } from 'vitest';
import { get, post, errorOf } from '../../tests/test-app.ts';
import {
  makeCoupon,
  makeSignedInCustomer,
  makeProduct,
  placeOrder,
  type MadeCoupon,
  type MadeProduct,
} from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo, sendPendingEmails } from '../../tests/emails.ts';
import { openPayingShop } from '../../tests/fakes/paying-shop.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';
import { recordPayment } from './webhook.ts';
import { enforceDeadlines } from './payment-deadlines.ts';
import { reconcilePayment } from './reconcile-payments.ts';

const shop = await openPayingShop();
const { app, deps, pool, stripe, paid, sessionsOf, refundsOf, attemptsOf, ledgerOf } = shop;

beforeEach(() => stripe.setBehavior('well'));

type Late = { title?: MadeProduct; coupon?: MadeCoupon; payBy?: string };

/** An order whose deadline has passed without its money. */
async function overdue({ title, coupon, payBy = 'bank_transfer' }: Late = {}) {
  const me = await makeSignedInCustomer(shop);
  const of = title ?? (await makeProduct(shop, { stock: 1 }));
  const { body } = await placeOrder(app, {
    lines: [of],
    token: me.token,
    changes: { payBy },
    ...(coupon && { coupon }),
  });
  const id: string = body.id;
  await pass(id);
  const order = async () => (await get(app, `/api/orders/${id}`, { token: me.token })).body;
  return { id, me, of, order };
}

async function pass(id: string): Promise<void> {
  await pool.query('UPDATE "order" SET payment_due_at = now() WHERE id = $1', [id]);
  await pool.query('UPDATE payment_attempt SET expires_at = now() WHERE order_id = $1', [id]);
  await enforceDeadlines(deps, (error) => {
    throw error;
  });
}

async function stockOf({ vid }: MadeProduct): Promise<number> {
  return (await pool.query('SELECT stock FROM variant WHERE id = $1', [vid])).rows[0].stock;
}

const lastLetter = async (email: string) => (await renderedEmailsTo(deps, email)).at(-1)!.text;

test('a late transfer revives its order if the stock is still available', async () => {
  const coupon = await makeCoupon(shop, { maxUses: 1 });
  const { id, me, of, order } = await overdue({ coupon });
  expect(await stockOf(of)).toBe(1);
  expect(await recordPayment(deps, id, 'operator')).toBe('reinstated');
  expect(await order()).toMatchObject({ status: 'paid', payment: { method: 'bank_transfer', status: 'paid' } });
  expect(await stockOf(of)).toBe(0);
  expect((await ledgerOf(id)).map(([kind]) => kind)).toEqual(['charge', 'reversal', 'charge', 'payment']);
  expect(await lastLetter(me.email)).toContain(
    'Your payment arrived after the deadline, but your books were still in stock',
  );
  await expect(recordPayment(deps, id, 'operator')).rejects.toThrow('too_late');
  await expectIntegrity(pool);
});

test('a late transfer is refunded if the stock is gone', async () => {
  const { id, me, of, order } = await overdue();
  await placeOrder(app, { lines: [of], email: 'quicker@mail.test' });
  expect(await recordPayment(deps, id, 'operator')).toBe('refunded');
  await expect(recordPayment(deps, id, 'operator')).rejects.toThrow('too_late');
  const { status, refunds } = await order();
  expect([status, refunds]).toMatchObject(['cancelled', [{ status: 'approved', amount: 44 }]]);
  expect(await stockOf(of)).toBe(0);
  expect(await lastLetter(me.email)).toContain('Your payment arrived after the order had been cancelled');
  await expectIntegrity(pool);
  await transitionRefund(deps, refunds[0].id, { to: 'paid_out', actor: 'operator' });
  expect((await ledgerOf(id)).reduce((sum: number, [, , amount]) => sum + Number(amount), 0)).toBe(0);
  await expectIntegrity(pool);
});

test('a late transfer is refunded if the coupon is used up', async () => {
  const coupon = await makeCoupon(shop, { maxUses: 1 });
  const { id } = await overdue({ coupon });
  await placeOrder(app, { lines: [await makeProduct(shop)], email: 'coupon@mail.test', coupon });
  expect(await recordPayment(deps, id, 'operator')).toBe('refunded');
  await expectIntegrity(pool);
});

test('a payment for an anonymized order is refunded without an email', async () => {
  const { id, me } = await overdue();
  await sendPendingEmails(deps);
  await post(app, '/api/account/delete', {}, { token: me.token });
  const { rows: before } = await pool.query('SELECT count(*)::int AS mails FROM email_message');
  expect(await recordPayment(deps, id, 'operator')).toBe('refunded');
  expect((await pool.query('SELECT count(*)::int AS mails FROM email_message')).rows).toEqual(before);
  await expectIntegrity(pool);
});

test('a revived order can be cancelled, packed and refunded like any other', async () => {
  const { id, me, of } = await overdue();
  await recordPayment(deps, id, 'operator');
  expect((await post(app, '/api/orders/cancel', { id }, { token: me.token })).status).toBe(200);
  expect(await stockOf(of)).toBe(1);
  await expect(recordPayment(deps, id, 'operator')).rejects.toThrow('too_late');
  await expectIntegrity(pool);
});

test('a late provider payment revives its order, once', async () => {
  const { id, of, order } = await overdue({ payBy: 'card' });
  const [session] = sessionsOf(id);
  const event = stripe.event('checkout.session.completed', stripe.pay(session!.id));
  await shop.tell(event);
  await shop.tell(stripe.event('checkout.session.async_payment_succeeded', session!));
  expect(await order()).toMatchObject({ status: 'paid', payment: { method: 'card' } });
  expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(['paid']);
  expect(await stockOf(of)).toBe(0);
  await expectIntegrity(pool);
});

test('a late provider payment is refunded automatically if the stock is gone, even if it returns', async () => {
  const { id, me, of, order } = await overdue({ payBy: 'card' });
  const { body: quicker } = await placeOrder(app, { lines: [of], token: me.token });
  const [session] = sessionsOf(id);
  await paid(session!);
  await post(app, '/api/orders/cancel', { id: quicker.id }, { token: me.token });
  await shop.tell(stripe.event('checkout.session.async_payment_succeeded', session!));
  for (const attempt of await attemptsOf(id)) await reconcilePayment(deps, attempt.id);
  expect((await order()).status).toBe('cancelled');
  expect(refundsOf(session!)).toHaveLength(1);
  expect(await lastLetter(me.email)).toContain('cancelled');
  await expectIntegrity(pool);
});

test('a checkout session opened before the deadline can be paid until it expires', async () => {
  const me = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [shop.title], token: me.token, changes: { payBy: 'card' } });
  await pool.query('UPDATE "order" SET payment_due_at = now() WHERE id = $1', [body.id]);
  const nothing = await enforceDeadlines(deps, () => {});
  expect(nothing).toMatchObject({ cancelled: 0 });
  const start = (method: string) => post(app, '/api/payments/start', { id: body.id, method }, { token: me.token });
  expect((await start('card')).body.redirect).toBe(body.payment.redirect);
  expect(errorOf(await start('fpx'))).toEqual([409, 'too_late']);
  await pool.query('UPDATE payment_attempt SET expires_at = now() WHERE order_id = $1', [body.id]);
  expect(await enforceDeadlines(deps, () => {})).toMatchObject({ cancelled: 1 });
});

test('an order with online payment is due within the hour', async () => {
  const me = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [shop.title], token: me.token, changes: { payBy: 'fpx' } });
  const { rows } = await pool.query('SELECT placed_at, payment_due_at AS due FROM "order" WHERE id = $1', [body.id]);
  expect(rows[0].due - rows[0].placed_at).toBe(3_600_000);
  const [session] = sessionsOf(body.id);
  expect(session!.expires_at).toBe(Math.floor(rows[0].due / 1000));
});
