import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post, tally } from '../../tests/door.ts';
import { makeCoupon, makeCustomer, makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { mailsTo } from '../../tests/mails.ts';
import { limitSubject, sweepCounters } from './limits.ts';

const shop = await openDoor({ RATE_LIMITS: 'on', DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeTitle(shop);
const GOOD = 'a good long password';
let people = 0;

/** An address that nothing else in this file comes from. */
function newIp(): string {
  people += 1;
  return `10.0.0.${people}`;
}

function guess(ip: string, headers: Record<string, string> = {}, code = 'NOSUCH') {
  return post(app, '/customer/check-coupon', { code, pid: [{ id: title.id, qty: 1 }] }, { ip, headers });
}

test('the eleventh wrong coupon within a minute is refused, and told when to come back', async () => {
  const ip = newIp();
  const answers = await crowd(12, 1, () => guess(ip));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 404: 10, 429: 2 });
  const { headers, body } = answers.at(-1)!;
  expect(body.code).toBe('too_many_requests');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(body.detail).toContain(headers['retry-after']);
});

test('coupons that are right cost nothing', async () => {
  const ip = newIp();
  const { code } = await makeCoupon(shop);
  const answers = await crowd(30, 1, () => guess(ip, {}, code));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 30 });
});

test('a customer who guesses is counted wherever the guesses come from', async () => {
  const { token } = await makeSignedIn(shop);
  const statuses: number[] = [];
  for (let guesses = 0; guesses < 11; guesses += 1)
    statuses.push((await guess(newIp(), { authorization: `Bearer ${token}` })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(404), 429]);
});

test('reports of one address do not fill the log', async () => {
  const report = { method: 'POST', url: '/api/csp-reports', remoteAddress: newIp(), payload: '[]' } as const;
  const headers = { 'content-type': 'application/reports+json' };
  const answers = await crowd(31, 1, async () => ({ status: (await app.inject({ ...report, headers })).statusCode }));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 204: 30, 429: 1 });
});

test('as many at once are counted as well', async () => {
  const ip = newIp();
  const answers = await crowd(40, 20, () => guess(ip));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 404: 10, 429: 30 });
});

test('another address is counted apart, and a minute later all is well', async () => {
  const [one, other] = [newIp(), newIp()];
  await crowd(11, 1, () => guess(one));
  expect([(await guess(one)).status, (await guess(other)).status]).toEqual([429, 404]);
  await pool.query("UPDATE rate_counter SET window_ends_at = now() WHERE key LIKE '%:60:%'");
  expect((await guess(one)).status).toBe(404);
});

test('a forged X-Forwarded-For is no other address', async () => {
  const ip = newIp();
  const answers = await crowd(12, 1, (index) => guess(ip, { 'x-forwarded-for': `203.0.113.${index}` }));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 404: 10, 429: 2 });
});

test('behind one proxy its word counts, and no word before it', async () => {
  const proxied = await openDoor({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  const from = (forwarded: string) =>
    get(proxied.app, '/api/site/suggest?q=x', { ip: '10.9.9.9', headers: { 'x-forwarded-for': forwarded } });
  await Promise.all([from('198.51.100.1'), from('198.51.100.2'), from('6.6.6.6, 198.51.100.2')]);
  const { rows } = await proxied.pool.query('SELECT key, count FROM rate_counter ORDER BY key');
  expect(rows).toEqual([
    { key: 'browse:60:198.51.100.1', count: 1 },
    { key: 'browse:60:198.51.100.2', count: 2 },
  ]);
});

test('an order limit counts orders that were placed, too', async () => {
  const ip = newIp();
  const answers = await crowd(21, 1, () => post(app, '/customer/order/set', {}, { ip }));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 422: 20, 429: 1 });
});

test('wrong sign-ins are refused after twenty, for known and unknown accounts alike', async () => {
  const ip = newIp();
  const answers = await crowd(22, 2, (index) =>
    post(app, '/customer/auth/login', { username: `nobody${index}`, password: 'x' }, { ip }),
  );
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 401: 20, 429: 2 });
});

