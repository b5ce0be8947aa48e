import type { JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { startProvider } from '../../tests/fakes/identity-provider.ts';
import { signInAtProvider } from '../../tests/fakes/identity-provider-sign-in.ts';
import { runConcurrently, get, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { emailTokenTo, emailsTo } from '../../tests/emails.ts';

const provider = await startProvider('http://shop.test');
afterAll(() => provider.close());
const settings = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'bookshop', OIDC_NAME: 'BookID' };
const shop = await openTestApp(settings);
const { app, pool } = shop;

let nonces = 0;
/** Signs in with a token whose email is verified by default. */
async function enter(claims: JWTPayload, accessToken?: string) {
  nonces += 1;
  const nonce = `nonce-${nonces}`;
  const idToken = await provider.signIdToken({ email_verified: true, ...claims, nonce });
  return post(app, '/api/auth/provider', { idToken, nonce, accessToken });
}

async function rowOf(email: string) {
  const { rows } = await pool.query('SELECT * FROM customer WHERE email = $1', [email]);
  return rows[0];
}

describe('a new customer', () => {
  test('gets an active account with their name and language', async () => {
    const { body } = await enter({
      sub: 'n1',
      email: ' New1@Mail.TEST',
      name: 'Zoë\u0007',
      given_name: 'Zoë',
      locale: 'de-AT',
    });
    expect(body).toMatchObject({ email: 'new1@mail.test', displayName: 'Zoë', locale: 'de', photoURL: null });
    const row = await rowOf('new1@mail.test');
    expect([row.password_hash, row.provider_id, row.activated_at]).toEqual([null, 'BookID', expect.any(Date)]);
  });

  test('is named by the claims that are present and valid', async () => {
    const odd = { name: 7, picture: 'http://pictures.test/x.png', locale: 'xx', preferred_username: 'x'.repeat(300) };
    const { body } = await enter({ sub: 'n2', email: 'new2@mail.test', ...odd });
    expect(body).toMatchObject({ displayName: 'x'.repeat(100), photoURL: null, locale: 'en' });
    expect((await enter({ sub: 'n3', email: 'new3@mail.test' })).body.displayName).toBe('new3');
    const long = `https://pictures.test/${'x'.repeat(500)}`;
    expect((await enter({ sub: 'n4', email: 'new4@mail.test', picture: long })).body.photoURL).toBeNull();
  });

  test('becomes one customer in concurrent sign-ins', async () => {
    const responses = await runConcurrently(20, 20, () => enter({ sub: 'n5', email: 'new5@mail.test' }));
    expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 20 });
    expect(new Set(responses.map((response) => response.body.uid)).size).toBe(1);
  });

  test('finds the guest orders of the address', async () => {
    const title = await makeProduct(shop);
    await placeOrder(app, { lines: [title], email: 'new6@mail.test' });
    const { body } = await enter({ sub: 'n6', email: 'new6@mail.test' });
    expect((await get(app, '/customer/order', { token: body.api_token })).body).toHaveLength(1);
    expect((await get(app, '/customer/transaction', { token: body.api_token })).body.total).toBe(1);
  });
});

describe('a known customer', () => {
  test('is identified by issuer and subject, not by email', async () => {
    const first = await enter({ sub: 'k1', email: 'known1@mail.test' });
    const other = await makeCustomer(shop, { email: 'moved@mail.test' });
    for (const claims of [{}, { email: 'moved@mail.test' }, { email: 'moved@mail.test', email_verified: false }]) {
      const again = await enter({ sub: 'k1', ...claims });
      expect([again.status, again.body.uid, again.body.email]).toEqual([200, first.body.uid, 'known1@mail.test']);
    }
    expect(first.body.uid).not.toBe(other.id);
  });

  test('keeps their own profile changes', async () => {
    const { body } = await enter({ sub: 'k2', email: 'known2@mail.test', name: 'There' });
    await post(app, '/customer/profile', { displayName: 'Here' }, { token: body.api_token });
    expect((await enter({ sub: 'k2', name: 'There again' })).body.displayName).toBe('Here');
  });

  test('can use provider or password, and each session records which', async () => {
    const me = await makeCustomer(shop);
    const { body: there } = await enter({ sub: 'k3', email: me.email });
    const { body: here } = await post(app, '/customer/auth/login', { username: me.email, password: me.password });
    expect([there.providerId, here.providerId]).toEqual(['BookID', 'password']);
    const saved = await post(app, '/customer/profile', { phone: '0123456789' }, { token: there.api_token });
    const read = await get(app, '/api/auth/me', { token: here.api_token });
    expect([saved.body.providerId, read.body.providerId]).toEqual(['BookID', 'password']);
  });
});

