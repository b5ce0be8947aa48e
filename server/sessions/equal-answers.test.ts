import { expect, test } from 'vitest';
import { openDoor, post, type Answer } from '../../tests/door.ts';
import { makeCustomer, makeSignedIn } from '../../tests/factories.ts';

/* Whoever asks about an address learns nothing of it (security page, 52): not by text, not by headers. */
const shop = await openDoor({ RATE_LIMITS: 'on' });
shop.deps.config = { ...shop.deps.config, rateLimits: true };
const { app } = shop;
const PASSWORD = 'a good long password';
let callers = 0;

const known = await makeCustomer(shop);
const pending = await makeCustomer(shop, { activatedAt: null });
const withoutPassword = await makeCustomer(shop, { passwordHash: null });
const deleted = await makeSignedIn(shop);
await post(app, '/api/account/delete', { password: deleted.password }, { token: deleted.token });
const ADDRESSES = [known, pending, withoutPassword, deleted].map((person) => person.email).concat('nobody@mail.test');

/** Each from an address of its own, so that no limit is met. */
function ask(path: string, body: object) {
  callers += 1;
  return post(app, path, body, { ip: `10.1.0.${callers}` });
}

function whole({ status, headers, text }: Answer): string {
  const { date: _, 'x-request-id': id, ...rest } = headers;
  return JSON.stringify([status, rest, text, String(id).length]);
}

async function expectEqual(answers: readonly Answer[]): Promise<void> {
  expect(new Set(answers.map(whole)).size).toBe(1);
}

test('signing in with a wrong password', async () => {
  const answers: Answer[] = [];
  for (const username of ADDRESSES)
    answers.push(await ask('/customer/auth/login', { username, password: 'wrong one' }));
  await expectEqual(answers);
  expect(answers[0]!.status).toBe(401);
});

test('asking for a new password', async () => {
  const answers: Answer[] = [];
  for (const email of ADDRESSES) answers.push(await ask('/api/auth/forgot-password', { email }));
  await expectEqual(answers);
});

test('asking for another activation mail', async () => {
  const answers: Answer[] = [];
  for (const email of ADDRESSES) answers.push(await ask('/api/auth/resend-activation', { email }));
  await expectEqual(answers);
});

test('registering', async () => {
  const answers: Answer[] = [];
  for (const email of ADDRESSES)
    answers.push(
      await ask('/customer/auth/register', {
        displayName: 'Neu',
        email,
        password: PASSWORD,
        confirmPassword: PASSWORD,
      }),
    );
  await expectEqual(answers);
  expect(answers[0]!.status).toBe(200);
});
