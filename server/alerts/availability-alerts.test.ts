import { expect, test } from 'vitest';
import { MAX_CUSTOMER_ALERTS, MAX_GUEST_ALERTS } from '#domain/alert.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeCustomer, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { activateManually } from '../accounts/registration.ts';
import { guestAlertsToken } from '../emails/links.ts';
import { runMaintenance } from '../maintenance/cleanup.ts';
import {
  addGuestAlert,
  confirmGuestAlert,
  listAllAlerts,
  readGuestAlerts,
  removeGuestAlerts,
} from './availability-alerts.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const limitedShop = await openTestApp({ RATE_LIMITS: 'on' });
const here = { locale: 'de', client: { ip: '203.0.113.9' } } as const;
const soldOut = await makeProduct(shop, { title: 'Der Zauberberg', stock: 0 });
const second = await makeProduct(shop, { title: 'Effi Briest', stock: 0 });
let readers = 0;
const newEmail = () => `reader-${(readers += 1)}@mail.test`;

const add = (body: unknown, token?: string) => post(app, '/api/alerts/add', body, { token });
const list = async (token: string) => (await get(app, '/api/alerts', { token })).body;
const statesOf = async (email: string) =>
  (await readGuestAlerts(deps.db, guestAlertsToken(deps, email))).alerts.map(({ status }) => status);

test('a member is on the list at once, once per format, and off it again', async () => {
  const { token, email } = await makeSignedInCustomer(shop);
  for (let press = 0; press < 2; press += 1)
    expect((await add({ vid: soldOut.vid }, token)).body).toEqual({ status: 'active' });
  const { rows, total } = await list(token);
  const product = { id: soldOut.id, title: 'Der Zauberberg', slug: 'der-zauberberg' };
  expect([total, rows]).toMatchObject([1, [{ status: 'active', format: 'paperback', product, sent_at: null }]]);
  expect(await renderedEmailsTo(deps, email)).toEqual([]);
  const remove = () => post(app, '/api/alerts/remove', { id: rows[0].id }, { token });
  expect((await remove()).status).toBe(204);
  expect(errorOf(await remove())).toEqual([404, 'not_found']);
  expect((await list(token)).total).toBe(0);
});

test('a guest confirms by the emailed link, which alone shows the alerts', async () => {
  const email = newEmail();
  await addGuestAlert(deps, soldOut.vid, { email, ...here });
  const token = guestAlertsToken(deps, email);
  const [letter] = await renderedEmailsTo(deps, email);
  expect(letter).toMatchObject({ kind: 'alert_requested', locale: 'de' });
  expect(letter!.text).toContain('Der Zauberberg');
  expect(letter!.text).toContain(`http://shop.test/de/alerts/${token}`);
  expect(letter!.text).toContain('203.0.113.9');
  const stored = await pool.query(
    'SELECT a::text FROM availability_alert a UNION ALL SELECT m::text FROM email_message m',
  );
  expect(JSON.stringify(stored.rows)).not.toContain(token);
  const [alert] = (await readGuestAlerts(deps.db, token)).alerts;
  expect(alert!.status).toBe('pending');
  await confirmGuestAlert(deps.db, guestAlertsToken(deps, 'stranger@mail.test'), alert!.id);
  expect(await statesOf(email)).toEqual(['pending']);
  await confirmGuestAlert(deps.db, token, alert!.id);
  expect(await statesOf(email)).toEqual(['active']);
  await removeGuestAlerts(deps.db, token);
  expect(await readGuestAlerts(deps.db, token)).toEqual({ email: null, alerts: [] });
});

test('a guest gets the same response whether the address waits already, has too many or belongs to an account', async () => {
  const [waiting, full] = [newEmail(), newEmail()];
  await addGuestAlert(deps, soldOut.vid, { email: waiting, ...here });
  await pool.query(
    `INSERT INTO product (work_key, slug, title, title_sort, language) SELECT 'w' || n, 's', 'T', 't', 'en' FROM generate_series(1, $1::int) n`,
    [MAX_GUEST_ALERTS],
  );
  await pool.query(`INSERT INTO variant (product_id, format, list_price, member_price)
    SELECT id, 'paperback', 100, 100 FROM product WHERE work_key LIKE 'w%'`);
  await pool.query(
    `INSERT INTO availability_alert (id, variant_id, email, locale, guest_token_hash, state)
    SELECT ('00000000-0000-7000-8000-' || lpad(v.id::text, 12, '0'))::uuid, v.id, $1, 'en', '\\x00', 'active'
    FROM variant v JOIN product p ON p.id = product_id WHERE work_key LIKE 'w%'`,
    [full],
  );
  const { email: member } = await makeCustomer(shop);
  const responses = [];
  for (const email of [newEmail(), waiting, full, member]) responses.push(await add({ vid: soldOut.vid, email }));
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { rows } = await pool.query('SELECT count(*)::int FROM availability_alert WHERE email = $1', [full]);
  expect(rows).toEqual([{ count: MAX_GUEST_ALERTS }]);
  expect(await renderedEmailsTo(deps, full)).toEqual([]);
});

