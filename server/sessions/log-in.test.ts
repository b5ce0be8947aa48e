import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeCustomer } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const siti = await makeCustomer(shop, { username: 'siti', email: 'siti@mail.test', displayName: 'Siti' });

function logIn(username: unknown, password: unknown = siti.password) {
  return post(app, '/customer/auth/login', { username, password });
}

test('signing in returns the token, its expiry and the profile', async () => {
  const { status, body } = await logIn('siti');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    uid: siti.id,
    displayName: 'Siti',
    email: 'siti@mail.test',
    photoURL: null,
    userRole: 'admin',
  });
  expect(body.api_token).toMatch(/^bk_[\w-]{43}$/);
  const lifetimes = [body.token_expires_at, body.expires_at].map((end) => Date.parse(end) - Date.now());
  expect(lifetimes.map((time) => Math.round(time / 60_000))).toEqual([15, 30 * 24 * 60]);
  expect(JSON.stringify(body)).not.toMatch(/argon|hash|staff/i);
});

test.each(['siti', 'SITI', ' Siti ', 'siti@mail.test', 'Siti@Mail.TEST'])(
  '"%s" is the same customer',
  async (login) => {
    expect((await logIn(login)).body.uid).toBe(siti.id);
  },
);

test('an unknown account and a wrong password get the same response, byte for byte', async () => {
  const [wrong, unknown, email] = await Promise.all([
    logIn('siti', 'wrong password'),
    logIn('nobody'),
    logIn('no@mail.test'),
  ]);
  expect(errorOf(wrong)).toEqual([401, 'wrong_credentials']);
  expect([unknown.text, email.text]).toEqual([wrong.text, wrong.text]);
  const headers = (response: typeof wrong) => ({ ...response.headers, 'x-request-id': '', date: '' });
  expect(headers(unknown)).toEqual(headers(wrong));
});

test('only the right password reveals that an account is not activated', async () => {
  const pending = await makeCustomer(shop, { activatedAt: null });
  expect(errorOf(await logIn(pending.username, 'wrong password'))).toEqual([401, 'wrong_credentials']);
  expect(errorOf(await logIn(pending.username))).toEqual([403, 'not_activated']);
});

test('a password is case-sensitive, significant in full and Unicode-normalized', async () => {
  for (const wrong of [
    siti.password.toUpperCase(),
    ` ${siti.password}`,
    `${siti.password} `,
    siti.password.slice(0, -1),
  ])
    expect((await logIn('siti', wrong)).status).toBe(401);
});

test('an account without a password accepts none', async () => {
  const { username } = await makeCustomer(shop, { passwordHash: null });
  for (const password of ['null', 'x', siti.password]) expect((await logIn(username, password)).status).toBe(401);
});

test('each sign-in has its own session, token and cookie', async () => {
  const [one, other] = [await logIn('siti'), await logIn('siti')];
  expect(one.body.api_token).not.toBe(other.body.api_token);
  expect(one.headers['set-cookie']).not.toBe(other.headers['set-cookie']);
  for (const { body } of [one, other])
    expect((await get(app, '/api/auth/me', { token: body.api_token })).status).toBe(200);
});

test('the session binding cookie is HttpOnly', async () => {
  const { headers } = await logIn('siti');
  const parts = String(headers['set-cookie']).split('; ');
  expect(parts[0]).toMatch(/^bk=[\w-]{43}$/);
  expect(parts).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=2592000']));
});

test('only hashes of token and cookie are stored', async () => {
  const { body, headers } = await logIn('siti');
  const cookie = /^bk=([^;]+)/.exec(String(headers['set-cookie']))![1]!;
  const { rows } = await pool.query('SELECT t.hash, s.* FROM session_token t JOIN session s ON s.id = t.session_id');
  const stored = rows.map((row) =>
    JSON.stringify(row, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value)),
  );
  for (const secret of [body.api_token, cookie]) expect(stored.some((row) => row.includes(secret))).toBe(false);
});

test('an outdated hash is replaced at the next successful sign-in', async () => {
  const me = await makeCustomer(shop, { passwordHash: await olderHash('a good long password') });
  const stored = async () => (await pool.query('SELECT password_hash FROM customer WHERE id = $1', [me.id])).rows[0];
  const before = await stored();
  expect(before.password_hash).toContain('m=8192,t=1');
  expect((await logIn(me.username, 'wrong password')).status).toBe(401);
  expect(await stored()).toEqual(before);
  const responses = await Promise.all([logIn(me.username), logIn(me.username), logIn(me.username)]);
  expect(responses.filter((response) => response.status >= 500)).toEqual([]);
  expect((await stored()).password_hash).toContain('m=19456,t=2');
  expect((await logIn(me.username)).status).toBe(200);
});

/** As the shop would have hashed with half the memory and one pass. */
async function olderHash(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const parameters = { message: password, nonce, memory: 8192, passes: 1, parallelism: 1, tagLength: 32 };
  const hash = await promisify(argon2)('argon2id', parameters);
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(hash)}`;
}

describe('malformed sign-ins are rejected without an internal error', () => {
  test.each([
    ['an empty name', '', 'x'],
    ['an empty password', 'siti', ''],
    ['lists', ['siti'], ['x']],
    ['objects', { $ne: null }, { $ne: null }],
    ['a long name', 'x'.repeat(255), 'x'],
    ['a long password', 'siti', 'x'.repeat(1025)],
    ['a null byte in the name', 'siti\0', 'x'],
    ['a null byte in the password', 'siti', `${siti.password}\0`],
    ['a lone surrogate', '\ud800', '\ud800'],
    ['SQL', "' OR '1'='1", "' OR '1'='1"],
  ])('%s', async (_, username, password) => {
    expect([401, 422]).toContain((await logIn(username, password)).status);
  });
});

test('excess concurrent sign-ins are rejected as busy', async () => {
  const responses = await runConcurrently(80, 80, () => logIn('nobody'));
  const busy = responses.filter((response) => response.status === 503);
  expect(responses.filter((response) => response.status === 401).length + busy.length).toBe(80);
  expect(busy.length).toBeGreaterThan(0);
  for (const { headers, body } of busy) expect([headers['retry-after'], body.code]).toEqual(['2', 'busy']);
  expect((await logIn('siti')).status).toBe(200);
});
