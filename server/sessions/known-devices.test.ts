import { expect, test } from 'vitest';
import { auditEventsOf } from '../../tests/database.ts';
import { emailsTo } from '../../tests/emails.ts';
import { makeCustomer, type MadeCustomer } from '../../tests/factories.ts';
import { cookiesOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;

const PHONE = 'Mozilla/5.0 (Android 16; Mobile; rv:146.0) Gecko/146.0 Firefox/146.0';

/** Signs in, with the cookies of an earlier response; returns the cookies that the browser has then. */
async function logIn({ username, password }: MadeCustomer, cookie = ''): Promise<string> {
  const headers = { 'user-agent': PHONE, ...(cookie && { cookie }) };
  const response = await post(app, '/customer/auth/login', { username, password }, { headers, ip: '203.0.113.7' });
  expect(response.status).toBe(200);
  return cookiesOf(response);
}

async function noticesTo({ email }: MadeCustomer) {
  return (await emailsTo(pool, email)).filter(({ kind }) => kind === 'new_device');
}

test('a sign-in from a new device is reported, the very first one and those from a known device are not', async () => {
  const me = await makeCustomer(shop);
  const laptop = await logIn(me);
  await logIn(me, laptop);
  expect(await noticesTo(me)).toEqual([]);
  const phone = await logIn(me);
  await logIn(me, phone);
  const [notice, ...others] = await noticesTo(me);
  expect(others).toEqual([]);
  expect(notice!.data).toMatchObject({
    name: 'Siti',
    ip: '203.0.113.7',
    device: 'Firefox · Android',
    link: 'http://shop.test/customer/profile#devices',
  });
  expect(await auditEventsOf(pool, me.id)).toEqual(['signed_in', 'signed_in', 'signed_in', 'signed_in']);
});

test('the device is known by a cookie that lasts 400 days and that no script reads', async () => {
  const me = await makeCustomer(shop);
  const { headers } = await post(app, '/customer/auth/login', me);
  const cookie = [headers['set-cookie']].flat().find((one) => one?.startsWith('bk-device='));
  expect(cookie).toMatch(/^bk-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
});

test('a browser that was signed in before devices had a cookie is known by its session', async () => {
  const me = await makeCustomer(shop);
  const cookies = await logIn(me);
  await pool.query('DELETE FROM known_device WHERE customer_id = $1', [me.id]);
  const bindingOnly = cookies
    .split('; ')
    .filter((one) => one.startsWith('bk='))
    .join('');
  await logIn(me, bindingOnly);
  expect(await noticesTo(me)).toEqual([]);
});

test('a device that one customer has used is new to another, and no row tells that they share it', async () => {
  const [me, other] = [await makeCustomer(shop), await makeCustomer(shop)];
  const shared = await logIn(me);
  await logIn(other);
  await logIn(other, shared);
  expect(await noticesTo(other)).toHaveLength(1);
  const { rows } = await pool.query(
    'SELECT count(DISTINCT device_hash)::int AS hashes, count(*)::int AS all FROM known_device WHERE customer_id = ANY ($1)',
    [[me.id, other.id]],
  );
  expect(rows).toEqual([{ hashes: 3, all: 3 }]);
});

test('a client that never sends its cookies back gets three emails an hour', async () => {
  const me = await makeCustomer(shop);
  await runConcurrently(7, 1, () => logIn(me));
  expect(await noticesTo(me)).toHaveLength(2);
});

test('sign-ins of one new device at the same time are one email', async () => {
  const me = await makeCustomer(shop);
  await logIn(me);
  const device = `bk-device=${'a'.repeat(43)}`;
  await runConcurrently(4, 4, () => logIn(me, device));
  expect(await noticesTo(me)).toHaveLength(1);
});

test('the devices are in the export, without their hashes, and go with the account', async () => {
  const me = await makeCustomer(shop);
  const { body } = await post(app, '/customer/auth/login', me);
  const token = body.api_token;
  const exported = await get(app, '/api/account/export', { token });
  expect(exported.body.devices).toEqual([{ first_seen_at: expect.any(String), last_seen_at: expect.any(String) }]);
  expect((await post(app, '/api/account/delete', {}, { token })).status).toBe(204);
  expect((await pool.query('SELECT FROM known_device WHERE customer_id = $1', [me.id])).rowCount).toBe(0);
});
