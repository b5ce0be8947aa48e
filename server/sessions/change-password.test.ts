import { expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer, signIn } from '../../tests/factories.ts';
import { expectIntegrity, auditEventsOf } from '../../tests/database.ts';
import { emailTokenTo, emailsTo } from '../../tests/emails.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const NEW = 'another good password';

function change(token: string, currentPassword: string, changes: object = {}) {
  const form = { currentPassword, password: NEW, confirmPassword: NEW, ...changes };
  return post(app, '/api/auth/change-password', form, { token });
}

async function statusOf(token: string): Promise<number> {
  return (await get(app, '/api/auth/me', { token })).status;
}

test('only the new password works, and other sessions are ended', async () => {
  const me = await makeCustomer(shop);
  const [here, there] = [await signIn(app, me), await signIn(app, me)];
  expect((await change(here, me.password)).status).toBe(204);
  expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
  expect((await post(app, '/customer/auth/login', { username: me.email, password: me.password })).status).toBe(401);
  expect(await signIn(app, { ...me, password: NEW })).toMatch(/^bk_/);
  expect((await emailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['password_changed']);
  expect(await auditEventsOf(pool, me.id)).toContain('password_changed');
  await expectIntegrity(pool);
});

test('a wrong current password is a field error and changes nothing', async () => {
  const me = await makeSignedInCustomer(shop);
  const response = await change(me.token, 'not my password');
  expect(errorOf(response)).toEqual([422, 'invalid']);
  expect(response.body.errors).toEqual([{ path: 'currentPassword', message: 'Current password is incorrect.' }]);
  expect(await signIn(app, me)).toMatch(/^bk_/);
  expect(await emailsTo(pool, me.email)).toEqual([]);
});

test('a customer without a password gets the same error', async () => {
  const [one, other] = [await makeSignedInCustomer(shop, { passwordHash: null }), await makeSignedInCustomer(shop)];
  expect((await change(one.token, 'anything')).text).toBe((await change(other.token, 'anything')).text);
});

test('passwords that differ get the specified message', async () => {
  const me = await makeSignedInCustomer(shop);
  const { body } = await change(me.token, me.password, { confirmPassword: 'x' });
  expect(body.errors).toEqual([{ path: 'confirmPassword', message: "Password doesn't match. Please try again." }]);
});

test('earlier reset links are revoked', async () => {
  const me = await makeSignedInCustomer(shop);
  await post(app, '/api/auth/forgot-password', { email: me.email });
  await change(me.token, me.password);
  const form = { token: await emailTokenTo(pool, me.email, 'reset'), password: 'a third password' };
  expect(errorOf(await post(app, '/api/auth/reset-password', { ...form, confirmPassword: form.password }))).toEqual([
    410,
    'link_expired',
  ]);
});

test('one of ten concurrent changes succeeds', async () => {
  const me = await makeSignedInCustomer(shop);
  const responses = await runConcurrently(10, 10, (index) => {
    const password = `good password number ${index}`;
    return change(me.token, me.password, { password, confirmPassword: password });
  });
  expect(countValues(responses.map((response) => response.status))).toEqual({ 204: 1, 422: 9 });
  expect((await emailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['password_changed']);
});

test('a password that changes during its verification does not sign in', async () => {
  const me = await makeSignedInCustomer(shop);
  const [changed, ...tries] = await Promise.all([
    change(me.token, me.password),
    ...Array.from({ length: 8 }, () =>
      post(app, '/customer/auth/login', { username: me.email, password: me.password }),
    ),
  ]);
  expect(changed.status).toBe(204);
  for (const { body } of tries) if (body.api_token) expect(await statusOf(body.api_token)).toBe(401);
});

test('all other sessions can be ended', async () => {
  const me = await makeCustomer(shop);
  const [here, ...others] = [await signIn(app, me), await signIn(app, me), await signIn(app, me)];
  const headers = { authorization: `Bearer ${here}` };
  const out = await app.inject({ method: 'POST', url: '/api/auth/sessions/revoke-others', headers });
  expect([out.statusCode, out.payload]).toEqual([204, '']);
  expect(await statusOf(here!)).toBe(200);
  for (const token of others) expect(await statusOf(token)).toBe(401);
  expect((await auditEventsOf(pool, me.id)).filter((event) => event === 'session_ended')).toHaveLength(1);
});
