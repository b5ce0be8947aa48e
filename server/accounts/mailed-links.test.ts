import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { makeCustomer, signIn } from '../../tests/factories.ts';
import { linkTo, mailsTo } from '../../tests/mails.ts';

const shop = await openDoor();
const { app, pool } = shop;
const PASSWORD = 'another good password';

const newcomer = () => makeCustomer(shop, { activatedAt: null });
const activate = (token: unknown) => post(app, '/api/auth/activate', { token });
const resend = (email: string) => post(app, '/api/auth/resend-activation', { email });
const forgot = (email: string) => post(app, '/api/auth/forgot-password', { email });
const reset = (token: unknown, changes = {}) =>
  post(app, '/api/auth/reset-password', { token, password: PASSWORD, confirmPassword: PASSWORD, ...changes });

function age(email: string, hours: number) {
  return pool.query('UPDATE mailed_link SET expires_at = expires_at - make_interval(hours => $2) WHERE email = $1', [
    email,
    hours,
  ]);
}

describe('an activation link', () => {
  test('opens the account, once', async () => {
    const me = await newcomer();
    await resend(me.email);
    const token = await linkTo(pool, me.email, 'activate');
    const { status, body } = await activate(token);
    expect([status, body]).toEqual([200, { email: me.email }]);
    expect(await signIn(app, me)).toMatch(/^bk_/);
    expect(refusal(await activate(token))).toEqual([410, 'link_expired']);
  });

  test('is spent by one of twenty calls at once', async () => {
    const me = await newcomer();
    await resend(me.email);
    const token = await linkTo(pool, me.email, 'activate');
    const answers = await crowd(20, 20, () => activate(token));
    expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 410: 19 });
  });

  test('is void once a newer one is mailed', async () => {
    const me = await newcomer();
    await resend(me.email);
    const older = await linkTo(pool, me.email, 'activate');
    await resend(me.email);
    expect(refusal(await activate(older))).toEqual([410, 'link_expired']);
    expect((await activate(await linkTo(pool, me.email, 'activate'))).status).toBe(200);
  });

  test('lives for a day', async () => {
    const me = await newcomer();
    await resend(me.email);
    const token = await linkTo(pool, me.email, 'activate');
    await age(me.email, 24);
    expect(refusal(await activate(token))).toEqual([410, 'link_expired']);
  });

  test('is not spent by looking at it', async () => {
    const me = await newcomer();
    await resend(me.email);
    const token = await linkTo(pool, me.email, 'activate');
    expect((await get(app, `/api/auth/activate?token=${token}`)).status).toBe(404);
    expect((await activate(token)).status).toBe(200);
  });

  test('does not set a password, nor does a reset link activate', async () => {
    const me = await newcomer();
    await resend(me.email);
    await forgot(me.email);
    expect(refusal(await reset(await linkTo(pool, me.email, 'activate')))).toEqual([410, 'link_expired']);
    expect(refusal(await activate(await linkTo(pool, me.email, 'reset')))).toEqual([410, 'link_expired']);
  });

  test('is not mailed again to an open account, with the same answer', async () => {
    const [open, pending] = [await makeCustomer(shop), await newcomer()];
    const answers = [await resend(open.email), await resend(pending.email), await resend('nobody@mail.test')];
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(await mailsTo(pool, open.email)).toEqual([]);
    expect(await mailsTo(pool, 'nobody@mail.test')).toEqual([]);
  });
});

describe('a reset link', () => {
  test('is mailed to who has an account, with the same answer for all', async () => {
    const me = await makeCustomer(shop);
    const answers = [
      await forgot(me.email),
      await forgot(` ${me.email.toUpperCase()} `),
      await forgot('nobody@mail.test'),
    ];
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(await mailsTo(pool, me.email)).toMatchObject([{ kind: 'reset' }, { kind: 'reset' }]);
    const [mail] = await mailsTo(pool, me.email);
    expect(mail!.facts.link).toMatch(/^http:\/\/shop\.test\/customer\/auth\/forget-password#reset=[\w-]{43}$/);
    expect(answers[0]!.text).not.toContain(await linkTo(pool, me.email, 'reset'));
  });

  test('sets the password, once', async () => {
    const me = await makeCustomer(shop);
    await forgot(me.email);
    const token = await linkTo(pool, me.email, 'reset');
    expect((await reset(token)).status).toBe(200);
    expect(refusal(await reset(token, { password: 'a third password', confirmPassword: 'a third password' }))).toEqual([
      410,
      'link_expired',
    ]);
    expect(await signIn(app, { ...me, password: PASSWORD })).toMatch(/^bk_/);
  });

  test('is kept while the new password is refused', async () => {
    const me = await makeCustomer(shop);
    await forgot(me.email);
    const token = await linkTo(pool, me.email, 'reset');
    const differing = await reset(token, { confirmPassword: 'x' });
    expect(differing.body.errors).toEqual([
      { path: 'confirmPassword', message: "Password doesn't match. Please try again." },
    ]);
    expect((await reset(token, { password: 'short', confirmPassword: 'short' })).status).toBe(422);
    expect((await reset(token)).status).toBe(200);
  });

  test('lives for an hour, and is void once a newer one is mailed', async () => {
    const me = await makeCustomer(shop);
    await forgot(me.email);
    const older = await linkTo(pool, me.email, 'reset');
    await forgot(me.email);
    const newer = await linkTo(pool, me.email, 'reset');
    expect((await reset(older)).status).toBe(410);
    await age(me.email, 1);
    expect((await reset(newer)).status).toBe(410);
  });

  test('proves the address: it opens an account that was never activated', async () => {
    const me = await newcomer();
    await forgot(me.email);
    await reset(await linkTo(pool, me.email, 'reset'));
    expect(await signIn(app, { ...me, password: PASSWORD })).toMatch(/^bk_/);
  });
});

test.each(['x'.repeat(43), '0'.repeat(16), "' OR '1'='1' --    "])('the token %j is refused', async (token) => {
  expect(refusal(await activate(token))).toEqual([410, 'link_expired']);
  expect(refusal(await reset(token))).toEqual([410, 'link_expired']);
});

test.each(['', 'short', null, 5, ['x'.repeat(43)], {}, 'x'.repeat(10_240)])(
  'the token %j is invalid',
  async (token) => {
    expect(refusal(await activate(token))).toEqual([422, 'invalid']);
    expect(refusal(await reset(token))).toEqual([422, 'invalid']);
  },
);
