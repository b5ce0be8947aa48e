import { expect, test } from 'vitest';
import { runConcurrently, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer, signIn, type MadeCustomer } from '../../tests/factories.ts';
import { emailTokenTo } from '../../tests/emails.ts';
import { shortDigest } from '../secrets.ts';
import { auditEventsOf } from '../../tests/database.ts';

/* Guesses are counted while all other limits are off: every call here comes from one address. */
const shop = await openTestApp({ DATABASE_POOL: '24' });
shop.deps.config = { ...shop.deps.config, rateLimits: true };
const { app, pool } = shop;
const PATH = '/customer/auth/login';

function guess(username: string, headers: Record<string, string> = {}) {
  return post(app, PATH, { username, password: 'a wrong password' }, { headers });
}

function right({ username, password }: MadeCustomer, headers: Record<string, string> = {}) {
  return post(app, PATH, { username, password }, { headers });
}

const keyOf = (name: string) => `name:${shortDigest(name)}`;

/** Ends a wait, as if its time were over; the misses stay. */
function passTime(name: string) {
  return pool.query('UPDATE login_attempt SET blocked_until = now() WHERE key = $1', [keyOf(name)]);
}

/** Extends a running wait, so that a slow machine does not outlast it. */
function holdTime() {
  return pool.query(`UPDATE login_attempt SET blocked_until = now() + interval '5 minutes'
    WHERE blocked_until > last_failed_at + interval '0.5 seconds'`);
}

/** How long a customer was asked to wait after the last miss, in seconds. */
async function waitOf(name: string): Promise<number> {
  const wait = 'round(extract(epoch FROM blocked_until - last_failed_at))::int';
  const { rows } = await pool.query(`SELECT ${wait} AS wait FROM login_attempt WHERE key = $1`, [keyOf(name)]);
  return rows[0].wait;
}

function setMisses(name: string, misses: number) {
  return pool.query('INSERT INTO login_attempt VALUES ($1, $2, now(), now())', [keyOf(name), misses]);
}

async function missesOf(name: string): Promise<number | undefined> {
  const { rows } = await pool.query('SELECT failures AS misses FROM login_attempt WHERE key = $1', [keyOf(name)]);
  return rows[0]?.misses;
}

