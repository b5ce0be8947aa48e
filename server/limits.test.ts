import { describe, expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, countValues } from '../tests/test-app.ts';
import { makeCoupon, makeCustomer, makeSignedInCustomer, makeProduct, placeOrder } from '../tests/factories.ts';
import { emailsTo } from '../tests/emails.ts';
import { transitionOrder } from './orders/transition-order.ts';
import { shortDigest } from './secrets.ts';
import { rateLimitSubject, networkOf, deleteExpiredCounters } from './limits.ts';

const shop = await openTestApp({ RATE_LIMITS: 'on', DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeProduct(shop);
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

test('the eleventh wrong coupon code within a minute is rejected with a retry time', async () => {
  const ip = newIp();
  const responses = await runConcurrently(12, 1, () => guess(ip));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 404: 10, 429: 2 });
  const { headers, body } = responses.at(-1)!;
  expect(body.code).toBe('too_many_requests');
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  expect(body.detail).toContain(headers['retry-after']);
});

test('valid coupon codes do not count', async () => {
  const ip = newIp();
  const { code } = await makeCoupon(shop);
  const responses = await runConcurrently(30, 1, () => guess(ip, {}, code));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 30 });
});

test('a customer’s wrong codes count across addresses', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const statuses: number[] = [];
  for (let guesses = 0; guesses < 11; guesses += 1)
    statuses.push((await guess(newIp(), { authorization: `Bearer ${token}` })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(404), 429]);
});

test('rejections of one address do not flood the log', async () => {
  const report = { method: 'POST', url: '/api/csp-reports', remoteAddress: newIp(), payload: '[]' } as const;
  const headers = { 'content-type': 'application/reports+json' };
  const responses = await runConcurrently(31, 1, async () => ({
    status: (await app.inject({ ...report, headers })).statusCode,
  }));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 204: 30, 429: 1 });
});

test('concurrent attempts are counted as well', async () => {
  const ip = newIp();
  const responses = await runConcurrently(40, 20, () => guess(ip));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 404: 10, 429: 30 });
});

test('addresses are counted separately, for a minute', async () => {
  const [one, other] = [newIp(), newIp()];
  await runConcurrently(11, 1, () => guess(one));
  expect([(await guess(one)).status, (await guess(other)).status]).toEqual([429, 404]);
  await pool.query("UPDATE rate_counter SET expire = 0 WHERE key LIKE '%:60:%'");
  expect((await guess(one)).status).toBe(404);
});

test('a forged X-Forwarded-For does not change the address', async () => {
  const ip = newIp();
  const responses = await runConcurrently(12, 1, (index) => guess(ip, { 'x-forwarded-for': `203.0.113.${index}` }));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 404: 10, 429: 2 });
});

test('behind one proxy only its own X-Forwarded-For entry counts', async () => {
  const proxied = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  const from = (forwarded: string) =>
    get(proxied.app, '/api/site/suggest?q=x', { ip: '10.9.9.9', headers: { 'x-forwarded-for': forwarded } });
  await Promise.all([from('198.51.100.1'), from('198.51.100.2'), from('6.6.6.6, 198.51.100.2')]);
  const { rows } = await proxied.pool.query('SELECT key, points FROM rate_counter ORDER BY key');
  expect(rows).toEqual([
    { key: 'browse:60:198.51.100.1', points: 1 },
    { key: 'browse:60:198.51.100.2', points: 2 },
  ]);
});

test.each([
  ['203.0.113.7', '203.0.113'],
  ['2001:db8:1:2::9', '2001:db8:1'],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(rateLimitSubject(ip))).toBe(network);
});

test('an invalid forwarded address is not used', async () => {
  const proxied = await openTestApp({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
  for (const forwarded of ['garbage', '198.51.100.1, unknown', 'x'.repeat(5000)])
    await get(proxied.app, '/api/site/suggest?q=x', { ip: '10.9.9.9', headers: { 'x-forwarded-for': forwarded } });
  const { rows } = await proxied.pool.query('SELECT key, points FROM rate_counter');
  expect(rows).toEqual([{ key: 'browse:60:10.9.9.9', points: 3 }]);
});

test('a customer has 300 reads a minute, independent of address and of other customers', async () => {
  const [ip, one, other] = [newIp(), await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const read = (token: string, index: number) =>
    get(app, index % 2 ? '/customer/order' : '/api/dashboard', { token, ip: index % 3 ? ip : newIp() });
  const responses = await runConcurrently(301, 8, (index) => read(one.token, index));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 300, 429: 1 });
  expect((await read(other.token, 1)).status).toBe(200);
  const headers = { authorization: `Bearer ${one.token}` };
  expect((await app.inject({ method: 'POST', url: '/api/auth/logout', headers })).statusCode).toBe(204);
});

test('a customer can export data ten times an hour', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const responses = await runConcurrently(11, 1, () => get(app, '/api/account/export', { token, ip: newIp() }));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 10, 429: 1 });
});

test('an order limit counts placed orders too', async () => {
  const ip = newIp();
  const responses = await runConcurrently(21, 1, () => post(app, '/customer/order/set', {}, { ip }));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 422: 20, 429: 1 });
});

test('failed sign-ins are limited to twenty, for known and unknown accounts alike', async () => {
  const ip = newIp();
  const responses = await runConcurrently(22, 2, (index) =>
    post(app, '/customer/auth/login', { username: `nobody${index}`, password: 'x' }, { ip }),
  );
  expect(countValues(responses.map((response) => response.status))).toEqual({ 401: 20, 429: 2 });
});

