import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { hasPermission, STAFF_ROLES } from '#domain/staff.ts';
import { makeSignedInCustomer, makeCustomer, signIn } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, toTestResponse } from '../../tests/test-app.ts';
import { setStaffRole } from '../staff/staff.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const STAFF_ENDPOINTS = (Object.values(ENDPOINTS) as Endpoint[]).filter(({ access }) => access === 'staff');

async function send({ method, path, body, contentType }: Endpoint, token?: string, isOpened = false) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const url = path.replace(/\{\w+\}/, 'BK-999999');
  const payload = body ? { headers: { ...headers, 'content-type': 'application/json' }, payload: '{}' } : { headers };
  // A stream of events has no end to wait for.
  const way = isOpened && contentType === 'text/event-stream' ? 'HEAD' : method;
  return toTestResponse(await app.inject({ method: way, url, ...payload }));
}

describe.each(STAFF_ENDPOINTS)('$method $path', (endpoint) => {
  test.each(STAFF_ROLES)('answers the role %s if it has the permission, else it does not exist', async (staffRole) => {
    const { token } = await makeSignedInCustomer(shop, { staffRole });
    const isPermitted = endpoint.permission === undefined || hasPermission(staffRole, endpoint.permission);
    const { status } = await send(endpoint, token, isPermitted);
    if (!isPermitted) return expect(status).toBe(404);
    if (endpoint.path.includes('{')) return expect([404, 422]).toContain(status);
    expect(endpoint.body ? [422] : [200]).toContain(status);
  });

  test('does not exist for a customer, and needs a token that is good', async () => {
    const { id, token } = await makeSignedInCustomer(shop);
    expect(errorOf(await send(endpoint, token))).toEqual([404, 'not_found']);
    expect(errorOf(await send(endpoint))).toEqual([401, 'token_missing']);
    await pool.query(
      'UPDATE session_token t SET expires_at = now() FROM session s WHERE s.id = session_id AND customer_id = $1',
      [id],
    );
    expect(errorOf(await send(endpoint, token))).toEqual([401, 'token_invalid']);
  });
});

test('every endpoint of the staff is below /api/admin and names a permission, but those that answer each role its own', () => {
  expect(STAFF_ENDPOINTS.length).toBeGreaterThan(5);
  expect(STAFF_ENDPOINTS.filter(({ path }) => !path.startsWith('/api/admin/'))).toEqual([]);
  const open = STAFF_ENDPOINTS.filter(({ permission }) => permission === undefined);
  expect(open.map(({ path }) => path)).toEqual(['/api/admin/me', '/api/admin/live', '/api/admin/work-list']);
});

test('where other machines reach the shop, staff give a second factor', async () => {
  const reachable = await openTestApp({ HOST: '0.0.0.0', PUBLIC_URL: 'https://shop.example' });
  const staff = await makeCustomer(reachable, { staffRole: 'owner' });
  const token = await signIn(reachable.app, staff);
  expect(errorOf(await get(reachable.app, '/api/admin/me', { token }))).toEqual([403, 'second_factor_required']);
  await reachable.pool.query('UPDATE session SET has_second_factor = true WHERE customer_id = $1', [staff.id]);
  expect(await get(reachable.app, '/api/admin/me', { token })).toMatchObject({ status: 200, body: { role: 'owner' } });
});

test('a staff session ends after eight hours without use, a customer’s after thirty days', async () => {
  const hours = async (id: string) => {
    const { rows } = await pool.query(
      'SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS hours FROM session WHERE customer_id = $1 AND ended_at IS NULL',
      [id],
    );
    return rows.map((row) => row.hours as number);
  };
  const [staff, reader] = [
    await makeSignedInCustomer(shop, { staffRole: 'support' }),
    await makeSignedInCustomer(shop),
  ];
  expect([await hours(staff.id), await hours(reader.id)]).toEqual([[8], [720]]);
  await pool.query("UPDATE session SET expires_at = now() + interval '1 minute' WHERE customer_id = $1", [staff.id]);
  const { status } = await post(app, '/api/auth/refresh-token', { accessToken: staff.token });
  expect([status, await hours(staff.id)]).toEqual([200, [8]]);
});

test('who becomes staff, or is not any more, signs in again', async () => {
  const someone = await makeSignedInCustomer(shop);
  expect(await setStaffRole(deps.db, someone.id, 'manager')).toBe(true);
  expect(errorOf(await get(app, '/api/auth/me', someone))).toEqual([401, 'token_invalid']);
  expect(await setStaffRole(deps.db, someone.id, 'manager')).toBe(false);
  const token = await signIn(app, someone);
  expect(await get(app, '/api/admin/me', { token })).toMatchObject({ status: 200, body: { role: 'manager' } });
  expect(await setStaffRole(deps.db, someone.id, null)).toBe(true);
  expect(errorOf(await get(app, '/api/admin/me', { token }))).toEqual([401, 'token_invalid']);
});

test('an owner gives roles to others, takes them away, and stays owner', async () => {
  const owner = await makeSignedInCustomer(shop, { staffRole: 'owner', displayName: 'Zara' });
  const someone = await makeCustomer(shop, { displayName: 'Yusof' });
  const set = (email: string, role: string | null) => post(app, '/api/admin/staff/role', { email, role }, owner);
  expect((await set(someone.email.toUpperCase(), 'fulfilment')).status).toBe(204);
  const { body } = await get(app, '/api/admin/staff', owner);
  expect(body.rows).toContainEqual({
    email: someone.email,
    name: 'Yusof',
    role: 'fulfilment',
    has_second_factor: false,
  });
  expect(errorOf(await set(someone.email, 'fulfilment'))).toEqual([409, 'too_late']);
  expect((await set(someone.email, null)).status).toBe(204);
  expect((await get(app, '/api/admin/staff', owner)).text).not.toContain('Yusof');
  expect(errorOf(await set(owner.email, 'support'))).toEqual([409, 'too_late']);
  expect(errorOf(await set('nobody@mail.test', 'support'))).toEqual([404, 'not_found']);
  const sleeping = await makeCustomer(shop, { activatedAt: null });
  expect(errorOf(await set(sleeping.email, 'support'))).toEqual([404, 'not_found']);
  await pool.query("UPDATE session SET proven_at = now() - interval '1 day' WHERE customer_id = $1", [owner.id]);
  expect(errorOf(await set(someone.email, 'owner'))).toEqual([403, 'proof_required']);
  const { rows } = await pool.query(
    "SELECT details->>'verb' AS verb FROM audit_entry WHERE chain = $1 AND event = 'staff' ORDER BY position",
    [owner.id],
  );
  expect(rows.map(({ verb }) => verb)).toEqual(['user make-staff fulfilment', 'user remove-staff']);
});
