import { afterAll, expect, test } from 'vitest';
import { startProvider } from '../../tests/fakes/identity-provider.ts';
import { openTestApp, post } from '../../tests/test-app.ts';
import { expectIntegrity, waitUntilBlocked } from '../../tests/database.ts';
import { softDeleteAccount } from '../privacy/delete-account.ts';

const provider = await startProvider('http://shop.test');
afterAll(() => provider.close());
const settings = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'bookshop', OIDC_NAME: 'BookID' };
const { app, deps, pool } = await openTestApp(settings);

async function enter(nonce: string) {
  const who = { sub: 'sub-rival', email: 'rival@mail.test', email_verified: true, nonce };
  return post(app, '/api/auth/provider', { idToken: await provider.signIdToken(who), nonce });
}

test('a sign-in during a deletion creates a new account', async () => {
  const { body: me } = await enter('before');
  const late = await deps.db.transaction(async (tx) => {
    await softDeleteAccount(tx, { id: me.uid, email: me.email });
    const entering = enter('meanwhile');
    await waitUntilBlocked(pool);
    return { entering };
  });
  const { status, body } = await late.entering;
  expect(status).toBe(200);
  expect(body).toMatchObject({ email: 'rival@mail.test', displayName: 'rival' });
  expect(body.uid).not.toBe(me.uid);
  const { rows } = await pool.query('SELECT FROM session WHERE customer_id = $1', [me.uid]);
  expect(rows).toEqual([]);
  await expectIntegrity(pool);
});
