import { expect, test } from 'vitest';
import { crowd, get, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { makeCustomer, makeSignedIn, signIn } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { linkTo, mailsTo } from '../../tests/mails.ts';
import { eventsOf } from '../../tests/trail.ts';

const shop = await openDoor();
const { app, pool } = shop;
const NEW = 'another good password';

function change(token: string, currentPassword: string, changes: object = {}) {
  const form = { currentPassword, password: NEW, confirmPassword: NEW, ...changes };
  return post(app, '/api/auth/change-password', form, { token });
}

async function statusOf(token: string): Promise<number> {
  return (await get(app, '/api/auth/me', { token })).status;
}

test('the new password opens the account and the old one does not; other sessions are over, this one is not', async () => {
  const me = await makeCustomer(shop);
  const [here, there] = [await signIn(app, me), await signIn(app, me)];
  expect((await change(here, me.password)).status).toBe(204);
  expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401]);
  expect((await post(app, '/customer/auth/login', { username: me.email, password: me.password })).status).toBe(401);
  expect(await signIn(app, { ...me, password: NEW })).toMatch(/^bk_/);
  expect((await mailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['password_changed']);
  expect(await eventsOf(pool, me.id)).toContain('password_changed');
  await expectSound(pool);
});

test('a wrong current password is refused at its field, and nothing changes', async () => {
  const me = await makeSignedIn(shop);
  const answer = await change(me.token, 'not my password');
  expect(refusal(answer)).toEqual([422, 'invalid']);
  expect(answer.body.errors).toEqual([{ path: 'currentPassword', message: 'This is not your current password.' }]);
  expect(await signIn(app, me)).toMatch(/^bk_/);
  expect(await mailsTo(pool, me.email)).toEqual([]);
});

test('a customer without a password is refused alike', async () => {
  const [one, other] = [await makeSignedIn(shop, { passwordHash: null }), await makeSignedIn(shop)];
  expect((await change(one.token, 'anything')).text).toBe((await change(other.token, 'anything')).text);
});

test('passwords that differ are told in the words of the specification', async () => {
  const me = await makeSignedIn(shop);
  const { body } = await change(me.token, me.password, { confirmPassword: 'x' });
  expect(body.errors).toEqual([{ path: 'confirmPassword', message: "Password doesn't match. Please try again." }]);
});

test('a reset link that was mailed before is void', async () => {
  const me = await makeSignedIn(shop);
  await post(app, '/api/auth/forgot-password', { email: me.email });
  await change(me.token, me.password);
  const form = { token: await linkTo(pool, me.email, 'reset'), password: 'a third password' };
  expect(refusal(await post(app, '/api/auth/reset-password', { ...form, confirmPassword: form.password }))).toEqual([
    410,
    'link_expired',
  ]);
});

test('of ten changes at once one is made', async () => {
  const me = await makeSignedIn(shop);
  const answers = await crowd(10, 10, (index) => {
    const password = `good password number ${index}`;
    return change(me.token, me.password, { password, confirmPassword: password });
  });
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 204: 1, 422: 9 });
  expect((await mailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['password_changed']);
});

test('nobody signs in with a password that is changed while it is checked', async () => {
  const me = await makeSignedIn(shop);
  const [changed, ...tries] = await Promise.all([
    change(me.token, me.password),
    ...Array.from({ length: 8 }, () =>
      post(app, '/customer/auth/login', { username: me.email, password: me.password }),
    ),
  ]);
  expect(changed.status).toBe(204);
  for (const { body } of tries) if (body.api_token) expect(await statusOf(body.api_token)).toBe(401);
});

test('all sessions but this one end at once', async () => {
  const me = await makeCustomer(shop);
  const [here, ...others] = [await signIn(app, me), await signIn(app, me), await signIn(app, me)];
  const headers = { authorization: `Bearer ${here}` };
  const out = await app.inject({ method: 'POST', url: '/api/auth/sessions/revoke-others', headers });
  expect([out.statusCode, out.payload]).toEqual([204, '']);
  expect(await statusOf(here!)).toBe(200);
  for (const token of others) expect(await statusOf(token)).toBe(401);
  expect((await eventsOf(pool, me.id)).filter((event) => event === 'session_ended')).toHaveLength(1);
});
