import { expect, test } from 'vitest';
import { crowd, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { makeCustomer, makeSignedIn, signIn, type MadeCustomer } from '../../tests/factories.ts';
import { linkTo } from '../../tests/mails.ts';
import { eventsOf } from '../../tests/trail.ts';

/* Guesses are counted while all other limits are off: every call here comes from one address. */
const shop = await openDoor({ DATABASE_POOL: '24' });
shop.deps.config = { ...shop.deps.config, rateLimits: true };
const { app, pool } = shop;
const PATH = '/customer/auth/login';

function guess(username: string, headers: Record<string, string> = {}) {
  return post(app, PATH, { username, password: 'a wrong password' }, { headers });
}

function right({ username, password }: MadeCustomer, headers: Record<string, string> = {}) {
  return post(app, PATH, { username, password }, { headers });
}

/** Ends a wait, as if its time were over; the misses stay. */
function passTime(customerId: string) {
  return pool.query('UPDATE login_miss SET blocked_until = now() WHERE key = $1', [`customer:${customerId}`]);
}

/** Lets whatever wait has begun last, however slow the machine is. */
function holdTime() {
  return pool.query(`UPDATE login_miss SET blocked_until = now() + interval '5 minutes'
    WHERE blocked_until > last_at + interval '0.5 seconds'`);
}

/** How long a customer was asked to wait after the last miss, in seconds. */
async function waitOf(customerId: string): Promise<number> {
  const wait = 'round(extract(epoch FROM blocked_until - last_at))::int';
  const { rows } = await pool.query(`SELECT ${wait} AS wait FROM login_miss WHERE key = $1`, [
    `customer:${customerId}`,
  ]);
  return rows[0].wait;
}

function setMisses(customerId: string, misses: number) {
  return pool.query('INSERT INTO login_miss VALUES ($1, $2, now(), now())', [`customer:${customerId}`, misses]);
}

async function missesOf(customerId: string): Promise<number | undefined> {
  const { rows } = await pool.query('SELECT misses FROM login_miss WHERE key = $1', [`customer:${customerId}`]);
  return rows[0]?.misses;
}

test('the sixth wrong password in a row waits, then each waits twice as long, fifteen minutes at most', async () => {
  const me = await makeCustomer(shop);
  for (let miss = 1; miss <= 5; miss += 1) expect((await guess(me.username)).status).toBe(401);
  const waits: number[] = [];
  for (let miss = 6; miss <= 17; miss += 1) {
    await passTime(me.id);
    expect((await guess(me.username)).status).toBe(401);
    waits.push(await waitOf(me.id));
  }
  expect(refusal(await guess(me.username))).toEqual([429, 'too_many_attempts']);
  expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test('the refusal says when to come back, in minutes where it is long', async () => {
  const me = await makeCustomer(shop);
  await setMisses(me.id, 20);
  await guess(me.username);
  const english = await guess(me.username);
  expect(english.body.detail).toBe('Too many tries. Please try again in 15 minutes.');
  const german = await guess(me.username, { 'accept-language': 'de' });
  expect(german.body.detail).toBe('Zu viele Versuche. Bitte versuchen Sie es in 15 Minuten noch einmal.');
});

test('while it waits not even the right password is looked at, and asking does not make it longer', async () => {
  const me = await makeCustomer(shop);
  await setMisses(me.id, 20);
  await guess(me.username);
  for (let tries = 0; tries < 5; tries += 1) expect(refusal(await right(me))).toEqual([429, 'too_many_attempts']);
  expect(await missesOf(me.id)).toBe(21);
  await passTime(me.id);
  expect((await right(me)).status).toBe(200);
});

test('a sign-in that succeeds ends the count', async () => {
  const me = await makeCustomer(shop);
  for (let miss = 1; miss <= 4; miss += 1) await guess(me.username);
  expect((await right(me)).status).toBe(200);
  expect(await missesOf(me.id)).toBeUndefined();
});

test('a name and an address are one count; known and unknown names are refused alike, byte for byte', async () => {
  const me = await makeCustomer(shop);
  const known: string[] = [];
  const unknown: string[] = [];
  const text = async (name: string) => {
    const { status, text: body } = await guess(name);
    return `${status} ${body}`;
  };
  for (const name of [me.username, me.email, ` ${me.email.toUpperCase()}`, me.username, me.email, me.username]) {
    known.push(await text(name));
    unknown.push(await text('Nobody at all'));
    await holdTime();
  }
  expect(known).toEqual(unknown);
  expect(known.at(-1)).toMatch(/^429/);
});

test('what was typed as a name is not kept', async () => {
  await guess('my secret password, typed too early');
  const { rows } = await pool.query('SELECT * FROM login_miss');
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('a browser that the customer has signed in with gets in while strangers’ guesses block the account', async () => {
  const me = await makeCustomer(shop);
  const { headers } = await right(me);
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  await setMisses(me.id, 20);
  await guess(me.username);
  expect((await right(me)).status).toBe(429);
  expect((await right(me, { cookie: `bk=${'A'.repeat(43)}` })).status).toBe(429);
  expect((await right(me, { cookie })).status).toBe(200);
  expect((await right(await makeCustomer(shop), { cookie })).status).toBe(200);
});

test('that browser has a count of its own, and its cookie vouches for no other account', async () => {
  const [me, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const cookie = String((await right(me)).headers['set-cookie']).split(';')[0]!;
  for (let miss = 1; miss <= 5; miss += 1) await guess(me.username, { cookie });
  await holdTime();
  expect((await guess(me.username, { cookie })).status).toBe(429);
  expect((await right(me)).status).toBe(200);
  await setMisses(other.id, 20);
  await guess(other.username);
  expect((await right(other, { cookie })).status).toBe(429);
});

test('the cookie of a session that was ended as stolen vouches for nobody', async () => {
  const me = await makeCustomer(shop);
  const cookie = String((await right(me)).headers['set-cookie']).split(';')[0]!;
  await pool.query("UPDATE session SET ended_at = now(), end_reason = 'token_reused' WHERE customer_id = $1", [me.id]);
  await setMisses(me.id, 20);
  await guess(me.username);
  expect((await right(me, { cookie })).status).toBe(429);
});

test('a new password by a mailed link opens a blocked account', async () => {
  const me = await makeCustomer(shop);
  await setMisses(me.id, 20);
  await guess(me.username);
  await post(app, '/api/auth/forgot-password', { email: me.email });
  const password = 'another good password';
  const token = await linkTo(pool, me.email, 'reset');
  await post(app, '/api/auth/reset-password', { token, password, confirmPassword: password });
  expect(await signIn(app, { ...me, password })).toMatch(/^bk_/);
});

test.each([
  ['/api/auth/change-password', { currentPassword: 'x', password: 'good enough', confirmPassword: 'good enough' }],
  ['/api/auth/change-email', { email: 'other@mail.test', password: 'x' }],
  ['/api/account/delete', { password: 'x' }],
])('%s counts as signing in does', async (path, body) => {
  const { id, token } = await makeSignedIn(shop);
  const ask = () => post(app, path, body, { token });
  const answers = await crowd(5, 1, ask);
  await holdTime();
  expect([...answers, await ask()].map((answer) => answer.status)).toEqual([422, 422, 422, 422, 422, 429]);
  expect(await missesOf(id)).toBe(5);
  expect(await eventsOf(pool, id)).toEqual(Array(5).fill('password_refused'));
});

test('of five hundred guesses at once one is tried where one is allowed', async () => {
  const me = await makeCustomer(shop);
  await setMisses(me.id, 20);
  const answers = await crowd(500, 100, () => guess(me.username));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 401: 1, 429: 499 });
  expect(await eventsOf(pool, me.id)).toEqual(['sign_in_failed']);
});

test('of five hundred guesses at a fresh account as many are tried as the waits allow', async () => {
  const me = await makeCustomer(shop);
  const began = performance.now();
  const answers = await crowd(500, 100, () => guess(me.username));
  const seconds = (performance.now() - began) / 1000;
  const tried = answers.filter((answer) => answer.status === 401).length;
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(500 - tried);
  expect(tried).toBeGreaterThanOrEqual(5);
  expect(tried).toBeLessThanOrEqual(5 + Math.log2(1 + seconds));
  expect(await missesOf(me.id)).toBe(tried);
});

test('who cannot be served for want of room has not missed', async () => {
  const people = await Promise.all(Array.from({ length: 60 }, () => makeCustomer(shop)));
  const answers = await Promise.all(people.map((person) => guess(person.username)));
  expect(Object.keys(tally(answers.map((answer) => answer.status))).toSorted()).toEqual(['401', '503']);
  for (const [index, { id }] of people.entries())
    expect(await missesOf(id)).toBe(answers[index]!.status === 503 ? 0 : 1);
});
