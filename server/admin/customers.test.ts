import { expect, test } from 'vitest';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeCustomer, makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });
const suki = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Suki' });
const devi = await makeSignedInCustomer(shop, { staffRole: 'support', displayName: 'Devi' });

const send = (verb: string, body: object, who = amir) => post(app, `/api/admin/customers/${verb}`, body, who);
const see = async (id: string, who = devi) => (await get(app, `/api/admin/customers/${id}`, who)).body;
const kindsTo = async (email: string) => (await renderedEmailsTo(deps, email)).map(({ kind }) => kind);

async function find(q: string): Promise<string[]> {
  const { body } = await get(app, `/api/admin/customers?q=${encodeURIComponent(q)}`, devi);
  return body.rows.map(({ id }: { id: string }) => id);
}

test('customers are found by the beginning of their name, email address, username or phone number', async () => {
  const { id, username } = await makeCustomer(shop, { displayName: 'Żaneta 100%', email: 'zaneta@mail.test' });
  await pool.query("UPDATE customer SET phone = '+60123334444' WHERE id = $1", [id]);
  for (const q of [
    'żaneta',
    'ŻANETA 100%',
    'zaneta@',
    'Zaneta@Mail.test',
    username,
    '012-333',
    '+60 12 333',
    '6012333',
  ])
    expect([q, await find(q)]).toEqual([q, [id]]);
  for (const q of ['aneta', 'żaneta_', '0123335', '@mail.test', '%']) expect([q, await find(q)]).toEqual([q, []]);
});

test('pages of customers follow each other', async () => {
  for (const displayName of ['Quill One', 'Quill Two', 'Quill Three']) await makeCustomer(shop, { displayName });
  const { body: first } = await get(app, '/api/admin/customers?q=quill&limit=2', devi);
  const { body: second } = await get(app, `/api/admin/customers?q=quill&limit=2&before=${first.next}`, devi);
  const names = [...first.rows, ...second.rows].map(({ name }: { name: string }) => name);
  expect([names, second.next]).toEqual([['Quill Three', 'Quill Two', 'Quill One'], null]);
});

/** More than are looked up one by one. */
const MANY = 1005;

