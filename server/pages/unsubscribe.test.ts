import { expect, test } from 'vitest';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { post } from '../../tests/test-app.ts';
import { unsubscribeToken } from '../emails/links.ts';

const shop = await openStorefront();
const { app, deps, pool } = shop;

async function visit(path: string, method: 'GET' | 'POST' = 'GET') {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = method === 'POST' && { headers, payload: 'List-Unsubscribe=One-Click' };
  return app.inject({ method, url: path, ...form });
}

async function wantsInvitations({ id }: { id: string }): Promise<boolean> {
  const { rows } = await pool.query('SELECT review_invitations FROM customer WHERE id = $1', [id]);
  return rows[0].review_invitations;
}

test('the link of an invitation ends them only once its button is pressed, and by one press of a mail client', async () => {
  const reader = await makeSignedInCustomer(shop);
  const path = `/unsubscribe/${unsubscribeToken(deps, reader.id)}`;
  expect((await visit(path)).statusCode).toBe(200);
  expect(await wantsInvitations(reader)).toBe(true);
  expect((await visit(`/fa${path}`, 'POST')).statusCode).toBe(200);
  expect(await wantsInvitations(reader)).toBe(false);
});

test.each(['x', `${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}.x`, '%00'])(
  'the link with the token %s ends nothing',
  async (token) => {
    for (const method of ['GET', 'POST'] as const)
      expect((await visit(`/unsubscribe/${token}`, method)).statusCode).toBe(404);
  },
);

test('the link of one customer ends nothing for another, nor after the account is deleted', async () => {
  const [reader, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const key = unsubscribeToken(deps, reader.id).split('.')[1]!;
  expect((await visit(`/unsubscribe/${other.id}.${key}`, 'POST')).statusCode).toBe(404);
  expect(await wantsInvitations(other)).toBe(true);
  await post(app, '/api/account/delete', {}, { token: reader.token });
  expect((await visit(`/unsubscribe/${reader.id}.${key}`, 'POST')).statusCode).toBe(404);
});