test('from the sixth wrong password on the wait doubles, up to fifteen minutes', async () => {
  const me = await makeCustomer(shop);
  for (let miss = 1; miss <= 5; miss += 1) expect((await guess(me.username)).status).toBe(401);
  const waits: number[] = [];
  for (let miss = 6; miss <= 17; miss += 1) {
    await passTime(me.username);
    expect((await guess(me.username)).status).toBe(401);
    waits.push(await waitOf(me.username));
  }
  expect(errorOf(await guess(me.username))).toEqual([429, 'too_many_attempts']);
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test('the error says when to try again, in minutes for long waits', async () => {
  const me = await makeCustomer(shop);
  await setMisses(me.username, 20);
  await guess(me.username);
  const english = await guess(me.username);
  expect(english.body.detail).toBe('Too many attempts. Try again in 15 minutes.');
  const german = await guess(me.username, { 'accept-language': 'de' });
  expect(german.body.detail).toBe('Zu viele Versuche. Bitte versuchen Sie es in 15 Minuten erneut.');
});

test('during the wait no password is checked, and attempts do not extend it', async () => {
  const me = await makeCustomer(shop);
  await setMisses(me.username, 20);
  await guess(me.username);
  for (let tries = 0; tries < 5; tries += 1) expect(errorOf(await right(me))).toEqual([429, 'too_many_attempts']);
  expect(await missesOf(me.username)).toBe(21);
  await passTime(me.username);
  expect((await right(me)).status).toBe(200);
});

test('a successful sign-in resets the count', async () => {
  const me = await makeCustomer(shop);
  for (let miss = 1; miss <= 4; miss += 1) await guess(me.username);
  expect((await right(me)).status).toBe(200);
  expect(await missesOf(me.username)).toBeUndefined();
});

test('known and unknown names get the same response, byte for byte', async () => {
  const me = await makeCustomer(shop);
  const known: string[] = [];
  const unknown: string[] = [];
  const text = async (name: string) => {
    const { status, text: body } = await guess(name);
    return `${status} ${body}`;
  };
  for (const name of [me.email, me.email, ` ${me.email.toUpperCase()}`, me.email, me.email, me.email]) {
    known.push(await text(name));
    unknown.push(await text('Nobody at all'));
    await holdTime();
  }
  expect(known).toEqual(unknown);
  expect(known.at(-1)).toMatch(/^429/);
});

test('the waits of username and email are independent', async () => {
  const [me, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  await setMisses(me.username, 20);
  await guess(me.username);
  for (const name of [me.email, other.email, 'nobody@mail.test']) expect((await guess(name)).status).toBe(401);
});

test('the typed name is not stored', async () => {
  await guess('my secret password, typed too early');
  const { rows } = await pool.query('SELECT * FROM login_attempt');
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('a browser that has signed in before is not blocked by other clients’ failed attempts', async () => {
  const me = await makeCustomer(shop);
  const { headers } = await right(me);
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  await setMisses(me.username, 20);
  await guess(me.username);
  expect((await right(me)).status).toBe(429);
  expect((await right(me, { cookie: `bk=${'A'.repeat(43)}` })).status).toBe(429);
  expect((await right(me, { cookie })).status).toBe(200);
  expect((await right(await makeCustomer(shop), { cookie })).status).toBe(200);
});

test('that browser has its own count, and its cookie works for its own account only', async () => {
  const [me, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const cookie = String((await right(me)).headers['set-cookie']).split(';')[0]!;
  for (let miss = 1; miss <= 5; miss += 1) await guess(me.username, { cookie });
  await holdTime();
  expect((await guess(me.username, { cookie })).status).toBe(429);
  expect((await right(me)).status).toBe(200);
  await setMisses(other.username, 20);
  await guess(other.username);
  expect((await right(other, { cookie })).status).toBe(429);
});

test('the cookie of a session that was ended as stolen is worthless', async () => {
  const me = await makeCustomer(shop);
  const cookie = String((await right(me)).headers['set-cookie']).split(';')[0]!;
  await pool.query("UPDATE session SET ended_at = now(), end_reason = 'token_reused' WHERE customer_id = $1", [me.id]);
  await setMisses(me.username, 20);
  await guess(me.username);
  expect((await right(me, { cookie })).status).toBe(429);
});

test('a password reset unblocks the account', async () => {
  const me = await makeCustomer(shop);
  await setMisses(me.username, 20);
  await guess(me.username);
  await post(app, '/api/auth/forgot-password', { email: me.email });
  const password = 'another good password';
  const token = await emailTokenTo(pool, me.email, 'reset');
  await post(app, '/api/auth/reset-password', { token, password, confirmPassword: password });
  expect(await signIn(app, { ...me, password })).toMatch(/^bk_/);
});

test.each([
  ['/api/auth/change-password', { currentPassword: 'x', password: 'good enough', confirmPassword: 'good enough' }],
  ['/api/security/proof', { password: 'x' }],
])('%s counts as signing in does', async (path, body) => {
  const { id, email, token } = await makeSignedInCustomer(shop);
  const ask = () => post(app, path, body, { token });
  const responses = await runConcurrently(5, 1, ask);
  await holdTime();
  expect([...responses, await ask()].map((response) => response.status)).toEqual([422, 422, 422, 422, 422, 429]);
  expect(await missesOf(email)).toBe(5);
  expect(await auditEventsOf(pool, id)).toEqual(Array(5).fill('password_refused'));
});

test('of five hundred concurrent attempts one is checked where one is allowed', async () => {
  const me = await makeCustomer(shop);
  await setMisses(me.username, 20);
  const responses = await runConcurrently(500, 100, () => guess(me.username));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 401: 1, 429: 499 });
  expect(await auditEventsOf(pool, me.id)).toEqual(['sign_in_failed']);
});

test('of five hundred concurrent attempts on a fresh account only as many are checked as the waits allow', async () => {
  const me = await makeCustomer(shop);
  const began = performance.now();
  const responses = await runConcurrently(500, 100, () => guess(me.username));
  const seconds = (performance.now() - began) / 1000;
  const tried = responses.filter((response) => response.status === 401).length;
  expect(responses.filter((response) => response.status === 429)).toHaveLength(500 - tried);
  expect(tried).toBeGreaterThanOrEqual(5);
  expect(tried).toBeLessThanOrEqual(5 + Math.log2(1 + seconds));
  expect(await missesOf(me.username)).toBe(tried);
});

test('an attempt rejected as busy does not count as failed', async () => {
  const people = await Promise.all(Array.from({ length: 60 }, () => makeCustomer(shop)));
  const responses = await Promise.all(people.map((person) => guess(person.username)));
  expect(Object.keys(countValues(responses.map((response) => response.status))).toSorted()).toEqual(['401', '503']);
  for (const [index, { username }] of people.entries())
    expect(await missesOf(username)).toBe(responses[index]!.status === 503 ? 0 : 1);
});
