import { expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, toTestResponse, errorOf, countValues } from '../../tests/test-app.ts';
import {
  makeCoupon,
  makeCustomer,
  makeOrder,
  makeSignedInCustomer,
  makeProduct,
  placeOrder,
  signIn,
} from '../../tests/factories.ts';
import { expectIntegrity, auditEventsOf } from '../../tests/database.ts';
import { emailTokenTo, emailsTo } from '../../tests/emails.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeProduct(shop, { stock: 500 });

function remove(token: string) {
  return post(app, '/api/account/delete', {}, { token });
}

test('a customer without a password can delete their account as well', async () => {
  const me = await makeSignedInCustomer(shop, { passwordHash: null });
  expect((await remove(me.token)).status).toBe(204);
});

test('concurrent deletions delete once, with one email', async () => {
  const me = await makeCustomer(shop);
  const tokens = [await signIn(app, me), await signIn(app, me)];
  const responses = await runConcurrently(10, 10, (index) => remove(tokens[index % 2]!));
  const counts = countValues(responses.map((response) => response.status));
  expect(counts).toEqual({ 204: 1, 401: 9 });
  expect((await emailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['account_deleted']);
  expect((await auditEventsOf(pool, me.id)).filter((event) => event === 'account_deleted')).toHaveLength(1);
  await expectIntegrity(pool);
});

test('links, password changes and email changes lose against a concurrent deletion', async () => {
  const me = await makeSignedInCustomer(shop);
  await post(app, '/api/auth/forgot-password', { email: me.email });
  await post(app, '/api/auth/change-email', { email: 'moved@mail.test' }, { token: me.token });
  const [reset, email] = [
    await emailTokenTo(pool, me.email, 'reset'),
    await emailTokenTo(pool, 'moved@mail.test', 'email_change'),
  ];
  const form = { password: 'another good password', confirmPassword: 'another good password' };
  const responses = await Promise.all([
    remove(me.token),
    post(app, '/api/auth/reset-password', { token: reset, ...form }),
    post(app, '/api/auth/confirm-email', { token: email }),
    post(app, '/api/auth/change-password', { currentPassword: me.password, ...form }, { token: me.token }),
    post(app, '/customer/profile', { displayName: 'Late' }, { token: me.token }),
    post(app, '/customer/auth/login', { username: me.email, password: me.password }),
  ]);
  // A busy machine may ask to come back later, with nothing done.
  const failed = responses.filter(({ status, body }) => status >= 500 && body.code !== 'busy');
  expect(failed).toEqual([]);
  await expectIntegrity(pool);
});

test('coupon uses stay counted when the address belongs to another account', async () => {
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 5 });
  const me = await makeSignedInCustomer(shop);
  await makeOrder(shop, { lines: [title], token: me.token, coupon, state: 'paid' });
  await post(app, '/api/auth/change-email', { email: 'elsewhere@mail.test' }, { token: me.token });
  await post(app, '/api/auth/confirm-email', {
    token: await emailTokenTo(pool, 'elsewhere@mail.test', 'email_change'),
  });
  await makeOrder(shop, { lines: [title], token: me.token, coupon, state: 'paid' });
  const heir = await makeSignedInCustomer(shop, { email: me.email });
  await placeOrder(app, { lines: [title], token: heir.token, coupon });
  expect((await remove(me.token)).status).toBe(204);
  const { rows } = await pool.query('SELECT customer_key, used FROM coupon_usage WHERE coupon_id = $1 ORDER BY used', [
    coupon.id,
  ]);
  expect(rows).toHaveLength(3);
  expect(rows.find((row) => row.customer_key === me.email)).toMatchObject({ used: 1 });
  expect((await get(app, '/api/account/export', { token: heir.token })).body.mails).not.toEqual([]);
  await expectIntegrity(pool);
});

test('an account can be deleted only by its owner', async () => {
  const response = toTestResponse(await app.inject({ method: 'GET', url: '/api/account/delete' }));
  expect(response.status).toBe(404);
  expect(errorOf(await post(app, '/api/account/delete', {}))).toEqual([401, 'token_missing']);
});
