import { describe, expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCustomer, signIn } from '../../tests/factories.ts';
import { emailTokenTo, emailsTo } from '../../tests/emails.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const PASSWORD = 'another good password';

const newcomer = () => makeCustomer(shop, { activatedAt: null });
const activate = (token: unknown, changes = {}) =>
  post(app, '/api/auth/activate', { token, password: PASSWORD, ...changes });
const resend = (email: string) => post(app, '/api/auth/resend-activation', { email });
const forgot = (email: string) => post(app, '/api/auth/forgot-password', { email });
const reset = (token: unknown, changes = {}) =>
  post(app, '/api/auth/reset-password', { token, password: PASSWORD, confirmPassword: PASSWORD, ...changes });

function age(email: string, hours: number) {
  return pool.query('UPDATE email_token SET expires_at = expires_at - make_interval(hours => $2) WHERE email = $1', [
    email,
    hours,
  ]);
}

describe('an activation link', () => {
  test('activates the account, once', async () => {
    const me = await newcomer();
    await resend(me.email);
    const token = await emailTokenTo(pool, me.email, 'activate');
    const { status, body } = await activate(token);
    expect([status, body]).toEqual([200, { email: me.email }]);
    expect(await signIn(app, { ...me, password: PASSWORD })).toMatch(/^bk_/);
    expect(errorOf(await activate(token))).toEqual([410, 'link_expired']);
  });

  test('is consumed by one of twenty concurrent requests', async () => {
    const me = await newcomer();
    await resend(me.email);
    const token = await emailTokenTo(pool, me.email, 'activate');
    const responses = await runConcurrently(20, 20, () => activate(token));
    expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 1, 410: 19 });
  });

  test('is revoked by a newer one', async () => {
    const me = await newcomer();
    await resend(me.email);
    const older = await emailTokenTo(pool, me.email, 'activate');
    await resend(me.email);
    expect(errorOf(await activate(older))).toEqual([410, 'link_expired']);
    expect((await activate(await emailTokenTo(pool, me.email, 'activate'))).status).toBe(200);
  });

  test('is valid for a day', async () => {
    const me = await newcomer();
    await resend(me.email);
    const token = await emailTokenTo(pool, me.email, 'activate');
    await age(me.email, 24);
    expect(errorOf(await activate(token))).toEqual([410, 'link_expired']);
  });

  test('is not consumed by reading it', async () => {
    const me = await newcomer();
    await resend(me.email);
    const token = await emailTokenTo(pool, me.email, 'activate');
    expect((await get(app, `/api/auth/activate?token=${token}`)).status).toBe(404);
    expect((await activate(token)).status).toBe(200);
  });

  test('does not set a password, and a reset link does not activate', async () => {
    const me = await newcomer();
    await resend(me.email);
    await forgot(me.email);
    expect(errorOf(await reset(await emailTokenTo(pool, me.email, 'activate')))).toEqual([410, 'link_expired']);
    expect(errorOf(await activate(await emailTokenTo(pool, me.email, 'reset')))).toEqual([410, 'link_expired']);
  });

  test('is not emailed again to an active account, with the same response', async () => {
    const [open, pending] = [await makeCustomer(shop), await newcomer()];
    const responses = [await resend(open.email), await resend(pending.email), await resend('nobody@mail.test')];
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
    expect(await emailsTo(pool, open.email)).toEqual([]);
    expect(await emailsTo(pool, 'nobody@mail.test')).toEqual([]);
  });
});

describe('a reset link', () => {
  test('is emailed only if there is an account, with the same response either way', async () => {
    const me = await makeCustomer(shop);
    const responses = [
      await forgot(me.email),
      await forgot(` ${me.email.toUpperCase()} `),
      await forgot('nobody@mail.test'),
    ];
    expect(new Set(responses.map((response) => `${response.status} ${response.text}`)).size).toBe(1);
    expect(await emailsTo(pool, me.email)).toMatchObject([{ kind: 'reset' }, { kind: 'reset' }]);
    const [mail] = await emailsTo(pool, me.email);
    expect(mail!.data.link).toMatch(/^http:\/\/shop\.test\/customer\/auth\/forget-password#reset=[\w-]{43}$/);
    expect(responses[0]!.text).not.toContain(await emailTokenTo(pool, me.email, 'reset'));
  });

  test('sets the password, once', async () => {
    const me = await makeCustomer(shop);
    await forgot(me.email);
    const token = await emailTokenTo(pool, me.email, 'reset');
    expect((await reset(token)).status).toBe(200);
    expect(errorOf(await reset(token, { password: 'a third password', confirmPassword: 'a third password' }))).toEqual([
      410,
      'link_expired',
    ]);
    expect(await signIn(app, { ...me, password: PASSWORD })).toMatch(/^bk_/);
  });

  test('is not consumed by a rejected password', async () => {
    const me = await makeCustomer(shop);
    await forgot(me.email);
    const token = await emailTokenTo(pool, me.email, 'reset');
    const differing = await reset(token, { confirmPassword: 'x' });
    expect(differing.body.errors).toEqual([
      { path: 'confirmPassword', message: "Password doesn't match. Please try again." },
    ]);
    expect((await reset(token, { password: 'short', confirmPassword: 'short' })).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });

  test('is valid for an hour and revoked by a newer one', async () => {
    const me = await makeCustomer(shop);
    await forgot(me.email);
    const older = await emailTokenTo(pool, me.email, 'reset');
    await forgot(me.email);
    const newer = await emailTokenTo(pool, me.email, 'reset');
    expect((await reset(older)).status).toBe(410);
    await age(me.email, 1);
    expect((await reset(newer)).status).toBe(410);
  });

  test('verifies the address and activates an account that never was', async () => {
    const me = await newcomer();
    await forgot(me.email);
    await reset(await emailTokenTo(pool, me.email, 'reset'));
    expect(await signIn(app, { ...me, password: PASSWORD })).toMatch(/^bk_/);
  });
});

test.each(['x'.repeat(43), '0'.repeat(16), "' OR '1'='1' --    "])('the token %j is rejected', async (token) => {
  expect(errorOf(await activate(token))).toEqual([410, 'link_expired']);
  expect(errorOf(await reset(token))).toEqual([410, 'link_expired']);
});

test.each(['', 'short', null, 5, ['x'.repeat(43)], {}, 'x'.repeat(10_240)])(
  'the token %j is invalid',
  async (token) => {
    expect(errorOf(await activate(token))).toEqual([422, 'invalid']);
    expect(errorOf(await reset(token))).toEqual([422, 'invalid']);
  },
);