describe('an activated account of the address', () => {
  test('is linked, keeps its password, and its owner is emailed', async () => {
    const me = await makeCustomer(shop, { displayName: 'Aisyah' });
    const { body } = await enter({ sub: 'j1', email: me.email.toUpperCase(), name: 'Somebody' });
    expect([body.uid, body.displayName, body.hasPassword]).toEqual([me.id, 'Aisyah', true]);
    expect((await emailsTo(pool, me.email)).map((mail) => [mail.kind, mail.data])).toEqual([
      ['provider_joined', { name: 'Aisyah', provider: 'BookID' }],
    ]);
    const { status } = await post(app, '/customer/auth/login', { username: me.email, password: me.password });
    expect(status).toBe(200);
    await enter({ sub: 'j1', email: me.email });
    expect((await emailsTo(pool, me.email)).filter(({ kind }) => kind === 'provider_joined')).toHaveLength(1);
  });

  test('is not linked to a second person at that provider', async () => {
    const me = await makeCustomer(shop);
    await enter({ sub: 'j2', email: me.email });
    expect(errorOf(await enter({ sub: 'j3', email: me.email }))).toEqual([409, 'email_taken']);
    const { rows } = await pool.query('SELECT subject FROM identity WHERE customer_id = $1', [me.id]);
    expect(rows).toEqual([{ subject: 'j2' }]);
  });

  test('is linked to one of two concurrent sign-ins', async () => {
    const me = await makeCustomer(shop);
    const responses = await runConcurrently(10, 10, (n) => enter({ sub: `j4-${n}`, email: me.email }));
    expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 1, 409: 9 });
  });
});

describe('an account that was never activated', () => {
  test('goes to the verified owner: its password, sessions and links are revoked', async () => {
    const email = 'victim@mail.test';
    const password = 'the thief chose this';
    const form = { displayName: 'Thief', username: 'thief', email, password, confirmPassword: password };
    await post(app, '/customer/auth/register', form);
    const [activation, { id }] = [await emailTokenTo(pool, email, 'activate'), await rowOf(email)];
    await post(app, '/api/auth/forgot-password', { email });
    const reset = await emailTokenTo(pool, email, 'reset');

    const { body } = await enter({ sub: 'v1', email, name: 'True Owner' });
    expect([body.uid, body.displayName, body.hasPassword]).toEqual([id, 'True Owner', false]);
    for (const username of ['thief', email])
      expect(errorOf(await post(app, '/customer/auth/login', { username, password }))).toEqual([
        401,
        'wrong_credentials',
      ]);
    expect(errorOf(await post(app, '/api/auth/activate', { token: activation }))).toEqual([410, 'link_expired']);
    const again = { token: reset, password, confirmPassword: password };
    expect(errorOf(await post(app, '/api/auth/reset-password', again))).toEqual([410, 'link_expired']);
    expect(await rowOf(email)).toMatchObject({ username: null, password_hash: null, activated_at: expect.any(Date) });
  });
});

describe('without a verified address', () => {
  test.each([
    ['false', false],
    ['missing', undefined],
    ['the text "true"', 'true'],
    ['the number 1', 1],
  ])('email_verified %s neither signs in nor creates an account', async (_, email_verified) => {
    const me = await makeCustomer(shop);
    expect(errorOf(await enter({ sub: `u-${me.id}`, email: me.email, email_verified }))).toEqual([409, 'email_taken']);
    const nobody = `nobody-${String(email_verified)}@mail.test`;
    expect(errorOf(await enter({ sub: nobody, email: nobody, email_verified }))).toEqual([401, 'provider_rejected']);
    expect(await rowOf(nobody)).toBeUndefined();
  });

  test.each(['', 'no address', 'a@b', '"a b"@mail.test', 'a@mail.test,b@mail.test', 7, ['a@mail.test']])(
    'the address %j is invalid',
    async (email) => {
      expect(errorOf(await enter({ sub: 'u2', email }))).toEqual([401, 'provider_rejected']);
    },
  );
});

describe('if the ID token has no address', () => {
  test('userinfo is requested and must be about the same subject', async () => {
    const { accessToken } = await signInAtProvider(provider.issuer, 'http://shop.test', 'rosa');
    expect((await enter({ sub: 'sub-rosa', email_verified: undefined }, accessToken)).body.email).toBe(
      'rosa@example.com',
    );
    expect(errorOf(await enter({ sub: 'a-stranger' }, accessToken))).toEqual([401, 'provider_rejected']);
    expect(errorOf(await enter({ sub: 'a-stranger' }, 'not a token\r\nX: y'))).toEqual([401, 'provider_rejected']);
    expect(errorOf(await enter({ sub: 'a-stranger' }, 'unknown'))).toEqual([401, 'provider_rejected']);
    expect(errorOf(await enter({ sub: 'a-stranger' }))).toEqual([401, 'provider_rejected']);
  });

  test.each(['unverified', 'unsaid'])(
    'email_verified of the token does not apply to the userinfo address (%s)',
    async (trait) => {
      const login = `tina+${trait}`;
      const { accessToken } = await signInAtProvider(provider.issuer, 'http://shop.test', login);
      const response = await enter({ sub: `sub-${login}`, email_verified: true }, accessToken);
      expect(errorOf(response)).toEqual([401, 'provider_rejected']);
    },
  );
});

test('the integrity checks pass afterwards', () => expectIntegrity(pool));
