import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { auditEventsOf } from '../../tests/database.ts';
import { makeCustomer, makeSignedInCustomer, signIn } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, toTestResponse } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;

/** Makes every proof of a customer older than the five minutes that it is good for. */
async function ageProofs(id: string, interval = '5 minutes 1 second'): Promise<void> {
  await pool.query('UPDATE session SET proven_at = now() - $2::interval WHERE customer_id = $1', [id, interval]);
}

const GUARDED = Object.entries(ENDPOINTS as Record<string, Endpoint>).filter(([, { needsProof }]) => needsProof);

test('what changes who can sign in or is staff, exports data, deletes the account or pays out needs a fresh proof', () => {
  expect(GUARDED.map(([name]) => name)).toEqual([
    'changeEmail',
    'exportAccount',
    'deleteAccount',
    'startPasskey',
    'addPasskey',
    'removePasskey',
    'startTotp',
    'confirmTotp',
    'removeTotp',
    'renewRecoveryCodes',
    'setStaffRole',
    'inviteStaff',
    'resendInvitation',
    'exportOrders',
    'payOutRefund',
    'returnSurplus',
    'exportAuditEntries',
    'exportCustomers',
    'correctCustomerEmail',
    'exportCustomer',
    'deleteCustomer',
  ]);
});

describe.each(GUARDED)('%s', (_name, { method, path }) => {
  test('is refused after five minutes, before the input is read', async () => {
    const me = await makeSignedInCustomer(shop, { staffRole: 'owner' });
    await ageProofs(me.id);
    const headers = {
      authorization: `Bearer ${me.token}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    };
    const response = toTestResponse(
      await app.inject({ method, url: path, headers, ...(method === 'POST' && { payload: '{}' }) }),
    );
    expect(errorOf(response)).toEqual([403, 'proof_required']);
  });
});

test('a sign-in is a proof for five minutes, and a password is another', async () => {
  const me = await makeCustomer(shop);
  const token = await signIn(app, me);
  const exportData = () => get(app, '/api/account/export', { token });
  expect((await exportData()).status).toBe(200);
  await ageProofs(me.id, '4 minutes');
  expect((await exportData()).status).toBe(200);
  await ageProofs(me.id);
  expect(errorOf(await exportData())).toEqual([403, 'proof_required']);
  expect((await post(app, '/api/security/proof/start', {}, { token })).body).toEqual({
    password: true,
    code: false,
    passkey: null,
  });
  expect((await post(app, '/api/security/proof', { password: me.password }, { token })).status).toBe(204);
  expect((await exportData()).status).toBe(200);
  expect(await auditEventsOf(pool, me.id)).toContain('identity_proven');
});

test('a proof is good for its own session only', async () => {
  const me = await makeCustomer(shop);
  const [here, there] = [await signIn(app, me), await signIn(app, me)];
  await ageProofs(me.id);
  await post(app, '/api/security/proof', { password: me.password }, { token: here });
  expect((await get(app, '/api/account/export', { token: here })).status).toBe(200);
  expect(errorOf(await get(app, '/api/account/export', { token: there }))).toEqual([403, 'proof_required']);
});

test('a wrong password proves nothing and is a field error', async () => {
  const me = await makeSignedInCustomer(shop);
  await ageProofs(me.id);
  const response = await post(app, '/api/security/proof', { password: 'wrong' }, { token: me.token });
  expect(response.body.errors).toEqual([{ path: 'password', message: 'Current password is incorrect.' }]);
  expect(errorOf(await get(app, '/api/account/export', { token: me.token }))).toEqual([403, 'proof_required']);
  expect(await auditEventsOf(pool, me.id)).toEqual(['password_refused']);
});

test('a customer without a password has to sign in again', async () => {
  const me = await makeSignedInCustomer(shop, { passwordHash: null });
  const { token } = me;
  expect((await post(app, '/api/security/proof/start', {}, { token })).body).toEqual({
    password: false,
    code: false,
    passkey: null,
  });
  expect(errorOf(await post(app, '/api/security/proof', { password: 'x' }, { token }))).toEqual([422, 'invalid']);
});
