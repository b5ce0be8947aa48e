import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post } from '../../tests/door.ts';
import { makeCustomer, makeSignedIn, makeTitle, placeOrder, signIn } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { INVARIANTS } from '../upkeep/invariants.ts';
import { linkTo } from '../../tests/mails.ts';
import { eventsOf } from '../../tests/trail.ts';
import { activateByHand } from '../accounts/activate-by-hand.ts';
import { findAuditHead } from './audit-head.ts';
import { writeAudit } from './write-audit.ts';

const shop = await openDoor({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const NEW = 'another good password';

async function entriesOf(customerId: string) {
  const { rows } = await pool.query('SELECT * FROM audit_entry WHERE chain = $1 ORDER BY position', [customerId]);
  return rows;
}

function activity(token: string, query = '') {
  return get(app, `/api/account/activity${query}`, { token });
}

test('a life is written down, from the first form to the last sign-out', async () => {
  const form = { displayName: 'Neu', email: 'neu@mail.test', password: 'a good long password' };
  await post(app, '/customer/auth/register', { ...form, confirmPassword: form.password });
  await post(app, '/api/auth/activate', { token: await linkTo(pool, form.email, 'activate') });
  const { id } = (await pool.query('SELECT id FROM customer WHERE email = $1', [form.email])).rows[0];
  await post(app, '/customer/auth/login', { username: form.email, password: 'wrong' });
  const token = await signIn(app, { id, username: form.email, ...form });
  await post(app, '/api/auth/forgot-password', { email: form.email });
  const reset = { token: await linkTo(pool, form.email, 'reset'), password: NEW, confirmPassword: NEW };
  await post(app, '/api/auth/reset-password', reset);
  const again = await signIn(app, { id, username: form.email, email: form.email, password: NEW });
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${again}` } });
  expect(token).toMatch(/^bk_/);
  expect(await eventsOf(pool, id)).toEqual([
    'registered',
    'activated',
    'sign_in_failed',
    'signed_in',
    'reset_asked',
    'password_reset',
    'signed_in',
    'signed_out',
  ]);
  await expectSound(pool);
});

test('an entry says from where, and no secret', async () => {
  const me = await makeCustomer(shop);
  const headers = { 'user-agent': 'Test browser' };
  const body = { username: me.username, password: me.password };
  const { body: answer } = await post(app, '/customer/auth/login', body, { ip: '192.0.2.7', headers });
  const [entry] = await entriesOf(me.id);
  expect(entry).toMatchObject({ event: 'signed_in', actor: 'customer', ip: '192.0.2.7', user_agent: 'Test browser' });
  expect(JSON.stringify(entry)).not.toMatch(new RegExp(`${answer.api_token}|${me.password}|${me.email}`));
});

test('a failed sign-in of a name that nobody has is in nobody’s trail, without the name', async () => {
  const before = (await eventsOf(pool)).length;
  await post(app, '/customer/auth/login', { username: 'whoever', password: 'whatever' });
  expect((await eventsOf(pool)).slice(before)).toEqual(['sign_in_failed']);
  const { rows } = await pool.query("SELECT FROM audit_entry WHERE facts::text LIKE '%whoever%'");
  expect(rows).toEqual([]);
});

test('changes of the profile are told by field, a change of role apart, looks and stars not at all', async () => {
  const me = await makeSignedIn(shop);
  const save = (changes: object) => post(app, '/customer/profile', changes, { token: me.token });
  await save({ displayName: 'Aminah', phone: '03-1', theme: 'dark' });
  await save({ displayName: 'Aminah', theme: 'light', starred: ['/my-orders'], locale: 'de' });
  await save({ userRole: 'editor' });
  expect((await entriesOf(me.id)).map(({ event, facts }) => [event, facts])).toEqual([
    ['profile_changed', { fields: 'displayName phone' }],
    ['role_changed', { role: 'editor' }],
  ]);
});

test('an order of a customer is told, a guest’s and one that fails are not', async () => {
  const title = await makeTitle(shop, { stock: 2 });
  const me = await makeSignedIn(shop);
  const before = (await eventsOf(pool)).length;
  const { body } = await placeOrder(app, { lines: [title], token: me.token });
  await placeOrder(app, { lines: [title] });
  await placeOrder(app, { lines: [title], token: me.token });
  const entries = await entriesOf(me.id);
  expect(entries).toMatchObject([{ event: 'order_placed', facts: { order: body.number }, ip: '127.0.0.1' }]);
  expect(await eventsOf(pool)).toHaveLength(before);
});

test('a missing cookie and a token used twice are told', async () => {
  const me = await makeCustomer(shop);
  const { body, headers } = await post(app, '/customer/auth/login', { username: me.email, password: me.password });
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  const refresh = (accessToken: string, sent: Record<string, string> = {}) =>
    post(app, '/api/auth/refresh-token', { accessToken }, { headers: sent });
  const second = (await refresh(body.api_token, { cookie })).body.accessToken;
  await refresh(second);
  await refresh(second, { cookie });
  await refresh(body.api_token, { cookie });
  expect(await eventsOf(pool, me.id)).toEqual(['signed_in', 'cookie_missing', 'token_reused']);
});

test('what the staff does is told as the staff’s', async () => {
  const me = await makeCustomer(shop, { activatedAt: null });
  await activateByHand(shop.deps.db, me.id);
  const token = await signIn(app, me);
  const { rows } = (await activity(token)).body;
  expect(rows.map(({ event, by }: { event: string; by: string }) => [event, by])).toEqual([
    ['signed_in', 'customer'],
    ['activated', 'staff'],
  ]);
});

describe('a customer reads their own trail', () => {
  test('by pages, newest first, without orders', async () => {
    const title = await makeTitle(shop);
    const me = await makeSignedIn(shop);
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
    const [me, other] = [await makeSignedIn(shop), await makeSignedIn(shop)];
    await post(app, '/customer/profile', { displayName: 'Me' }, { token: me.token });
    expect((await activity(other.token)).body).toEqual({ rows: [], total: 0, page: 1 });
  });
});

describe('the trail only grows', () => {
  test.each([
    "UPDATE audit_entry SET event = 'signed_in'",
    "UPDATE audit_entry SET facts = '{}'",
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
    await expect(pool.query(statement)).rejects.toThrow(/only grows/);
  });

  test('where somebody changes it behind the database’s back, the invariants say so', async () => {
    const { id } = await makeCustomer(shop);
    for (const _ of [1, 2, 3]) await writeAudit(shop.deps.db, { event: 'operator', customerId: id });
    const client = await pool.connect();
    await client.query('BEGIN');
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await client.query("UPDATE audit_entry SET event = 'signed_in' WHERE chain = $1 AND position = 2", [id]);
    const { rows } = await client.query(INVARIANTS['I9 the trail is a chain without a gap']);
    await client.query('ROLLBACK');
    client.release();
    expect(rows).toEqual([{ chain: id, position: 2 }]);
  });

  test('and where the newest entries are cut off, the head in the log does', async () => {
    const { id } = await makeCustomer(shop);
    const yesterday =
      "INSERT INTO audit_entry (chain, event, actor, at) VALUES ($1, 'operator', 'x', now() - interval '1 day')";
    for (const _ of [1, 2]) await pool.query(yesterday, [id]);
    const head = await findAuditHead(shop.deps.db);
    await writeAudit(shop.deps.db, { event: 'operator', customerId: id });
    expect(await findAuditHead(shop.deps.db)).toBe(head);
    await shop.deps.db.transaction(async (tx) => {
      await tx.execute("SET LOCAL session_replication_role = 'replica'");
      await tx.execute(`DELETE FROM audit_entry WHERE chain = '${id}' AND position >= 2`);
    });
    expect(await findAuditHead(shop.deps.db)).not.toBe(head);
  });
});

test('entries written at once are one chain', async () => {
  const { id } = await makeCustomer(shop);
  await crowd(60, 20, () => writeAudit(shop.deps.db, { event: 'operator', customerId: id }));
  expect(await eventsOf(pool, id)).toHaveLength(60);
  await expectSound(pool);
});
