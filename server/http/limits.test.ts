import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post, tally } from '../../tests/door.ts';
import { makeCoupon, makeTitle } from '../../tests/factories.ts';
import { limitSubject } from './limits.ts';

const shop = await openDoor({ RATE_LIMITS: 'on', DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeTitle(shop);
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