test('customers who share an address are counted each for themselves, wherever they call from', async () => {
  const [ip, one, other] = [newIp(), await makeSignedIn(shop), await makeSignedIn(shop)];
  const order = (token: string, from: string) => post(app, '/customer/order/set', {}, { token, ip: from });
  const answers = await crowd(21, 1, (index) => order(one.token, index < 10 ? ip : newIp()));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 422: 20, 429: 1 });
  expect((await order(other.token, ip)).status).toBe(422);
  expect((await post(app, '/customer/order/set', {}, { ip })).status).toBe(422);
});

test('a guest’s address takes ten orders an hour, from wherever they come', async () => {
  const cheap = await makeTitle(shop, { stock: 100 });
  const answers: number[] = [];
  for (let orders = 0; orders < 11; orders += 1) {
    const email = orders % 2 === 0 ? 'Many@mail.test' : 'many@mail.test';
    answers.push((await placeOrder(app, { lines: [cheap], email, ip: newIp() })).status);
  }
  expect(answers).toEqual([...Array<number>(10).fill(201), 429]);
  expect((await placeOrder(app, { lines: [cheap], email: 'few@mail.test', ip: newIp() })).status).toBe(201);
});

test('a mailbox gets three mails an hour that anybody can ask for, with the same answer beyond', async () => {
  const me = await makeCustomer(shop);
  const calls = [
    ['/api/auth/forgot-password', { email: me.email }],
    ['/api/auth/forgot-password', { email: me.email.toUpperCase() }],
    ['/customer/auth/register', { displayName: 'X', email: me.email, password: GOOD, confirmPassword: GOOD }],
    ['/api/auth/forgot-password', { email: me.email }],
  ] as const;
  const answers = [];
  for (const [path, body] of calls) answers.push(await post(app, path, body, { ip: newIp() }));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(answers.at(-1)!.text).toBe(answers[0]!.text);
  expect((await mailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['reset', 'reset', 'account_exists']);
});

test('a name that is taken costs none of them', async () => {
  const { username } = await makeCustomer(shop);
  const form = { displayName: 'X', email: 'late@mail.test', password: GOOD, confirmPassword: GOOD };
  const call = (sent: object) => post(app, '/customer/auth/register', { ...form, ...sent }, { ip: newIp() });
  for (let tries = 0; tries < 3; tries += 1) expect((await call({ username })).status).toBe(422);
  expect((await call({ username: 'free-name' })).status).toBe(200);
  expect((await mailsTo(pool, form.email)).map((mail) => mail.kind)).toEqual(['activate']);
});

test('an address of the net asks for ten new passwords an hour', async () => {
  const ip = newIp();
  const answers = await crowd(11, 1, (index) =>
    post(app, '/api/auth/forgot-password', { email: `any${index}@mail.test` }, { ip }),
  );
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 10, 429: 1 });
  expect(answers.at(-1)!.body.detail).toBe('That was a little fast. Please try again in 60 minutes.');
});

test('a session is refreshed thirty times a minute, and bad tokens are offered twenty times', async () => {
  const { token } = await makeSignedIn(shop);
  const refresh = (accessToken: string, ip: string) => post(app, '/api/auth/refresh-token', { accessToken }, { ip });
  let held = token;
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) {
    const { status, body } = await refresh(held, newIp());
    statuses.push(status);
    if (status === 200) held = body.accessToken;
  }
  expect(tally(statuses)).toEqual({ 200: 30, 429: 1 });
  expect(statuses.at(-1)).toBe(429);
  const ip = newIp();
  const bad = await crowd(21, 1, (index) => refresh(`bk_nothing${index}`, ip));
  expect(tally(bad.map((answer) => answer.status))).toEqual({ 401: 20, 429: 1 });
});

test('counters that are over are swept away', async () => {
  await pool.query("INSERT INTO rate_counter VALUES ('over', 1, now() - interval '1 second')");
  await sweepCounters(shop.deps.db);
  const { rows } = await pool.query('SELECT FROM rate_counter WHERE window_ends_at < now()');
  expect(rows).toEqual([]);
});

test('no counter says whose mailbox it counts', async () => {
  const { rows } = await pool.query("SELECT key FROM rate_counter WHERE key LIKE '%@%'");
  expect(rows).toEqual([]);
});

describe('an address is counted by its network', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s', (ip, subject) => {
    expect(limitSubject(ip)).toBe(subject);
  });
});
