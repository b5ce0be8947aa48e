import { expect, test } from 'vitest';
import { crowd, get, openDoor, post, read, refusal, tally } from '../../tests/door.ts';
import { makeCoupon, makeCustomer, makeSignedIn, makeTitle, placeOrder, signIn } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { linkTo, mailsTo } from '../../tests/mails.ts';
import { eventsOf } from '../../tests/trail.ts';

const shop = await openDoor({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeTitle(shop, { stock: 500 });

function remove(token: string, password: string) {
  return post(app, '/api/account/delete', { password }, { token });
}

test('a wrong password is refused at its field, and nothing is gone', async () => {
  const me = await makeSignedIn(shop);
  const answer = await remove(me.token, 'wrong');
  expect(refusal(answer)).toEqual([422, 'invalid']);
  expect(answer.body.errors).toEqual([{ path: 'password', message: 'This is not your current password.' }]);
  expect((await get(app, '/api/auth/me', { token: me.token })).status).toBe(200);
});

test('a customer without a password sets one first', async () => {
  const me = await makeSignedIn(shop, { passwordHash: null });
  expect(refusal(await remove(me.token, 'anything'))).toEqual([422, 'invalid']);
});

test('of many deletions at once one is done, with one goodbye', async () => {
  const me = await makeCustomer(shop);
  const tokens = [await signIn(app, me), await signIn(app, me)];
  const answers = await crowd(10, 10, (index) => remove(tokens[index % 2]!, me.password));
  const counts = tally(answers.map((answer) => answer.status));
  expect(counts).toEqual({ 204: 1, 401: 9 });
  expect((await mailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['account_deleted']);
  expect((await eventsOf(pool, me.id)).filter((event) => event === 'account_deleted')).toHaveLength(1);
  await expectSound(pool);
});

test('links, password changes and a new address lose against a deletion, and nothing hangs', async () => {
  const me = await makeSignedIn(shop);
  await post(app, '/api/auth/forgot-password', { email: me.email });
  await post(app, '/api/auth/change-email', { email: 'moved@mail.test', password: me.password }, { token: me.token });
  const [reset, email] = [await linkTo(pool, me.email, 'reset'), await linkTo(pool, 'moved@mail.test', 'email_change')];
  const form = { password: 'another good password', confirmPassword: 'another good password' };
  const answers = await Promise.all([
    remove(me.token, me.password),
    post(app, '/api/auth/reset-password', { token: reset, ...form }),
    post(app, '/api/auth/confirm-email', { token: email }),
    post(app, '/api/auth/change-password', { currentPassword: me.password, ...form }, { token: me.token }),
    post(app, '/customer/profile', { displayName: 'Late' }, { token: me.token }),
    post(app, '/customer/auth/login', { username: me.email, password: me.password }),
  ]);
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  await expectSound(pool);
});

test('uses of coupons stay counted where the address has become somebody else’s', async () => {
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 5 });
  const me = await makeSignedIn(shop);
  await placeOrder(app, { lines: [title], token: me.token, coupon });
  await post(
    app,
    '/api/auth/change-email',
    { email: 'elsewhere@mail.test', password: me.password },
    { token: me.token },
  );
  await post(app, '/api/auth/confirm-email', { token: await linkTo(pool, 'elsewhere@mail.test', 'email_change') });
  await placeOrder(app, { lines: [title], token: me.token, coupon });
  const heir = await makeSignedIn(shop, { email: me.email });
  await placeOrder(app, { lines: [title], token: heir.token, coupon });
  expect((await remove(me.token, me.password)).status).toBe(204);
  const { rows } = await pool.query('SELECT customer_key, used FROM coupon_use WHERE coupon_id = $1 ORDER BY used', [
    coupon.id,
  ]);
  expect(rows).toHaveLength(3);
  expect(rows.find((row) => row.customer_key === me.email)).toMatchObject({ used: 1 });
  expect((await get(app, '/api/account/export', { token: heir.token })).body.mails).not.toEqual([]);
  await expectSound(pool);
});

test('an account is deleted by its owner’s call alone', async () => {
  const answer = read(await app.inject({ method: 'GET', url: '/api/account/delete' }));
  expect(answer.status).toBe(404);
  expect(refusal(await post(app, '/api/account/delete', { password: 'x' }))).toEqual([401, 'token_missing']);
});