test('customers who share an address are counted separately', async () => {
  const [ip, one, other] = [newIp(), await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const order = (token: string, from: string) => post(app, '/customer/order/set', {}, { token, ip: from });
  const responses = await runConcurrently(21, 1, (index) => order(one.token, index < 10 ? ip : newIp()));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 422: 20, 429: 1 });
  expect((await order(other.token, ip)).status).toBe(422);
  expect((await post(app, '/customer/order/set', {}, { ip })).status).toBe(422);
});

test('a guest’s email may place ten orders an hour across addresses', async () => {
  const cheap = await makeProduct(shop, { stock: 100 });
  const responses: number[] = [];
  for (let orders = 0; orders < 11; orders += 1) {
    const email = orders % 2 === 0 ? 'Many@mail.test' : 'many@mail.test';
    const { status, body } = await placeOrder(app, { lines: [cheap], email, ip: newIp() });
    responses.push(status);
    if (status === 201) await transitionOrder(shop.deps, body.id, { to: 'paid', actor: 'staff' });
  }
  expect(responses).toEqual([...Array<number>(10).fill(201), 429]);
  expect((await placeOrder(app, { lines: [cheap], email: 'few@mail.test', ip: newIp() })).status).toBe(201);
});

test('rejected and repeated order requests do not count', async () => {
  const cheap = await makeProduct(shop, { stock: 100 });
  const cart = { lines: [cheap], email: 'refused@mail.test' };
  const [wrong, key] = [{ total: 1 }, 'the-same-order'];
  const refused = await runConcurrently(12, 4, () => placeOrder(app, { ...cart, changes: wrong, ip: newIp() }));
  expect(countValues(refused.map(({ status }) => status))).toEqual({ 409: 12 });
  const again = await runConcurrently(12, 1, () => placeOrder(app, { ...cart, key, ip: newIp() }));
  expect(countValues(again.map(({ status }) => status))).toEqual({ 201: 12 });
  const { rows } = await pool.query('SELECT points FROM rate_counter WHERE key LIKE $1', [
    `guest-order:%:${shortDigest(cart.email)}`,
  ]);
  expect(rows).toEqual([{ points: 1 }]);
});

test('a mailbox gets three emails an hour of each kind, with the same response beyond', async () => {
  const me = await makeCustomer(shop);
  const register = { displayName: 'X', email: me.email, password: GOOD, confirmPassword: GOOD };
  const [registering, forgetting] = ['/customer/auth/register', '/api/auth/forgot-password'];
  const calls = [
    ...Array<[string, object]>(4).fill([registering, register]),
    ...Array<[string, object]>(4).fill([forgetting, { email: me.email }]),
    [forgetting, { email: me.email.toUpperCase() }] as const,
  ];
  const responses = [];
  for (const [path, body] of calls) responses.push(await post(app, path, body, { ip: newIp() }));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 9 });
  expect(new Set(responses.map((response) => response.text)).size).toBe(2);
  expect((await emailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual([
    ...Array<string>(3).fill('account_exists'),
    ...Array<string>(3).fill('reset'),
  ]);
});

test('a taken username does not count', async () => {
  const { username } = await makeCustomer(shop);
  const form = { displayName: 'X', email: 'late@mail.test', password: GOOD, confirmPassword: GOOD };
  const call = (sent: object) => post(app, '/customer/auth/register', { ...form, ...sent }, { ip: newIp() });
  for (let tries = 0; tries < 3; tries += 1) expect((await call({ username })).status).toBe(422);
  expect((await call({ username: 'free-name' })).status).toBe(200);
  expect((await emailsTo(pool, form.email)).map((mail) => mail.kind)).toEqual(['activate']);
});

test('an address can request ten password resets an hour', async () => {
  const ip = newIp();
  const responses = await runConcurrently(11, 1, (index) =>
    post(app, '/api/auth/forgot-password', { email: `any${index}@mail.test` }, { ip }),
  );
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 10, 429: 1 });
  expect(responses.at(-1)!.body.detail).toBe('Too many requests. Try again in 60 minutes.');
});

test('a session may be refreshed 30 times a minute, invalid tokens tried 20 times', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const refresh = (accessToken: string, ip: string) => post(app, '/api/auth/refresh-token', { accessToken }, { ip });
  let held = token;
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) {
    const { status, body } = await refresh(held, newIp());
    statuses.push(status);
    if (status === 200) held = body.accessToken;
  }
  expect(countValues(statuses)).toEqual({ 200: 30, 429: 1 });
  expect(statuses.at(-1)).toBe(429);
  const ip = newIp();
  const bad = await runConcurrently(21, 1, (index) => refresh(`bk_nothing${index}`, ip));
  expect(countValues(bad.map((response) => response.status))).toEqual({ 401: 20, 429: 1 });
});

test('expired counters are deleted', async () => {
  await pool.query("INSERT INTO rate_counter VALUES ('over', 1, 1)");
  await deleteExpiredCounters(shop.deps.db);
  const { rows } = await pool.query("SELECT FROM rate_counter WHERE key = 'over'");
  expect(rows).toEqual([]);
});

test('counters do not reveal email addresses', async () => {
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
    expect(rateLimitSubject(ip)).toBe(subject);
  });
});
