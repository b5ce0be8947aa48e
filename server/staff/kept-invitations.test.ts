import { expect, test } from 'vitest';
import { emailTokenTo, emailsTo, renderedEmailsTo, sendPendingEmails } from '../../tests/emails.ts';
import { makeCustomer, makeSignedInCustomer } from '../../tests/factories.ts';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import { runMaintenance } from '../maintenance/cleanup.ts';

const shop = await openTestApp();
const { app, deps, pool, connect } = shop;
const owner = await makeSignedInCustomer(shop, { staffRole: 'owner', displayName: 'Aminah' });
let addresses = 0;

const newAddress = () => `invited-${(addresses += 1)}@mail.test`;
const invite = (email: string, role = 'support', by = owner) =>
  post(app, '/api/admin/staff/invite', { email, role }, by);
const open = (token: string) => post(app, '/api/staff-invitations/get', { token });
const tokenTo = (email: string) => emailTokenTo(pool, email, 'staff_invitation');

async function invited(email: string, role?: string): Promise<string> {
  expect((await invite(email, role)).status).toBe(204);
  return tokenTo(email);
}

async function openOf(email: string) {
  const { body } = await get(app, '/api/admin/staff/invitations', owner);
  return body.rows.find((row: { email: string }) => row.email === email);
}

function auditOf(customerId: string) {
  return pool
    .query('SELECT event, details FROM audit_entry WHERE chain = $1 ORDER BY position', [customerId])
    .then(({ rows }) => rows);
}

test('the database keeps the token only as a hash, and in the email until it is sent', async () => {
  const email = newAddress();
  const token = await invited(email);
  expect(token).toMatch(/^[\w-]{43}$/);
  const { rows } = await pool.query('SELECT i::text AS text FROM staff_invitation i WHERE email = $1', [email]);
  expect(rows[0].text).not.toContain(token);
  await sendPendingEmails(deps);
  expect(JSON.stringify(await emailsTo(pool, email))).not.toContain(token);
  expect((await open(token)).status).toBe(200);
});

test('the email names the inviter in its reader’s language, without links in the name', async () => {
  const sly = await makeSignedInCustomer(shop, { staffRole: 'owner', displayName: 'Win at evil.example' });
  const me = await makeCustomer(shop);
  await pool.query("UPDATE customer SET locale = 'de' WHERE id = $1", [me.id]);
  await invite(me.email, 'support', sly);
  const [email] = await renderedEmailsTo(deps, me.email);
  expect(email!.subject).toBe('Ihre Einladung in die Verwaltung von Halaman');
  expect(email!.text).toContain('Win at evil. example lädt Sie ein');
  expect(email!.text).toContain('/admin/invitation#token=');
});

test('an address gets three emails an hour', async () => {
  const limited = await openTestApp({ RATE_LIMITS: 'on' });
  const boss = await makeSignedInCustomer(limited, { staffRole: 'owner' });
  const body = { email: newAddress(), role: 'support' };
  const statuses: number[] = [];
  for (let sent = 0; sent < 4; sent += 1)
    statuses.push((await post(limited.app, '/api/admin/staff/invite', body, boss)).status);
  expect(statuses).toEqual([204, 204, 204, 429]);
});

test('the audit trail has entries of what the owner did, without the address', async () => {
  const me = await makeSignedInCustomer(shop, { staffRole: 'owner' });
  const email = newAddress();
  await invite(email, 'fulfilment', me);
  const { id } = await openOf(email);
  await post(app, '/api/admin/staff/invitations/withdraw', { id }, me);
  const entries = (await auditOf(me.id)).filter(({ event }) => event === 'staff').map(({ details }) => details);
  expect(entries).toEqual([
    { verb: 'user invite fulfilment', about: id },
    { verb: 'user withdraw-invitation', about: id, before: { role: 'fulfilment' }, after: null },
  ]);
});

test('nothing is kept thirty days after the link has expired', async () => {
  const email = newAddress();
  await invited(email);
  await pool.query("UPDATE staff_invitation SET expires_at = now() - interval '31 days' WHERE email = $1", [email]);
  await runMaintenance(connect, (error) => {
    throw error;
  });
  const { rows } = await pool.query('SELECT 1 FROM staff_invitation WHERE email = $1', [email]);
  expect(rows).toEqual([]);
});

test('an account’s export shows its invitations, and its deletion removes them', async () => {
  const me = await makeSignedInCustomer(shop);
  await invited(me.email);
  const { body } = await get(app, '/api/account/export', me);
  expect(body.staff_invitations).toMatchObject([{ email: me.email, role: 'support', inviter: 'Aminah' }]);
  expect(JSON.stringify(body.staff_invitations)).not.toContain('hash');
  expect((await post(app, '/api/account/delete', {}, me)).status).toBe(204);
  const { rows } = await pool.query('SELECT 1 FROM staff_invitation WHERE email = $1', [me.email]);
  expect(rows).toEqual([]);
});