test('a customer’s list has an end, also for concurrent requests', async () => {
  const { token, id } = await makeSignedInCustomer(shop);
  await pool.query(`INSERT INTO product (work_key, slug, title, title_sort, language)
    SELECT 'c' || n, 's', 'T', 't', 'en' FROM generate_series(1, ${MAX_CUSTOMER_ALERTS + 5}) n`);
  const { rows } = await pool.query<{ id: number }>(`INSERT INTO variant (product_id, format, list_price, member_price)
    SELECT id, 'paperback', 100, 100 FROM product WHERE work_key LIKE 'c%' RETURNING id`);
  await pool.query(
    `INSERT INTO availability_alert (id, variant_id, customer_id, state)
    SELECT ('00000000-0000-7000-8000-' || lpad(v::text, 12, '0'))::uuid, v, $1, 'active' FROM unnest($2::int[]) v`,
    [id, rows.slice(0, MAX_CUSTOMER_ALERTS - 2).map((row) => row.id)],
  );
  const more = rows.slice(MAX_CUSTOMER_ALERTS - 2);
  const responses = await runConcurrently(more.length, more.length, (index) => add({ vid: more[index]!.id }, token));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409, 409]);
  expect((await list(token)).total).toBe(MAX_CUSTOMER_ALERTS);
});

test('twenty concurrent presses are one alert, a guest’s too', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const email = newEmail();
  const responses = await runConcurrently(40, 40, (index) =>
    add({ vid: second.vid, email }, index % 2 ? token : undefined),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await list(token)).total).toBe(1);
  expect(await statesOf(email)).toEqual(['pending']);
});

test.each([
  [{ vid: 2_147_483_647, email: 'a@mail.test' }, [404, 'not_found']],
  [{ vid: soldOut.vid }, [422, 'invalid']],
  [{ vid: soldOut.vid, email: 'nobody' }, [422, 'invalid']],
  [{ vid: '1', email: 'a@mail.test' }, [422, 'invalid']],
])('%j is refused and stores nothing', async (body, error) => {
  const before = await pool.query('SELECT count(*) FROM availability_alert');
  expect(errorOf(await add(body))).toEqual(error);
  expect((await pool.query('SELECT count(*) FROM availability_alert')).rows).toEqual(before.rows);
});

test('a mailbox gets three requests an hour, and its link also shows what was asked for after them', async () => {
  const email = newEmail();
  const titles = [];
  for (let count = 0; count < 5; count += 1) titles.push(await makeProduct(limitedShop, { stock: 0 }));
  for (const { vid } of titles) await addGuestAlert(limitedShop.deps, vid, { email, ...here });
  expect(await renderedEmailsTo(limitedShop.deps, email)).toHaveLength(3);
  const { alerts } = await readGuestAlerts(limitedShop.deps.db, guestAlertsToken(limitedShop.deps, email));
  expect(alerts).toHaveLength(5);
});

test('one network address asks for ten guests a minute', async () => {
  const { vid } = await makeProduct(limitedShop, { stock: 0 });
  const from = { locale: 'en', client: { ip: '203.0.113.77' } } as const;
  const ask = () => addGuestAlert(limitedShop.deps, vid, { email: newEmail(), ...from });
  for (let count = 0; count < 10; count += 1) await ask();
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('an alert that nobody confirmed in two days is gone, and can be asked for again', async () => {
  const email = newEmail();
  await addGuestAlert(deps, soldOut.vid, { email, ...here });
  await pool.query(`UPDATE availability_alert SET created_at = now() - interval '49 hours' WHERE email = $1`, [email]);
  const token = guestAlertsToken(deps, email);
  const { rows } = await pool.query('SELECT id FROM availability_alert WHERE email = $1', [email]);
  await confirmGuestAlert(deps.db, token, rows[0].id);
  expect(await statesOf(email)).toEqual([]);
  await addGuestAlert(deps, soldOut.vid, { email, ...here });
  expect(await statesOf(email)).toEqual(['pending']);
  await pool.query(`UPDATE availability_alert SET created_at = now() - interval '49 hours' WHERE email = $1`, [email]);
  expect(await runMaintenance(shop.connect, () => {})).toMatchObject({ unconfirmedAlerts: 1 });
});

test('who verifies the address has its alerts, without a second for one format', async () => {
  const made = await makeSignedInCustomer(shop, { activatedAt: null });
  for (const { vid } of [soldOut, second]) await addGuestAlert(deps, vid, { email: made.email, ...here });
  await add({ vid: second.vid }, made.token);
  await activateManually(deps.db, made.id);
  const { rows } = await list(made.token);
  expect(rows.map(({ status, product }: { status: string; product: { id: number } }) => [status, product.id])).toEqual([
    ['active', second.id],
    ['active', soldOut.id],
  ]);
  expect(await statesOf(made.email)).toEqual([]);
});

test('export and deletion of an account include its alerts', async () => {
  const { token, id } = await makeSignedInCustomer(shop);
  await add({ vid: soldOut.vid }, token);
  const { body } = await get(app, '/api/account/export', { token });
  expect(body.alerts).toMatchObject([{ title: 'Der Zauberberg', state: 'active' }]);
  await post(app, '/api/account/delete', {}, { token });
  expect((await pool.query('SELECT FROM availability_alert WHERE customer_id = $1', [id])).rowCount).toBe(0);
});

test('the shop lists who waits for what', async () => {
  const { token, email } = await makeSignedInCustomer(shop);
  await add({ vid: second.vid }, token);
  expect(await listAllAlerts(deps.db, { limit: 1, state: 'active' })).toMatchObject([
    { email, is_guest: false, title: 'Effi Briest', format: 'paperback', state: 'active' },
  ]);
  await expectIntegrity(pool);
});
