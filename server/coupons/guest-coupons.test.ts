import { expect, test } from 'vitest';
import { runConcurrently, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import {
  makeCoupon,
  makeOrder,
  makeSignedInCustomer,
  makeProduct,
  placeOrder,
  type MadeCoupon,
} from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { recordPayment } from '../payments/webhook.ts';
import { enforceDeadlines } from '../payments/payment-deadlines.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, deps, pool } = shop;
const title = await makeProduct(shop, { stock: 1000 });
let emails = 0;
const newEmail = () => `coupon${(emails += 1)}@mail.test`;
const STRANGER = '203.0.113.9';

const order = (coupon: MadeCoupon, email: string, ip?: string) =>
  placeOrder(app, { lines: [title], coupon, email, ...(ip && { ip }) });

async function pass(id: string): Promise<void> {
  await pool.query('UPDATE "order" SET payment_due_at = now() WHERE id = $1', [id]);
  await enforceDeadlines(deps, (error) => {
    throw error;
  });
}

test('an unpaid order by a stranger uses up nobody’s coupon', async () => {
  const me = await makeSignedInCustomer(shop);
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
  const guest = newEmail();
  for (const email of [me.email, guest]) expect((await order(coupon, email, STRANGER)).status).toBe(201);
  const { body, status } = await placeOrder(app, { lines: [title], coupon, token: me.token });
  expect(status).toBe(201);
  const own = await order(coupon, guest);
  expect(own.status).toBe(201);
  for (const { id } of [body, own.body]) await transitionOrder(deps, id, { to: 'paid', actor: 'staff' });
  await expectIntegrity(pool);
});

test('an unpaid order holds a single-use coupon until its deadline only', async () => {
  const coupon = await makeCoupon(shop, { maxUses: 1 });
  const { body } = await order(coupon, newEmail(), STRANGER);
  expect(errorOf(await order(coupon, newEmail()))).toEqual([409, 'coupon_used_up']);
  await pass(body.id);
  expect((await order(coupon, newEmail())).status).toBe(201);
  await expectIntegrity(pool);
});

test('one of many concurrent orders of a guest redeems a once-per-customer coupon', async () => {
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
  const email = newEmail();
  const responses = await runConcurrently(20, 20, () => order(coupon, email));
  expect(countValues(responses.map(({ status, body }) => body.code ?? status))).toEqual({ 201: 1, coupon_used_up: 19 });
  await expectIntegrity(pool);
});

test('the second paid order with a once-per-customer coupon is cancelled and refunded', async () => {
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
  const email = newEmail();
  const [one, other] = [await order(coupon, email, '198.51.100.1'), await order(coupon, email, '198.51.100.2')];
  expect(await recordPayment(deps, one.body.id, 'operator')).toBe('paid');
  expect(await recordPayment(deps, other.body.id, 'operator')).toBe('refunded');
  const letters = await renderedEmailsTo(deps, email);
  expect(letters.some(({ text }) => text.includes('You used this order’s coupon on another order'))).toBe(true);
  await expectIntegrity(pool);
});

test('one of two such concurrent payments succeeds', async () => {
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
  const email = newEmail();
  const ids = await runConcurrently(
    6,
    1,
    async (index) => (await order(coupon, email, `198.51.100.${index}`)).body.id as string,
  );
  const outcomes = await Promise.all(ids.map((id) => recordPayment(deps, id, 'operator')));
  expect(countValues(outcomes)).toEqual({ paid: 1, refunded: 5 });
  await expectIntegrity(pool);
});

test('only the verified owner of an address learns that it used a coupon', async () => {
  const me = await makeSignedInCustomer(shop);
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
  await makeOrder(shop, { lines: [title], coupon, token: me.token, state: 'paid' });
  const again = await placeOrder(app, { lines: [title], coupon, token: me.token });
  expect(errorOf(again)).toEqual([409, 'coupon_already_used']);
  const stranger = await order(coupon, me.email, STRANGER);
  const usedUp = await order(await makeCoupon(shop, { maxUses: 0 }), me.email, STRANGER);
  expect(stranger.text).toBe(usedUp.text);
});

test('a use stays counted after the account is deleted, for members and guests', async () => {
  const me = await makeSignedInCustomer(shop);
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 2 });
  for (const _ of [1, 2]) await makeOrder(shop, { lines: [title], coupon, token: me.token });
  await post(app, '/api/account/delete', {}, { token: me.token });
  const { rows } = await pool.query('SELECT FROM coupon_usage WHERE customer_key = $1', [me.email]);
  expect(rows).toEqual([]);
  const back = await makeSignedInCustomer(shop, { email: me.email });
  expect(errorOf(await placeOrder(app, { lines: [title], coupon, token: back.token }))).toEqual([
    409,
    'coupon_already_used',
  ]);
  expect(errorOf(await order(coupon, me.email))).toEqual([409, 'coupon_used_up']);
  await expectIntegrity(pool);
});

test('and after the next deletion as well', async () => {
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 3 });
  const email = newEmail();
  for (const _ of [1, 2]) {
    const me = await makeSignedInCustomer(shop, { email });
    await makeOrder(shop, { lines: [title], coupon, token: me.token });
    await post(app, '/api/account/delete', {}, { token: me.token });
  }
  const { rows } = await pool.query('SELECT used FROM coupon_usage WHERE coupon_id = $1 AND used > 0', [coupon.id]);
  expect(rows).toEqual([{ used: 2 }]);
  const me = await makeSignedInCustomer(shop, { email });
  const responses = await runConcurrently(2, 1, () => placeOrder(app, { lines: [title], coupon, token: me.token }));
  expect(responses.map(({ status }) => status)).toEqual([201, 409]);
  await expectIntegrity(pool);
});

test('a revived guest order redeems its coupon unless it was used in the meantime', async () => {
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
  const email = newEmail();
  const { body: late } = await order(coupon, email);
  await pass(late.id);
  const { body: next } = await order(coupon, email);
  await transitionOrder(deps, next.id, { to: 'paid', actor: 'staff' });
  expect(await recordPayment(deps, late.id, 'operator')).toBe('refunded');
  await expectIntegrity(pool);
});
