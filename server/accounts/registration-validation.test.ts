import { describe, expect, test } from 'vitest';
import { cookiesOf, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { emailTokenTo } from '../../tests/emails.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const PASSWORD = 'a good long password';
let people = 0;

function form(changes: Record<string, unknown> = {}) {
  people += 1;
  const email = `new${people}@mail.test`;
  return { displayName: 'Neu', email, password: PASSWORD, confirmPassword: PASSWORD, ...changes };
}

function register(sent: object) {
  return post(app, '/customer/auth/register', sent);
}

describe('invalid fields, by path', () => {
  test.each([
    ['displayName', ''],
    ['displayName', 'x'.repeat(101)],
    ['displayName', 'A\r\nBcc: b@mail.test'],
    ['displayName', 'A\0'],
    ['displayName', ['A']],
    ['email', 'no-address'],
    ['email', 'a@b'],
    ['email', '"a b"@mail.test'],
    ['email', 'a@mail.test\r\nBcc: b@mail.test'],
    ['email', '<a@mail.test>'],
    ['email', 'a@mail.test, b@mail.test'],
    ['email', `${'x'.repeat(250)}@mail.test`],
    ['username', 'ab'],
    ['username', 'a b'],
    ['username', 'a@mail.test'],
    ['locale', 'es'],
  ])('%s %j', async (path, value) => {
    const response = await register(form({ [path]: value }));
    expect(errorOf(response)).toEqual([422, 'invalid']);
    expect(new Set(response.body.errors.map((error: { path: string }) => error.path))).toEqual(new Set([path]));
  });

  test.each(['1234567', 'x'.repeat(129), 'with\0null byte', '\ud800 surrogate', 12_345_678])(
    'the password %j',
    async (password) => {
      const response = await register(form({ password, confirmPassword: password }));
      expect(errorOf(response)).toEqual([422, 'invalid']);
      expect(response.body.errors[0].path).toBe('password');
    },
  );
});

test.each(['8 chars!', 'x'.repeat(128), '  spaces count  ', 'пароль-длинный', '🔑🔑🔑🔑🔑🔑🔑🔑'])(
  'the password %j is accepted unchanged',
  async (password) => {
    const me = form({ password: `${password}`, confirmPassword: password });
    const headers = { cookie: cookiesOf(await register(me)) };
    await post(app, '/api/auth/activate', { token: await emailTokenTo(pool, me.email, 'activate') }, { headers });
    const logIn = (tried: string) => post(app, '/customer/auth/login', { username: me.email, password: tried });
    expect([(await logIn(password)).status, (await logIn([...password].slice(0, -1).join(''))).status]).toEqual([
      200, 401,
    ]);
  },
);
