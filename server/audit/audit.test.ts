import { describe, expect, test } from 'vitest';
import { runAsSuperuser, expectIntegrity, auditEventsOf } from '../../tests/database.ts';
import { runConcurrently, get, openTestApp, post } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer, makeProduct, placeOrder, signIn } from '../../tests/factories.ts';
import { INTEGRITY_CHECKS } from '../maintenance/integrity-checks.ts';
import { emailTokenTo } from '../../tests/emails.ts';
import { activateManually } from '../accounts/registration.ts';
import { findAuditHead, writeAudit } from './audit.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const NEW = 'another good password';

async function entriesOf(customerId: string) {
  const { rows } = await pool.query('SELECT * FROM audit_entry WHERE chain = $1 ORDER BY position', [customerId]);
  return rows;
}

/** Changes rows with the triggers disabled, as only a superuser can. */
function tamper(statement: string) {
  return runAsSuperuser(`SET session_replication_role = 'replica'; ${statement}`, shop.connect.database);
}

function activity(token: string, query = '') {
  return get(app, `/api/account/activity${query}`, { token });
}

test('an account is recorded from registration to sign-out', async () => {
  const form = { displayName: 'Neu', email: 'neu@mail.test', password: 'a good long password' };
  await post(app, '/customer/auth/register', { ...form, confirmPassword: form.password });
  await post(app, '/api/auth/activate', {
    token: await emailTokenTo(pool, form.email, 'activate'),
    password: form.password,
  });
  const { id } = (await pool.query('SELECT id FROM customer WHERE email = $1', [form.email])).rows[0];
  await post(app, '/customer/auth/login', { username: form.email, password: 'wrong' });
  const token = await signIn(app, { id, username: form.email, ...form });
  await post(app, '/api/auth/forgot-password', { email: form.email });
  const reset = { token: await emailTokenTo(pool, form.email, 'reset'), password: NEW, confirmPassword: NEW };
  await post(app, '/api/auth/reset-password', reset);
  const again = await signIn(app, { id, username: form.email, email: form.email, password: NEW });
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${again}` } });
  expect(token).toMatch(/^bk_/);
  expect(await auditEventsOf(pool, id)).toEqual([
    'registered',
    'activated',
    'sign_in_failed',
    'signed_in',
    'reset_asked',
    'password_reset',
    'signed_in',
    'signed_out',
  ]);
  await expectIntegrity(pool);
});

test('an entry contains the client and no secret', async () => {
  const me = await makeCustomer(shop);
  const headers = { 'user-agent': 'Test browser' };
  const body = { username: me.username, password: me.password };
  const { body: response } = await post(app, '/customer/auth/login', body, { ip: '192.0.2.7', headers });
  const [entry] = await entriesOf(me.id);
  expect(entry).toMatchObject({ event: 'signed_in', actor: 'customer', ip: '192.0.2.7', user_agent: 'Test browser' });
  expect(JSON.stringify(entry)).not.toMatch(new RegExp(`${response.api_token}|${me.password}|${me.email}`));
});

test('a failed sign-in with an unknown name is in no customer’s chain, without the name', async () => {
  const before = (await auditEventsOf(pool)).length;
  await post(app, '/customer/auth/login', { username: 'whoever', password: 'whatever' });
  expect((await auditEventsOf(pool)).slice(before)).toEqual(['sign_in_failed']);
  const { rows } = await pool.query("SELECT FROM audit_entry WHERE details::text LIKE '%whoever%'");
  expect(rows).toEqual([]);
});

test('profile changes are recorded by field, a change of role separately, theme and starred pages not at all', async () => {
  const me = await makeSignedInCustomer(shop);
  const save = (changes: object) => post(app, '/customer/profile', changes, { token: me.token });
  await save({ displayName: 'Aminah', phone: '03-1234 5678', theme: 'dark' });
  await save({ displayName: 'Aminah', theme: 'light', starred: ['/my-orders'], locale: 'de' });
  await save({ userRole: 'editor' });
  expect((await entriesOf(me.id)).map(({ event, details }) => [event, details])).toEqual([
    ['profile_changed', { fields: 'displayName phone' }],
    ['role_changed', { role: 'editor' }],
  ]);
});

test('a customer’s order is recorded; a guest’s and a failed one are not', async () => {
  const title = await makeProduct(shop, { stock: 2 });
  const me = await makeSignedInCustomer(shop);
  const before = (await auditEventsOf(pool)).length;
  const { body } = await placeOrder(app, { lines: [title], token: me.token });
  await placeOrder(app, { lines: [title] });
  await placeOrder(app, { lines: [title], token: me.token });
  const entries = await entriesOf(me.id);
  expect(entries).toMatchObject([{ event: 'order_placed', details: { order: body.number }, ip: '127.0.0.1' }]);
  expect(await auditEventsOf(pool)).toHaveLength(before);
});

test('a missing cookie and a token used twice are recorded', async () => {
  const me = await makeCustomer(shop);
  const { body, headers } = await post(app, '/customer/auth/login', { username: me.email, password: me.password });
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  const refresh = (accessToken: string, sent: Record<string, string> = {}) =>
    post(app, '/api/auth/refresh-token', { accessToken }, { headers: sent });
  const second = (await refresh(body.api_token, { cookie })).body.accessToken;
  await refresh(second);
  await refresh(second, { cookie });
  await refresh(body.api_token, { cookie });
  expect(await auditEventsOf(pool, me.id)).toEqual(['signed_in', 'cookie_missing', 'token_reused']);
});

test('an operator’s action is recorded as the staff’s', async () => {
  const me = await makeCustomer(shop, { activatedAt: null });
  await activateManually(shop.deps.db, me.id);
  const token = await signIn(app, me);
  const { rows } = (await activity(token)).body;
  expect(rows.map(({ event, by }: { event: string; by: string }) => [event, by])).toEqual([
    ['signed_in', 'customer'],
    ['activated', 'staff'],
  ]);
});

describe('a customer reads their own activity', () => {
  test('in pages, newest first, without orders', async () => {
    const title = await makeProduct(shop);
    const me = await makeSignedInCustomer(shop);
    await placeOrder(app, { lines: [title], token: me.token });
    for (const displayName of ['A', 'B', 'C'])
      await post(app, '/customer/profile', { displayName }, { token: me.token });
    const { body } = await activity(me.token, '?limit=2&page=2');
    expect(body).toMatchObject({ total: 3, page: 2, rows: [{ event: 'profile_changed', by: 'customer' }] });
    const times = (await activity(me.token)).body.rows.map((row: { at: string }) => row.at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await activity(me.token, '?page=9')).body).toEqual({ rows: [], total: 3, page: 9 });
  });

  test('and nobody else’s', async () => {
    const [me, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
    await post(app, '/customer/profile', { displayName: 'Me' }, { token: me.token });
    expect((await activity(other.token)).body).toEqual({ rows: [], total: 0, page: 1 });
  });
});

describe('the audit trail is append-only', () => {
  test.each([
    "UPDATE audit_entry SET event = 'signed_in'",
    "UPDATE audit_entry SET details = '{}'",
    'UPDATE audit_entry SET at = now()',
    "UPDATE audit_entry SET hash = ''",
    "UPDATE audit_entry SET ip = '1.1.1.1'",
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
    'UPDATE ledger_entry SET amount = amount + 1',
    'UPDATE ledger_entry SET position = position + 1',
    'UPDATE ledger_entry SET customer_id = gen_random_uuid()',
    'DELETE FROM ledger_entry',
    'TRUNCATE ledger_entry CASCADE',
  ])('%s fails', async (statement) => {
    await writeAudit(shop.deps.db, { event: 'operator' });
    await expect(pool.query(statement)).rejects.toThrow(/is append-only/);
  });

  test('an integrity check fails where an entry was changed with the triggers disabled', async () => {
    const { id } = await makeCustomer(shop);
    for (const _ of [1, 2, 3]) await writeAudit(shop.deps.db, { event: 'operator', customerId: id });
    const change = (event: string) =>
      tamper(`UPDATE audit_entry SET event = '${event}' WHERE chain = '${id}' AND position = 2`);
    await change('signed_in');
    const { rows } = await pool.query(INTEGRITY_CHECKS['audit trail: hash chain is unbroken']);
    await change('operator');
    expect(rows).toEqual([{ chain: id, position: 2 }]);
  });

  test('the logged head differs where the newest entries were removed', async () => {
    const { id } = await makeCustomer(shop);
    const yesterday =
      "INSERT INTO audit_entry (chain, event, actor, at) VALUES ($1, 'operator', 'x', now() - interval '1 day')";
    for (const _ of [1, 2]) await pool.query(yesterday, [id]);
    const head = await findAuditHead(shop.deps.db);
    await writeAudit(shop.deps.db, { event: 'operator', customerId: id });
    expect(await findAuditHead(shop.deps.db)).toBe(head);
    await tamper(`DELETE FROM audit_entry WHERE chain = '${id}' AND position >= 2`);
    expect(await findAuditHead(shop.deps.db)).not.toBe(head);
  });
});

test('entries written concurrently form one chain', async () => {
  const { id } = await makeCustomer(shop);
  await runConcurrently(60, 20, () => writeAudit(shop.deps.db, { event: 'operator', customerId: id }));
  expect(await auditEventsOf(pool, id)).toHaveLength(60);
  await expectIntegrity(pool);
});
