import { expect, test } from 'vitest';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer, signIn } from '../../tests/factories.ts';
import { emailTokenTo } from '../../tests/emails.ts';

const shop = await openTestApp();
const { app, pool } = shop;

async function statusOf(token: string): Promise<number> {
  return (await get(app, '/api/auth/me', { token })).status;
}

test('signing out ends the session and all its tokens', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const { body } = await post(app, '/api/auth/refresh-token', { accessToken: token });
  const out = await app.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { authorization: `Bearer ${body.accessToken}` },
  });
  expect([out.statusCode, out.payload]).toEqual([204, '']);
  expect(out.headers['clear-site-data']).toBe('"cache"');
  expect(String(out.headers['set-cookie'])).toMatch(/^bk=;/);
  for (const ended of [token, body.accessToken]) {
    expect(errorOf(await get(app, '/api/auth/me', { token: ended }))).toEqual([401, 'token_invalid']);
    expect(errorOf(await get(app, '/api/site/products', { token: ended }))).toEqual([401, 'token_invalid']);
    expect(errorOf(await post(app, '/api/auth/refresh-token', { accessToken: ended }))).toEqual([401, 'session_ended']);
  }
});

test('signing out on one device leaves the others signed in', async () => {
  const me = await makeCustomer(shop);
  const [phone, desk] = [await signIn(app, me), await signIn(app, me)];
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${phone}` } });
  expect([await statusOf(phone), await statusOf(desk)]).toEqual([401, 200]);
});

test('a customer can list and end their sessions', async () => {
  const me = await makeCustomer(shop);
  const other = await makeSignedInCustomer(shop);
  const [phone, desk] = [await signIn(app, me), await signIn(app, me)];
  const { items } = (await get(app, '/api/auth/sessions', { token: desk })).body;
  expect(items.map((item: { current: boolean }) => item.current).toSorted()).toEqual([false, true]);
  const { id } = items.find((item: { current: boolean }) => !item.current);
  expect(errorOf(await post(app, '/api/auth/sessions/revoke', { id }, { token: other.token }))).toEqual([
    404,
    'not_found',
  ]);
  expect(await statusOf(phone)).toBe(200);
  expect((await post(app, '/api/auth/sessions/revoke', { id }, { token: desk })).status).toBe(204);
  expect([await statusOf(phone), await statusOf(desk)]).toEqual([401, 200]);
  expect(errorOf(await post(app, '/api/auth/sessions/revoke', { id }, { token: desk }))).toEqual([404, 'not_found']);
  expect((await get(app, '/api/auth/sessions', { token: desk })).body.items).toHaveLength(1);
});

test('a password reset ends every session and sends an email', async () => {
  const me = await makeCustomer(shop);
  const tokens = [await signIn(app, me), await signIn(app, me)];
  await post(app, '/api/auth/forgot-password', { email: me.email });
  const password = 'another good password';
  const form = { token: await emailTokenTo(pool, me.email, 'reset'), password, confirmPassword: password };
  expect((await post(app, '/api/auth/reset-password', form)).body).toEqual({ email: me.email });
  for (const token of tokens) expect(await statusOf(token)).toBe(401);
  const { rows } = await pool.query('SELECT kind FROM email_message WHERE recipient = $1 ORDER BY id', [me.email]);
  expect(rows.map((row) => row.kind)).toEqual(['reset', 'password_changed']);
  expect((await post(app, '/customer/auth/login', { username: me.email, password: me.password })).status).toBe(401);
  expect(await statusOf(await signIn(app, { ...me, password }))).toBe(200);
});

test('the session list shows when the current token expires', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  await pool.query(
    "UPDATE session_token t SET expires_at = now() + interval '5 minutes' FROM session s WHERE s.id = session_id AND customer_id = $1",
    [id],
  );
  await post(app, '/api/auth/refresh-token', { accessToken: token });
  const { token_expires_at } = (await get(app, '/api/auth/me', { token })).body;
  expect(Math.round((Date.parse(token_expires_at) - Date.now()) / 60_000)).toBe(5);
});

test('a token in the URL is ignored', async () => {
  const { token } = await makeSignedInCustomer(shop);
  expect(errorOf(await get(app, `/api/auth/me?token=${token}&access_token=${token}`))).toEqual([401, 'token_missing']);
});
