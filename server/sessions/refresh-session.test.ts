import { describe, expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { emailsTo } from '../../tests/emails.ts';
import { buildApp } from '../app.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
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

test('the current token is exchanged for a new one', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  await age(id, "expires_at = now() + interval '1 day'");
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  expect(body.accessToken).toMatch(/^bk_[\w-]{43}$/);
  expect(body.accessToken).not.toBe(token);
  expect(Math.round((Date.parse(body.expires_at) - Date.now()) / 86_400_000)).toBe(30);
  expect(await isGood(body.accessToken)).toBe(true);
});

test('an expired token is exchanged too', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  await pool.query(
    "UPDATE session_token t SET expires_at = now() - interval '1 day' FROM session s WHERE s.id = session_id AND customer_id = $1",
    [id],
  );
  expect(await isGood(token)).toBe(false);
  expect(await isGood(await refreshed(token))).toBe(true);
});

test('the previous token gets a grace token for thirty seconds', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  const first = await refreshed(token);
  const sibling = await refreshed(token);
  expect([await isGood(first), await isGood(sibling)]).toEqual([true, true]);
  await age(id, "rotated_at = now() - interval '31 seconds'");
  expect(errorOf(await refresh(token))).toEqual([401, 'session_ended']);
});

test('an older token ends the session and the customer is emailed', async () => {
  const { email, token } = await makeSignedInCustomer(shop);
  const second = await refreshed(token);
  const third = await refreshed(second);
  expect(errorOf(await refresh(token))).toEqual([401, 'session_ended']);
  expect([await isGood(third), await isGood(second)]).toEqual([false, false]);
  expect(errorOf(await refresh(third))).toEqual([401, 'session_ended']);
  expect((await emailsTo(pool, email)).map((mail) => mail.kind)).toEqual(['session_reused']);
  await expectIntegrity(pool);
});

test('grace tokens and their successors belong to one family', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const [first, sibling] = [await refreshed(token), await refreshed(token)];
  const next = await refreshed(sibling);
  expect(await isGood(await refreshed(first))).toBe(true);
  expect(await isGood(next)).toBe(true);
});

test('twenty concurrent refreshes of one token all get a valid token', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const responses = await runConcurrently(20, 20, () => refresh(token));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 20 });
  for (const { body } of responses) expect(await isGood(body.accessToken)).toBe(true);
  await expectIntegrity(pool);
});

test('of a hundred concurrent refreshes one rotates, twenty get grace tokens and the others retry', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  const responses = await runConcurrently(100, 20, () => refresh(token));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 21, 429: 79 });
  expect(responses.find((response) => response.status === 429)!.headers['retry-after']).toBe('30');
  const { rows } = await pool.query('SELECT generation, ended_at FROM session WHERE customer_id = $1', [id]);
  expect(rows).toEqual([{ generation: 2, ended_at: null }]);
});

test('a month-old session stores two tokens and recognizes its oldest one', async () => {
  const { id, email, token } = await makeSignedInCustomer(shop);
  let newest = token;
  for (let days = 0; days < 12; days += 1) {
    newest = await refreshed(newest);
    await pool.query(
      "UPDATE session_token t SET expires_at = now() - interval '1 minute' FROM session s WHERE s.id = session_id AND customer_id = $1",
      [id],
    );
  }
  newest = await refreshed(newest);
  const { rows } = await pool.query(
    'SELECT t.generation FROM session_token t JOIN session s ON s.id = session_id WHERE customer_id = $1',
    [id],
  );
  expect(rows.map(({ generation }) => generation).toSorted((one, other) => one - other)).toEqual([13, 14]);
  expect(await isGood(newest)).toBe(true);
  expect(errorOf(await refresh(token))).toEqual([401, 'session_ended']);
  expect(await isGood(newest)).toBe(false);
  expect((await emailsTo(pool, email)).map((mail) => mail.kind)).toEqual(['session_reused']);
});

