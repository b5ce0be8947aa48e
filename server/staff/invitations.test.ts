import { describe, expect, test } from 'vitest';
import { emailTokenTo } from '../../tests/emails.ts';
import { makeCustomer, makeProduct, makeSignedInCustomer, placeOrder, signIn } from '../../tests/factories.ts';
import { countValues, errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { setStaffRole } from './staff.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const owner = await makeSignedInCustomer(shop, { staffRole: 'owner', displayName: 'Aminah' });
const PASSWORD = 'quite another password';
let addresses = 0;

const newAddress = () => `invited-${(addresses += 1)}@mail.test`;
const invite = (email: string, role = 'support', by = owner) =>
  post(app, '/api/admin/staff/invite', { email, role }, by);
const open = (token: string) => post(app, '/api/staff-invitations/get', { token });
const accept = (token: string, who: { token: string }) => post(app, '/api/staff-invitations/accept', { token }, who);
const register = (token: string, changes = {}) => {
  const account = { displayName: 'Hani', password: PASSWORD, confirmPassword: PASSWORD };
  return post(app, '/api/staff-invitations/register', { token, ...account, ...changes }, { ip: `10.0.${addresses}.1` });
};
const tokenTo = (email: string) => emailTokenTo(pool, email, 'staff_invitation');

async function invited(email: string, role?: string): Promise<string> {
  expect((await invite(email, role)).status).toBe(204);
  return tokenTo(email);
}

async function roleOf(email: string): Promise<string | null | undefined> {
  const { rows } = await pool.query('SELECT staff_role FROM customer WHERE email = $1', [email]);
  return rows[0]?.staff_role;
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

describe('an invitation', () => {
  test('opens an account for whoever has none, with the guest orders of the address', async () => {
    const email = newAddress();
    const title = await makeProduct(shop, { stock: 5 });
    const { body: order } = await placeOrder(app, { lines: [title], email });
    const token = await invited(email);
    expect((await open(token)).body).toEqual({ email, role: 'support', inviter: 'Aminah', has_account: false });
    expect(await register(token)).toMatchObject({ status: 200, body: { email } });
    expect(await roleOf(email)).toBe('support');
    const session = { token: await signIn(app, { id: '', email, username: email, password: PASSWORD }) };
    expect((await get(app, '/api/admin/me', session)).body).toMatchObject({ name: 'Hani', role: 'support' });
    expect((await get(app, '/customer/order', session)).text).toContain(order.number);
    expect(await openOf(email)).toBeUndefined();
    expect(errorOf(await open(token))).toEqual([410, 'link_expired']);
    expect(errorOf(await register(token))).toEqual([410, 'link_expired']);
  });

  test('is accepted by the account of its address, which signs in again', async () => {
    const me = await makeSignedInCustomer(shop);
    const token = await invited(me.email, 'manager');
    expect((await open(token)).body).toMatchObject({ has_account: true });
    expect(errorOf(await register(token))).toEqual([409, 'email_taken']);
    expect((await accept(token, me)).status).toBe(204);
    expect(errorOf(await get(app, '/api/auth/me', me))).toEqual([401, 'token_invalid']);
    expect(await roleOf(me.email)).toBe('manager');
    const entry = (await auditOf(me.id)).findLast(({ event }) => event === 'invitation_accepted');
    expect(entry.details).toMatchObject({ role: 'manager', inviter: 'Aminah' });
  });

  test('is for no other account, and stays open then', async () => {
    const [me, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
    const token = await invited(me.email);
    expect(errorOf(await accept(token, other))).toEqual([409, 'other_account']);
    expect([await roleOf(other.email), (await accept(token, me)).status]).toEqual([null, 204]);
  });

  test('takes over an account that nobody activated, whose password stops working', async () => {
    const stranger = await makeCustomer(shop, { activatedAt: null });
    const token = await invited(stranger.email);
    expect((await open(token)).body.has_account).toBe(false);
    expect((await register(token)).status).toBe(200);
    const logIn = (password: string) => post(app, '/customer/auth/login', { username: stranger.email, password });
    expect(errorOf(await logIn(stranger.password))).toEqual([401, 'wrong_credentials']);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });
});

describe('the link of an invitation', () => {
  test('keeps the rules of passwords, and stays open for another', async () => {
    const email = newAddress();
    const token = await invited(email);
    for (const password of ['short', 'password1', email])
      expect(errorOf(await register(token, { password, confirmPassword: password }))).toEqual([422, 'invalid']);
    expect(errorOf(await register(token, { confirmPassword: 'another' }))).toEqual([422, 'invalid']);
    expect((await register(token)).status).toBe(200);
  });

  test('is replaced by a newer one, with its role', async () => {
    const email = newAddress();
    const older = await invited(email, 'owner');
    const newer = await invited(email, 'catalogue');
    expect(errorOf(await open(older))).toEqual([410, 'link_expired']);
    expect((await open(newer)).body.role).toBe('catalogue');
  });

  test('expires after seven days, and is sent again with a new link', async () => {
    const email = newAddress();
    const older = await invited(email);
    await pool.query("UPDATE staff_invitation SET expires_at = expires_at - interval '7 days' WHERE email = $1", [
      email,
    ]);
    expect(errorOf(await open(older))).toEqual([410, 'link_expired']);
    expect(errorOf(await register(older))).toEqual([410, 'link_expired']);
    const row = await openOf(email);
    expect(row.is_expired).toBe(true);
    expect((await post(app, '/api/admin/staff/invitations/resend', { id: row.id }, owner)).status).toBe(204);
    expect(errorOf(await open(older))).toEqual([410, 'link_expired']);
    expect(await openOf(email)).toMatchObject({ id: row.id, is_expired: false });
    expect((await register(await tokenTo(email))).status).toBe(200);
  });

  test('is withdrawn, once', async () => {
    const email = newAddress();
    const token = await invited(email);
    const { id } = await openOf(email);
    const withdraw = () => post(app, '/api/admin/staff/invitations/withdraw', { id }, owner);
    expect((await withdraw()).status).toBe(204);
    expect(errorOf(await withdraw())).toEqual([409, 'too_late']);
    expect(errorOf(await post(app, '/api/admin/staff/invitations/resend', { id }, owner))).toEqual([409, 'too_late']);
    expect(errorOf(await register(token))).toEqual([410, 'link_expired']);
    expect([await openOf(email), await roleOf(email)]).toEqual([undefined, undefined]);
  });
});

describe('an invitation is closed', () => {
  test('with the right of whoever sent it', async () => {
    const other = await makeSignedInCustomer(shop, { staffRole: 'owner' });
    const email = newAddress();
    expect((await invite(email, 'owner', other)).status).toBe(204);
    await setStaffRole(deps.db, other.id, 'manager');
    expect(errorOf(await register(await tokenTo(email)))).toEqual([410, 'link_expired']);
  });

  test('to whoever has got a role by other means', async () => {
    const colleague = await makeSignedInCustomer(shop, { staffRole: 'support' });
    expect(errorOf(await invite(colleague.email))).toEqual([409, 'too_late']);
    const me = await makeSignedInCustomer(shop);
    const token = await invited(me.email, 'owner');
    await setStaffRole(deps.db, me.id, 'support');
    expect(errorOf(await accept(token, { token: await signIn(app, me) }))).toEqual([410, 'link_expired']);
    expect(await roleOf(me.email)).toBe('support');
  });
});

describe('concurrent requests', () => {
  test('open one account with one link', async () => {
    const email = newAddress();
    const token = await invited(email);
    const answers = await runConcurrently(6, 6, () => register(token));
    expect(countValues(answers.map(({ status }) => status))).toEqual({ 200: 1, 410: 5 });
  });

  test('accept one invitation once', async () => {
    const me = await makeCustomer(shop);
    const sessions = [await signIn(app, me), await signIn(app, me), await signIn(app, me)];
    const token = await invited(me.email);
    const answers = await runConcurrently(3, 3, (index) => accept(token, { token: sessions[index]! }));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const entries = await auditOf(me.id);
    expect(entries.filter(({ event }) => event === 'invitation_accepted')).toHaveLength(1);
  });

  test('withdraw an invitation or accept it, never both', async () => {
    const outcomes = await runConcurrently(8, 2, async () => {
      const me = await makeSignedInCustomer(shop);
      const token = await invited(me.email);
      const { id } = await openOf(me.email);
      const [accepted, withdrawn] = await Promise.all([
        accept(token, me),
        post(app, '/api/admin/staff/invitations/withdraw', { id }, owner),
      ]);
      expect(await roleOf(me.email)).toBe(accepted.status === 204 ? 'support' : null);
      return [accepted.status, withdrawn.status].join();
    });
    expect(outcomes.filter((one) => one !== '204,409' && one !== '410,204')).toEqual([]);
  });

  test('give a role and accept an invitation without a deadlock', async () => {
    const outcomes = await runConcurrently(8, 2, async () => {
      const me = await makeSignedInCustomer(shop);
      const token = await invited(me.email);
      const [accepted, given] = await Promise.all([
        accept(token, me),
        post(app, '/api/admin/staff/role', { email: me.email, role: 'catalogue' }, owner),
      ]);
      return [accepted.status, given.status];
    });
    expect(outcomes.flat().filter((status) => status >= 500)).toEqual([]);
  });

  test('invite an address into one open invitation', async () => {
    const email = newAddress();
    const answers = await runConcurrently(3, 3, () => invite(email));
    expect(countValues(answers.map(({ status }) => status))).toEqual({ 204: 3 });
    const { rows } = await pool.query('SELECT count(*)::int AS count FROM staff_invitation WHERE email = $1', [email]);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

test('inviting and sending again need a fresh proof of identity, and the right to', async () => {
  const me = await makeSignedInCustomer(shop, { staffRole: 'owner' });
  const email = newAddress();
  await invite(email, 'support', me);
  const { id } = await openOf(email);
  await pool.query("UPDATE session SET proven_at = now() - interval '1 day' WHERE customer_id = $1", [me.id]);
  expect(errorOf(await invite(newAddress(), 'support', me))).toEqual([403, 'proof_required']);
  const resend = await post(app, '/api/admin/staff/invitations/resend', { id }, me);
  expect(errorOf(resend)).toEqual([403, 'proof_required']);
  const manager = await makeSignedInCustomer(shop, { staffRole: 'manager' });
  expect(errorOf(await invite(newAddress(), 'support', manager))).toEqual([404, 'not_found']);
});
