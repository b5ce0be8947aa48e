import { exportSPKI, importJWK, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { newKey, sign, startProvider } from '../../tests/fakes/identity-provider.ts';
import { signInAtProvider } from '../../tests/fakes/identity-provider-sign-in.ts';
import { runConcurrently, get, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';

const provider = await startProvider('http://shop.test');
afterAll(() => provider.close());
const settings = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'bookshop', OIDC_NAME: 'BookID' };
const shop = await openTestApp(settings);
const { app, pool } = shop;

const NOW = Math.floor(Date.now() / 1000);
/** A valid person with a nonce of their own each time. */
let people = 0;
function person(changes: JWTPayload = {}): JWTPayload & { nonce: string } {
  people += 1;
  const nonce = `nonce-${people}`;
  return { sub: `person-${people}`, email: `person${people}@mail.test`, email_verified: true, nonce, ...changes };
}

function enter(idToken: string, nonce: string, accessToken?: string) {
  return post(app, '/api/auth/provider', { idToken, nonce, accessToken });
}

async function enterAs(claims: JWTPayload & { nonce: string }, header: Record<string, unknown> = {}) {
  return enter(await provider.signIdToken(claims, header), claims.nonce);
}

test('the browser gets the provider’s settings at run time', async () => {
  const { status, body } = await get(app, '/api/auth/provider');
  expect(status).toBe(200);
  expect(body).toEqual({
    provider: { name: 'BookID', issuer: provider.issuer, clientId: 'bookshop', scopes: 'openid profile email' },
  });
  const { app: without } = await openTestApp();
  expect((await get(without, '/api/auth/provider')).body).toEqual({ provider: null });
  const refused = await post(without, '/api/auth/provider', {
    idToken: await provider.signIdToken(),
    nonce: 'a-nonce',
  });
  expect(errorOf(refused)).toEqual([401, 'provider_rejected']);
});

test('a sign-in at the provider creates an account and a session', async () => {
  const { idToken, nonce, accessToken } = await signInAtProvider(provider.issuer, 'http://shop.test', 'nadia');
  const { status, body, headers } = await enter(idToken, nonce, accessToken);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    displayName: 'Nadia of the provider',
    email: 'nadia@example.com',
    photoURL: 'https://pictures.example/face.png',
    providerId: 'BookID',
    userRole: 'admin',
    locale: 'en',
    hasPassword: false,
  });
  expect(body.api_token).toMatch(/^bk_[\w-]{43}$/);
  expect(String(headers['set-cookie'])).toMatch(/^bk=[\w-]{43}; .*HttpOnly; SameSite=Strict/);
  const me = (await get(app, '/api/auth/me', { token: body.api_token })).body;
  expect([me.uid, me.providerId]).toEqual([body.uid, 'BookID']);
  expect((await post(app, '/api/auth/refresh-token', { accessToken: body.api_token })).status).toBe(200);
  const { rows } = await pool.query('SELECT event, details, ip FROM audit_entry WHERE chain = $1 ORDER BY position', [
    body.uid,
  ]);
  expect(rows).toEqual([
    { event: 'provider_joined', details: { provider: 'BookID' }, ip: '127.0.0.1' },
    { event: 'signed_in', details: { provider: 'BookID' }, ip: '127.0.0.1' },
  ]);
});

test('no provider token is stored', async () => {
  const { idToken, nonce, accessToken } = await signInAtProvider(provider.issuer, 'http://shop.test', 'omar');
  expect((await enter(idToken, nonce, accessToken)).status).toBe(200);
  const { rows } = await pool.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) {
    const found = await pool.query(`SELECT FROM "${name}" AS one WHERE one::text LIKE ANY ($1)`, [
      [`%${accessToken}%`, `%${idToken}%`],
    ]);
    expect([name, found.rowCount]).toEqual([name, 0]);
  }
});

/** Whose tokens are forged below. */
const victim = person();
const forgeries: Record<string, () => Promise<string>> = {
  'alg none': async () =>
    new UnsecuredJWT({ iss: provider.issuer, aud: 'bookshop', iat: NOW, exp: NOW + 600, ...victim }).encode(),
  'HS256 with the public key': async () => {
    const spki = await exportSPKI((await importJWK(withoutPrivate(provider.key().jwk), 'PS256')) as CryptoKey);
    return new SignJWT(await claims()).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(Buffer.from(spki));
  },
  'an algorithm that is not on the list': async () => {
    const key = await newKey('key-1', 'ES512');
    return sign(key, await claims());
  },
  'a foreign key under a foreign kid': async () => sign(await newKey('foreign', 'PS256'), await claims()),
  'a foreign key under our kid': async () => sign(await newKey('key-1', 'PS256'), await claims()),
  'a jku of its own': async () =>
    sign(await newKey('mine', 'PS256'), await claims(), { jku: 'https://evil.test/jwks' }),
  'a jwk of its own': async () => {
    const key = await newKey('mine', 'PS256');
    return sign(key, await claims(), { jwk: withoutPrivate(key.jwk) });
  },
  'an access token of the same issuer': () => provider.signIdToken(victim, { typ: 'at+jwt' }),
  'another audience': () => provider.signIdToken({ ...victim, aud: 'another-shop' }),
  'no audience': () => provider.signIdToken({ ...victim, aud: [] }),
  'several audiences without azp': () => provider.signIdToken({ ...victim, aud: ['bookshop', 'another-shop'] }),
  'the azp of another client': () =>
    provider.signIdToken({ ...victim, aud: ['bookshop', 'another-shop'], azp: 'another-shop' }),
  'another azp beside our audience': () => provider.signIdToken({ ...victim, azp: 'another-shop' }),
  'another issuer': () => provider.signIdToken({ ...victim, iss: 'https://evil.test' }),
  'the issuer with a slash more': () => provider.signIdToken({ ...victim, iss: `${provider.issuer}/` }),
  'ended two minutes ago': () => provider.signIdToken({ ...victim, iat: NOW - 300, exp: NOW - 120 }),
  'valid only in two minutes': () => provider.signIdToken({ ...victim, nbf: NOW + 120 }),
  'made in two minutes': () => provider.signIdToken({ ...victim, iat: NOW + 120 }),
  'made eleven minutes ago': () => provider.signIdToken({ ...victim, iat: NOW - 660 }),
  'without an end': () => provider.signIdToken(without('exp')),
  'without a beginning': () => provider.signIdToken(without('iat')),
  'without a subject': () => provider.signIdToken(without('sub')),
  'an empty subject': () => provider.signIdToken({ ...victim, sub: '' }),
  'a nonce that is a list': () => provider.signIdToken({ ...victim, nonce: [victim.nonce] }),
  'without a nonce': () => provider.signIdToken(without('nonce')),
  'the nonce of another sign-in': () => provider.signIdToken({ ...victim, nonce: 'another' }),
  'its payload changed': async () => {
    const [head, , seal] = (await provider.signIdToken(victim)).split('.');
    const payload = { ...(await claims()), sub: 'another' };
    return `${head}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${seal}`;
  },
  'no token at all': async () => 'x',
  'five parts': async () => 'a.b.c.d.e',
};
const without = (claim: string) => ({ ...victim, [claim]: undefined });
const claims = async () => ({ iss: provider.issuer, aud: 'bookshop', iat: NOW, exp: NOW + 600, ...victim });

