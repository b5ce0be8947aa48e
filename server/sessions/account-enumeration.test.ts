import { expect, test } from 'vitest';
import { openTestApp, post, type TestResponse } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer } from '../../tests/factories.ts';

/* Whoever asks about an address learns nothing of it (security page, 52): not by text, not by headers. */
const shop = await openTestApp({ RATE_LIMITS: 'on' });
shop.deps.config = { ...shop.deps.config, rateLimits: true };
const { app } = shop;
const PASSWORD = 'a good long password';
let callers = 0;

const known = await makeCustomer(shop);
const pending = await makeCustomer(shop, { activatedAt: null });
const withoutPassword = await makeCustomer(shop, { passwordHash: null });
const deleted = await makeSignedInCustomer(shop);
await post(app, '/api/account/delete', {}, { token: deleted.token });
const ADDRESSES = [known, pending, withoutPassword, deleted].map((person) => person.email).concat('nobody@mail.test');

/** Each from an address of its own, so that no limit is met. */
function ask(path: string, body: object) {
  callers += 1;
  return post(app, path, body, { ip: `10.1.0.${callers}` });
}

function whole({ status, headers, text }: TestResponse): string {
  const { date: _, 'x-request-id': id, 'set-cookie': cookie, ...rest } = headers;
  return JSON.stringify([status, rest, text, String(id).length, String(cookie).replace(/(?<==)[\w-]{43}/, '')]);
}

async function expectEqual(responses: readonly TestResponse[]): Promise<void> {
  expect(new Set(responses.map(whole)).size).toBe(1);
}

test('signing in with a wrong password', async () => {
  const responses: TestResponse[] = [];
  for (const username of ADDRESSES)
    responses.push(await ask('/customer/auth/login', { username, password: 'wrong one' }));
  await expectEqual(responses);
  expect(responses[0]!.status).toBe(401);
});

test('requesting a password reset', async () => {
  const responses: TestResponse[] = [];
  for (const email of ADDRESSES) responses.push(await ask('/api/auth/forgot-password', { email }));
  await expectEqual(responses);
});

test('requesting another activation email', async () => {
  const responses: TestResponse[] = [];
  for (const email of ADDRESSES) responses.push(await ask('/api/auth/resend-activation', { email }));
  await expectEqual(responses);
});

test('registering', async () => {
  const responses: TestResponse[] = [];
  for (const email of ADDRESSES)
    responses.push(
      await ask('/customer/auth/register', {
        displayName: 'Neu',
        email,
        password: PASSWORD,
        confirmPassword: PASSWORD,
      }),
    );
  await expectEqual(responses);
  expect(responses[0]!.status).toBe(200);
});
