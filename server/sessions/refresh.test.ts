import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { makeCustomer, makeSignedIn } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { mailsTo } from '../../tests/mails.ts';
import { buildApp } from '../app.ts';

const shop = await openDoor({ DATABASE_POOL: '24' });
const { app, pool } = shop;

function refresh(accessToken: unknown, cookie?: string) {
  return post(app, '/api/auth/refresh-token', { accessToken }, { headers: cookie ? { cookie } : {} });
}

async function refreshed(token: string): Promise<string> {
  return (await refresh(token)).body.accessToken;
}

async function isGood(token: string): Promise<boolean> {
  return (await get(app, '/api/auth/me', { token })).status === 200;
}

function age(customerId: string, change: string) {
  return pool.query(`UPDATE session SET ${change} WHERE customer_id = $1`, [customerId]);
}

test('the newest token is exchanged for a fresh one, and the session lives on', async () => {
  const { id, token } = await makeSignedIn(shop);
  await age(id, "expires_at = now() + interval '1 day'");
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  expect(body.accessToken).toMatch(/^bk_[\w-]{43}$/);
  expect(body.accessToken).not.toBe(token);
  expect(Math.round((Date.parse(body.expires_at) - Date.now()) / 86_400_000)).toBe(30);
  expect(await isGood(body.accessToken)).toBe(true);
});

test('an expired token is exchanged too', async () => {
  const { id, token } = await makeSignedIn(shop);
  await pool.query(
    "UPDATE session_token t SET expires_at = now() - interval '1 day' FROM session s WHERE s.id = session_id AND customer_id = $1",
    [id],
  );
  expect(await isGood(token)).toBe(false);
  expect(await isGood(await refreshed(token))).toBe(true);
});

test('the token before gets a sibling for thirty seconds', async () => {
  const { id, token } = await makeSignedIn(shop);
  const first = await refreshed(token);
  const sibling = await refreshed(token);
  expect([await isGood(first), await isGood(sibling)]).toEqual([true, true]);
  await age(id, "rotated_at = now() - interval '31 seconds'");
  expect(refusal(await refresh(token))).toEqual([401, 'session_ended']);
});

test('an older token ends the session, and its owner is told', async () => {
  const { email, token } = await makeSignedIn(shop);
  const second = await refreshed(token);
  const third = await refreshed(second);
  expect(refusal(await refresh(token))).toEqual([401, 'session_ended']);
  expect([await isGood(third), await isGood(second)]).toEqual([false, false]);
  expect(refusal(await refresh(third))).toEqual([401, 'session_ended']);
  expect((await mailsTo(pool, email)).map((mail) => mail.kind)).toEqual(['session_reused']);
  await expectSound(pool);
});

test('siblings and their successors are of one family', async () => {
  const { token } = await makeSignedIn(shop);
  const [first, sibling] = [await refreshed(token), await refreshed(token)];
  const next = await refreshed(sibling);
  expect(await isGood(await refreshed(first))).toBe(true);
  expect(await isGood(next)).toBe(true);
});

test('twenty refreshes of one token at once all get a good token', async () => {
  const { token } = await makeSignedIn(shop);
  const answers = await crowd(20, 20, () => refresh(token));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 20 });
  for (const { body } of answers) expect(await isGood(body.accessToken)).toBe(true);
  await expectSound(pool);
});

test('of a hundred at once one rotates, twenty are siblings, the others wait, and the session lives', async () => {
  const { id, token } = await makeSignedIn(shop);
  const answers = await crowd(100, 20, () => refresh(token));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 21, 429: 79 });
  expect(answers.find((answer) => answer.status === 429)!.headers['retry-after']).toBe('30');
  const { rows } = await pool.query('SELECT generation, ended_at FROM session WHERE customer_id = $1', [id]);
  expect(rows).toEqual([{ generation: 2, ended_at: null }]);
});

test('a session that has run out is not refreshed', async () => {
  const { id, token } = await makeSignedIn(shop);
  await age(id, 'expires_at = now()');
  expect(refusal(await refresh(token))).toEqual([401, 'session_ended']);
});

test.each(['x', `bk_${'A'.repeat(43)}`, "' OR 1=1"])('the token %j is refused', async (token) => {
  expect(refusal(await refresh(token))).toEqual([401, 'session_ended']);
});

test.each(['', null, 5, ['x'], {}, 'x'.repeat(10_240)])('the token %j is invalid', async (token) => {
  expect(refusal(await refresh(token))).toEqual([422, 'invalid']);
});

describe('the companion cookie', () => {
  async function signedIn() {
    const { username, password } = await makeCustomer(shop);
    const { body, headers } = await post(app, '/customer/auth/login', { username, password });
    return { token: body.api_token as string, cookie: String(headers['set-cookie']).split(';')[0]! };
  }

  test('is needed from then on once it has come back', async () => {
    const { token, cookie } = await signedIn();
    const { body } = await refresh(token, cookie);
    expect(refusal(await refresh(body.accessToken))).toEqual([401, 'session_ended']);
    expect(refusal(await refresh(body.accessToken, `bk=${'A'.repeat(43)}`))).toEqual([401, 'session_ended']);
    expect(await isGood(body.accessToken)).toBe(true);
    expect((await refresh(body.accessToken, cookie)).status).toBe(200);
  });

  test('is renewed with each refresh', async () => {
    const { token, cookie } = await signedIn();
    const { headers } = await refresh(token, cookie);
    expect(String(headers['set-cookie'])).toContain(`${cookie}; Max-Age=2592000`);
  });

  test('is not asked of a client that never sends it', async () => {
    const { token } = await signedIn();
    expect((await refresh(await refreshed(token))).status).toBe(200);
  });

  test('without it an old token does not sign the owner out', async () => {
    const { token, cookie } = await signedIn();
    const second = (await refresh(token, cookie)).body.accessToken;
    const third = (await refresh(second, cookie)).body.accessToken;
    expect((await refresh(token)).status).toBe(401);
    expect(await isGood(third)).toBe(true);
  });

  test('on https it is for this host alone', async () => {
    const secure = await openDoor();
    secure.deps.publicUrl = 'https://shop.test';
    const { app: door } = await buildApp(secure.deps);
    const { username, password } = await makeCustomer(secure);
    const { headers } = await post(door, '/customer/auth/login', { username, password });
    expect(headers['set-cookie']).toMatch(/^__Host-bk=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });
});
