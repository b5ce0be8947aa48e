import { afterAll, expect, test } from 'vitest';
import { startProvider } from '../../tests/identity-provider/provider.ts';
import { openDoor, post } from '../../tests/door.ts';
import { expectSound } from '../../tests/invariants.ts';
import { untilBlocked } from '../../tests/locks.ts';
import { forgetAccount } from '../privacy/forget-account.ts';

const provider = await startProvider('http://shop.test');
afterAll(() => provider.close());
const settings = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'bookshop', OIDC_NAME: 'BookID' };
const { app, deps, pool } = await openDoor(settings);

async function enter(nonce: string) {
  const who = { sub: 'sub-rival', email: 'rival@mail.test', email_verified: true, nonce };
  return post(app, '/api/auth/provider', { idToken: await provider.mint(who), nonce });
}

test('a sign-in that meets a deletion does not open what is deleted: it opens a new account, as if it came after', async () => {
  const { body: me } = await enter('before');
  const late = await deps.db.transaction(async (tx) => {
    await forgetAccount(tx, { id: me.uid, email: me.email });
    const entering = enter('meanwhile');
    await untilBlocked(pool);
    return { entering };
  });
  const { status, body } = await late.entering;
  expect(status).toBe(200);
  expect(body).toMatchObject({ email: 'rival@mail.test', displayName: 'rival' });
  expect(body.uid).not.toBe(me.uid);
  const { rows } = await pool.query('SELECT FROM session WHERE customer_id = $1', [me.uid]);
  expect(rows).toEqual([]);
  await expectSound(pool);
});
