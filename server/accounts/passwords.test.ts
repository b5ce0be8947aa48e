import { describe, expect, test } from 'vitest';
import { openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer } from '../../tests/factories.ts';
import { emailTokenTo } from '../../tests/emails.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const COMMON = 'This password is too easy to guess. Please choose another.';
const OWN = 'Choose a password that isn’t based on your name, your email address or the shop’s name.';

function register(password: string, changes: object = {}) {
  const form = { displayName: 'Siti Nurhaliza', email: 'siti.n@mail.test', username: 'bookfriend' };
  return post(app, '/customer/auth/register', { ...form, password, confirmPassword: password, ...changes });
}

function fault(message: string) {
  return { status: 422, body: { code: 'invalid', errors: [{ path: 'password', message }] } };
}

describe('at registration', () => {
  test.each(['12345678', 'PASSWORD1', 'football', ' iloveyou '])('the common password %j is rejected', async (word) => {
    expect(await register(word)).toMatchObject(fault(COMMON));
  });

  test.each(['Halaman2026', 'nurhaliza', 'siti.n@mail.test', 'SITI.N@mail.test', 'bookfriend!', 'siti nurhaliza'])(
    'the password %j, little more than a name, is rejected',
    async (word) => {
      expect(await register(word)).toMatchObject(fault(OWN));
    },
  );

  test('none of them was stored', async () => {
    const { rows } = await pool.query('SELECT count(*)::int AS people FROM customer');
    expect(rows[0].people).toBe(0);
  });

  test('a sentence is accepted', async () => {
    expect((await register('siti reads until late')).status).toBe(200);
  });
});

describe('with an emailed link', () => {
  test.each([
    ['football', COMMON],
    ['customer-name', OWN],
  ])('the password %j is rejected without consuming the link', async (password, message) => {
    const me = await makeCustomer(shop, { displayName: 'Customer Name' });
    await post(app, '/api/auth/forgot-password', { email: me.email });
    const token = await emailTokenTo(pool, me.email, 'reset');
    const reset = (word: string) =>
      post(app, '/api/auth/reset-password', { token, password: word, confirmPassword: word });
    expect(await reset(password)).toMatchObject(fault(message));
    expect((await reset('another good password')).status).toBe(200);
  });
});

test('a changed password is checked too, before the current one', async () => {
  const { token } = await makeSignedInCustomer(shop);
  for (const password of ['football', 'halaman!!'])
    expect(
      errorOf(
        await post(
          app,
          '/api/auth/change-password',
          { currentPassword: 'wrong', password, confirmPassword: password },
          { token },
        ),
      ),
    ).toEqual([422, 'invalid']);
});