describe('an invalid or expired token is rejected and creates nothing', () => {
  test.each(Object.entries(forgeries))('%s', async (_, forge) => {
    const response = await enter(await forge(), victim.nonce);
    expect(errorOf(response)).toEqual([401, 'provider_rejected']);
    expect(response.headers['set-cookie']).toBeUndefined();
    const { rows } = await pool.query('SELECT FROM customer WHERE email = $1', [victim.email]);
    expect(rows).toEqual([]);
  });

  test('while a valid token of the same person is accepted', async () => {
    expect((await enterAs(victim)).status).toBe(200);
  });

  test('and every failure is in the audit trail with its reason, without the token', async () => {
    const { rows } = await pool.query(
      `SELECT details FROM audit_entry WHERE event = 'sign_in_failed' ORDER BY position DESC LIMIT 1`,
    );
    expect(rows[0].details).toMatchObject({ provider: 'BookID', code: 'provider_rejected' });
    expect(JSON.stringify(rows[0].details)).not.toMatch(/eyJ|mail\.test/);
  });
});

describe('a rejected valid token is in the audit trail of its account', () => {
  const failures = async (token: string) => {
    const { rows } = (await get(app, '/api/account/activity', { token })).body;
    return rows.filter(({ event }: { event: string }) => event === 'sign_in_failed');
  };

  test('for an unverified address', async () => {
    const me = await makeSignedInCustomer(shop);
    expect((await enterAs(person({ email: me.email, email_verified: false }))).status).toBe(409);
    expect(await failures(me.token)).toMatchObject([{ ip: '127.0.0.1' }]);
    const { rows } = await pool.query('SELECT details FROM audit_entry WHERE chain = $1', [me.id]);
    expect(rows).toEqual([{ details: { provider: 'BookID', code: 'email_taken', reason: '' } }]);
  });

  test('when it was used before, whatever its address', async () => {
    const claims = person();
    const { body } = await enterAs(claims);
    const other = await makeSignedInCustomer(shop);
    expect((await enterAs({ ...claims, email: other.email })).status).toBe(401);
    expect(await failures(body.api_token)).toHaveLength(1);
    expect(await failures(other.token)).toEqual([]);
  });
});

test('a clock skew of a minute is tolerated', async () => {
  for (const changes of [{ iat: NOW + 40 }, { nbf: NOW + 40 }, { iat: NOW - 500, exp: NOW - 20 }])
    expect((await enterAs(person(changes))).status).toBe(200);
});

test('several audiences are valid if the token names us as authorized party', async () => {
  expect((await enterAs(person({ aud: ['bookshop', 'another-shop'], azp: 'bookshop' }))).status).toBe(200);
});

test('a token is accepted once, also in fifty concurrent requests', async () => {
  const claims = person();
  const token = await provider.signIdToken(claims);
  const responses = await runConcurrently(50, 50, () => enter(token, claims.nonce));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 1, 401: 49 });
  expect(errorOf(await enterAs({ ...claims, jti: 'another token' }))).toEqual([401, 'provider_rejected']);
});

test('nonces are deleted once their token has expired', async () => {
  await pool.query("UPDATE used_nonce SET expires_at = now() - interval '1 minute'");
  for (let n = 0; n < 20; n += 1) await enterAs(person());
  const { rows } = await pool.query('SELECT count(*)::int AS old FROM used_nonce WHERE expires_at < now()');
  expect(rows).toEqual([{ old: 0 }]);
});

test.each([
  ['an empty token', { idToken: '', nonce: 'x' }],
  ['a long one', { idToken: 'x'.repeat(20_001), nonce: 'x' }],
  ['lists', { idToken: ['x'], nonce: ['x'] }],
  ['no nonce', { idToken: 'x' }],
  ['an access token that is none', { idToken: 'x', nonce: 'x', accessToken: 7 }],
])('%s is not a valid sign-in', async (_, body) => {
  expect(errorOf(await post(app, '/api/auth/provider', body))).toEqual([422, 'invalid']);
});

function withoutPrivate({ kty, n, e, kid }: Record<string, unknown>) {
  return { kty, n, e, kid } as { kty: string; n: string; e: string; kid: string };
}