test('of a name that very many customers have the newest come first, beside others that begin so in another way', async () => {
  const first = await makeCustomer(shop, { displayName: 'Zulaikha First' });
  await pool.query(
    `INSERT INTO customer (id, email, username, display_name)
     SELECT uuidv7(), 'many' || n || '@mail.test', 'many' || n, 'Zulaikha ' || n FROM generate_series(1, $1) AS n`,
    [MANY],
  );
  const other = await makeCustomer(shop, { displayName: 'Somebody', email: 'zulaikha.else@mail.test' });
  // Customers of one millisecond have no order but that of their ids.
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM customer WHERE display_name LIKE 'Zulaikha%' OR email LIKE 'zulaikha%' ORDER BY id DESC LIMIT 50`,
  );
  expect(await find('zulaikha')).toEqual(rows.map(({ id }) => id));
  expect(await find('ZULAIKHA FIRST')).toEqual([first.id]);
  expect(await find('zulaikha@')).toEqual([]);
  expect(await find('zulaikha.')).toEqual([other.id]);
});

test('a profile shows orders, tickets, emails, devices and sign-ins, and nothing that is secret', async () => {
  const reader = await makeSignedInCustomer(shop, { displayName: 'Siti' });
  const { number } = await makeOrder(shop, { lines: [await makeProduct(shop)], token: reader.token });
  await post(app, '/customer/ticket/add', { subject: 'Dune', message: 'When?' }, reader);
  const profile = await see(reader.id);
  expect(profile).toMatchObject({
    email: reader.email,
    status: 'active',
    orders: [{ number, status: 'delivered' }],
    tickets: [{ subject: 'Dune', status: 'open' }],
    sessions: [{ user_agent: 'test', ip: '127.0.0.1' }],
  });
  expect(profile.emails.length).toBeGreaterThan(1);
  expect(JSON.stringify(profile)).not.toMatch(/argon2|password_hash|token/);
});

test('support sees customers and changes nothing', async () => {
  const { id, email } = await makeCustomer(shop);
  for (const [verb, body] of [
    ['end-sessions', { id }],
    ['email', { id, email: 'other@mail.test' }],
    ['export', { id }],
    ['delete', { id, email }],
  ] as const)
    expect(errorOf(await send(verb, body, devi))).toEqual([404, 'not_found']);
});

test('an account that sleeps gets its activation again, an active one does not; sessions end', async () => {
  const sleeping = await makeCustomer(shop, { activatedAt: null });
  expect((await send('resend-activation', { id: sleeping.id })).status).toBe(204);
  const [mail] = await renderedEmailsTo(deps, sleeping.email);
  expect(mail!.kind).toBe('activate');
  expect(mail!.text).not.toContain('127.0.0.1');
  const reader = await makeSignedInCustomer(shop);
  expect(errorOf(await send('resend-activation', { id: reader.id }))).toEqual([409, 'too_late']);
  expect((await send('end-sessions', { id: reader.id })).status).toBe(204);
  expect(errorOf(await get(app, '/api/auth/me', reader))).toEqual([401, 'token_invalid']);
  expect((await see(reader.id)).sessions).toEqual([]);
});

test('an address is corrected by a link to the new one, a notice to the old one, and a fresh proof', async () => {
  const reader = await makeCustomer(shop);
  const other = await makeCustomer(shop);
  expect(errorOf(await send('email', { id: reader.id, email: other.email }))).toEqual([409, 'email_taken']);
  expect(errorOf(await send('email', { id: reader.id, email: reader.email }))).toEqual([409, 'too_late']);
  expect((await send('email', { id: reader.id, email: 'Right@mail.test' })).status).toBe(204);
  expect([await kindsTo('right@mail.test'), await kindsTo(reader.email)]).toEqual([
    ['email_change'],
    ['email_change_asked'],
  ]);
  expect((await see(reader.id)).email).toBe(reader.email);
  const [mail] = await renderedEmailsTo(deps, 'right@mail.test');
  const token = /#email=([\w-]+)/.exec(mail!.text)![1];
  expect((await post(app, '/api/auth/confirm-email', { token })).status).toBe(200);
  expect((await see(reader.id)).email).toBe('right@mail.test');
  await pool.query("UPDATE session SET proven_at = now() - interval '1 day' WHERE customer_id = $1", [suki.id]);
  for (const [verb, body] of [
    ['email', { id: reader.id, email: 'x@mail.test' }],
    ['export', { id: reader.id }],
    ['delete', { id: reader.id, email: 'right@mail.test' }],
  ] as const)
    expect(errorOf(await send(verb, body, suki))).toEqual([403, 'proof_required']);
});

test('data are exported and an account deleted under the name of who did it, once', async () => {
  const reader = await makeSignedInCustomer(shop, { displayName: 'Siti' });
  const { body } = await send('export', { id: reader.id });
  expect(body.profile).toMatchObject({ email: reader.email });
  expect(body.activity.at(-1)).toMatchObject({ event: 'data_exported', actor: 'Amir' });
  const confirmed = { id: reader.id, email: reader.email };
  expect(errorOf(await send('delete', { ...confirmed, email: 'other@mail.test' }))).toEqual([409, 'too_late']);
  expect(errorOf(await send('delete', { id: devi.id, email: devi.email }))).toEqual([409, 'too_late']);
  const twice = await Promise.all([1, 2].map(() => send('delete', confirmed)));
  const outcomes = twice.map(({ status }) => status).toSorted();
  expect(outcomes[0]).toBe(204);
  expect([404, 409]).toContain(outcomes[1]);
  expect(await see(reader.id)).toMatchObject({ status: 'deleted', name: '' });
  expect(errorOf(await send('end-sessions', { id: reader.id }))).toEqual([404, 'not_found']);
  const { rows } = await pool.query(
    "SELECT actor, details->>'verb' AS verb FROM audit_entry WHERE event = 'staff' AND details->>'about' = $1 ORDER BY at, position",
    [reader.id],
  );
  expect(rows.map(({ actor, verb }) => `${actor}: ${verb}`)).toEqual(['Amir: user export', 'Amir: user delete']);
});