test('a session without a token family gets one at its next refresh', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  await age(id, 'family_hash = NULL');
  const second = await refreshed(token);
  const third = await refreshed(second);
  await pool.query(
    'DELETE FROM session_token t USING session s WHERE s.id = session_id AND customer_id = $1 AND t.generation = 1',
    [id],
  );
  expect(errorOf(await refresh(token))).toEqual([401, 'session_ended']);
  expect(await isGood(third)).toBe(false);
});

test('a token with only a valid family ends the session', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const bytes = Buffer.from(token.slice(3), 'base64url');
  const forged = `bk_${Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(16)]).toString('base64url')}`;
  expect(await isGood(forged)).toBe(false);
  expect(errorOf(await refresh(forged))).toEqual([401, 'session_ended']);
  expect(await isGood(token)).toBe(false);
});

test('an expired session is not refreshed', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  await age(id, 'expires_at = now()');
  expect(errorOf(await refresh(token))).toEqual([401, 'session_ended']);
});

test.each(['x', `bk_${'A'.repeat(43)}`, "' OR 1=1"])('the token %j is rejected', async (token) => {
  expect(errorOf(await refresh(token))).toEqual([401, 'session_ended']);
});

test.each(['', null, 5, ['x'], {}, 'x'.repeat(10_240)])('the token %j is invalid', async (token) => {
  expect(errorOf(await refresh(token))).toEqual([422, 'invalid']);
});

describe('the session binding cookie', () => {
  async function signedIn() {
    const { username, password } = await makeCustomer(shop);
    const { body, headers } = await post(app, '/customer/auth/login', { username, password });
    return { token: body.api_token as string, cookie: String(headers['set-cookie']).split(';')[0]! };
  }

  test('is required once it has been sent', async () => {
    const { token, cookie } = await signedIn();
    const { body } = await refresh(token, cookie);
    expect(errorOf(await refresh(body.accessToken))).toEqual([401, 'session_ended']);
    expect(errorOf(await refresh(body.accessToken, `bk=${'A'.repeat(43)}`))).toEqual([401, 'session_ended']);
    expect(await isGood(body.accessToken)).toBe(true);
    expect((await refresh(body.accessToken, cookie)).status).toBe(200);
  });

  test('is renewed with each refresh', async () => {
    const { token, cookie } = await signedIn();
    const { headers } = await refresh(token, cookie);
    expect(String(headers['set-cookie'])).toContain(`${cookie}; Max-Age=2592000`);
  });

  test('is not replaced if it belongs to another session', async () => {
    const { token } = await signedIn();
    const { status, headers } = await refresh(token, `bk=${'A'.repeat(43)}`);
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
  });

  test('binds the session with the first request that sends it', async () => {
    const { token, cookie } = await signedIn();
    await get(app, '/api/auth/me', { token, headers: { cookie: `bk=${'A'.repeat(43)}` } });
    await get(app, '/api/auth/me', { token, headers: { cookie } });
    expect(errorOf(await refresh(token))).toEqual([401, 'session_ended']);
    expect((await refresh(token, cookie)).status).toBe(200);
  });

  test('is not required from a client that never sends it', async () => {
    const { token } = await signedIn();
    expect((await refresh(await refreshed(token))).status).toBe(200);
  });

  test('without it an old token does not end the session', async () => {
    const { token, cookie } = await signedIn();
    const second = (await refresh(token, cookie)).body.accessToken;
    const third = (await refresh(second, cookie)).body.accessToken;
    expect((await refresh(token)).status).toBe(401);
    expect(await isGood(third)).toBe(true);
  });

  test('has the __Host- prefix on https', async () => {
    const secure = await openTestApp();
    secure.deps.publicUrl = 'https://shop.test';
    const { app: door } = await buildApp(secure.deps);
    const { username, password } = await makeCustomer(secure);
    const { headers } = await post(door, '/customer/auth/login', { username, password });
    for (const cookie of [headers['set-cookie']!].flat())
      expect(cookie).toMatch(/^__Host-bk(-device)?=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  });
});
