import { describe, expect, test } from 'vitest';
import { MAX_PASSKEYS } from '#domain/credential.ts';
import { auditEventsOf, expectIntegrity } from '../../tests/database.ts';
import { emailsTo } from '../../tests/emails.ts';
import { makeSignedInCustomer, type MadeCustomer } from '../../tests/factories.ts';
import { FakeAuthenticator } from '../../tests/fakes/authenticator.ts';
import { countValues, errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;

type Me = MadeCustomer & { token: string };

async function startAdding({ token }: Me) {
  return (await post(app, '/api/security/passkeys/start', {}, { token })).body;
}

function add({ token }: Me, response: unknown) {
  return post(app, '/api/security/passkeys/add', { response }, { token });
}

/** A customer with a passkey. */
async function makeOwner(): Promise<Me & { authenticator: FakeAuthenticator }> {
  const me = await makeSignedInCustomer(shop);
  const authenticator = new FakeAuthenticator();
  expect((await add(me, authenticator.create(await startAdding(me)))).status).toBe(204);
  return { ...me, authenticator };
}

async function listOf({ token }: Me) {
  return (await get(app, '/api/security', { token })).body.passkeys;
}

async function startLogIn() {
  return (await post(app, '/api/auth/passkey/start', {})).body;
}

function logIn(response: unknown) {
  return post(app, '/api/auth/passkey', { response });
}

const REJECTED = [422, 'passkey_rejected'];

describe('adding a passkey', () => {
  test('asks for a key of this shop that the authenticator keeps, with the person’s consent', async () => {
    const me = await makeSignedInCustomer(shop);
    expect(await startAdding(me)).toMatchObject({
      rp: { id: 'shop.test', name: 'Halaman' },
      user: { id: Buffer.from(me.id).toString('base64url'), name: me.email, displayName: 'Siti' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
  });

  test('lists it, tells its owner by email and writes it down', async () => {
    const me = await makeOwner();
    expect(await listOf(me)).toEqual([
      {
        id: expect.any(String),
        name: 'Passkey',
        is_backed_up: false,
        created_at: expect.any(String),
        last_used_at: null,
      },
    ]);
    const [mail] = await emailsTo(pool, me.email);
    expect([mail!.kind, mail!.data]).toMatchObject(['security_changed', { change: 'passkey_added', words: 'Passkey' }]);
    expect(await auditEventsOf(pool, me.id)).toEqual(['passkey_added']);
    const { excludeCredentials } = await startAdding(me);
    expect(excludeCredentials).toMatchObject([{ id: me.authenticator.credentialId.toString('base64url') }]);
    await expectIntegrity(pool);
  });

  test.each([
    ['another site', { origin: 'https://evil.test' }],
    ['another relying party', { rpId: 'evil.test' }],
    ['nobody’s consent', { isUserVerified: false }],
  ])('refuses one of %s', async (_, behaviour) => {
    const me = await makeSignedInCustomer(shop);
    const response = new FakeAuthenticator().create(await startAdding(me), behaviour);
    expect(errorOf(await add(me, response))).toEqual(REJECTED);
    expect(await listOf(me)).toEqual([]);
  });

  test('takes each challenge once, from the customer that it was made for, within ten minutes', async () => {
    const [me, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
    const options = await startAdding(me);
    expect(errorOf(await add(other, new FakeAuthenticator().create(options)))).toEqual(REJECTED);
    expect((await add(me, new FakeAuthenticator().create(options))).status).toBe(204);
    expect(errorOf(await add(me, new FakeAuthenticator().create(options)))).toEqual(REJECTED);
    const late = await startAdding(me);
    await pool.query('UPDATE webauthn_challenge SET expires_at = now() WHERE challenge = $1', [late.challenge]);
    expect(errorOf(await add(me, new FakeAuthenticator().create(late)))).toEqual(REJECTED);
    expect(errorOf(await add(me, new FakeAuthenticator().create(await startLogInAs(me))))).toEqual(REJECTED);
  });
});

test('a customer never has more than twenty passkeys, not even at once', async () => {
  const me = await makeOwner();
  await pool.query(
    `INSERT INTO passkey SELECT gen_random_uuid(), customer_id, 'key' || n || replace(customer_id::text, '-', ''), public_key, 0, '{}', false, 'Key'
     FROM passkey, generate_series(3, $2) AS n WHERE customer_id = $1`,
    [me.id, MAX_PASSKEYS],
  );
  const options = [await startAdding(me), await startAdding(me), await startAdding(me)];
  const responses = await Promise.all(options.map((one) => add(me, new FakeAuthenticator().create(one))));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 204: 1, 409: 2 });
  expect(errorOf(await post(app, '/api/security/passkeys/start', {}, { token: me.token }))).toEqual([409, 'too_many']);
});

async function startLogInAs(me: Me) {
  return { ...(await startLogIn()), user: { id: Buffer.from(me.id).toString('base64url') } };
}

describe('signing in with a passkey', () => {
  test('names no account, and starts a session of its owner', async () => {
    const me = await makeOwner();
    const options = await startLogIn();
    expect(options).toMatchObject({ rpId: 'shop.test', userVerification: 'required' });
    expect(options.allowCredentials).toBeUndefined();
    const { status, body, headers } = await logIn(me.authenticator.sign(options, { isBackedUp: true }));
    expect([status, body.uid, body.providerId]).toEqual([200, me.id, 'password']);
    expect(String(headers['set-cookie'])).toMatch(/bk=[\w-]{43}.*bk-device=[\w-]{43}/);
    expect((await get(app, '/api/auth/me', { token: body.api_token })).status).toBe(200);
    expect(await listOf(me)).toMatchObject([{ is_backed_up: true, last_used_at: expect.any(String) }]);
    expect(await auditEventsOf(pool, me.id)).toEqual(['passkey_added', 'signed_in']);
  });

  test('refuses an unknown key, another site, no consent, another account’s handle and another challenge', async () => {
    const [me, other] = [await makeOwner(), await makeOwner()];
    const stranger = new FakeAuthenticator();
    stranger.create({ challenge: 'x', user: { id: 'x' } });
    const swapped = me.authenticator.sign(await startLogIn());
    const forged = [
      stranger.sign(await startLogIn()),
      me.authenticator.sign(await startLogIn(), { origin: 'https://evil.test' }),
      me.authenticator.sign(await startLogIn(), { rpId: 'evil.test' }),
      me.authenticator.sign(await startLogIn(), { isUserVerified: false }),
      { ...swapped, response: { ...swapped.response, userHandle: Buffer.from(other.id).toString('base64url') } },
      me.authenticator.sign({ challenge: 'bm9uZSBvZiBvdXJz' }),
      me.authenticator.sign(await startAdding(me)),
      { ...me.authenticator.sign(await startLogIn()), id: other.authenticator.credentialId.toString('base64url') },
    ];
    for (const response of forged) expect(errorOf(await logIn(response))).toEqual(REJECTED);
    expect(await auditEventsOf(pool, me.id)).toEqual(['passkey_added', ...Array(4).fill('passkey_refused')]);
  });

  test('takes one of many responses to a challenge at the same time', async () => {
    const { authenticator } = await makeOwner();
    const response = authenticator.sign(await startLogIn());
    const responses = await runConcurrently(10, 10, () => logIn(response));
    expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 1, 422: 9 });
  });

  test('refuses a copied key, whose counter does not go up', async () => {
    const { authenticator, ...me } = await makeOwner();
    authenticator.counter = 7;
    expect((await logIn(authenticator.sign(await startLogIn()))).status).toBe(200);
    authenticator.counter = 7;
    expect(errorOf(await logIn(authenticator.sign(await startLogIn())))).toEqual(REJECTED);
    expect((await logIn(authenticator.sign(await startLogIn()))).status).toBe(200);
    expect(await auditEventsOf(pool, me.id)).toContain('passkey_refused');
  });

  test('ends with the account', async () => {
    const { authenticator, token, id } = await makeOwner();
    expect((await post(app, '/api/account/delete', {}, { token })).status).toBe(204);
    expect(errorOf(await logIn(authenticator.sign(await startLogIn())))).toEqual(REJECTED);
    expect((await pool.query('SELECT FROM passkey WHERE customer_id = $1', [id])).rowCount).toBe(0);
  });
});

test('a passkey proves who is there, for its owner only', async () => {
  const [me, other] = [await makeOwner(), await makeOwner()];
  await pool.query("UPDATE session SET proven_at = '-infinity' WHERE customer_id = ANY ($1)", [[me.id, other.id]]);
  const { body } = await post(app, '/api/security/proof/start', {}, { token: me.token });
  expect(body.passkey.allowCredentials).toMatchObject([{ id: me.authenticator.credentialId.toString('base64url') }]);
  const passkey = me.authenticator.sign(body.passkey);
  expect(errorOf(await post(app, '/api/security/proof', { passkey }, { token: other.token }))).toEqual(REJECTED);
  expect(errorOf(await get(app, '/api/account/export', { token: other.token }))).toEqual([403, 'proof_required']);
  expect((await post(app, '/api/security/proof', { passkey }, { token: me.token })).status).toBe(204);
  expect((await get(app, '/api/account/export', { token: me.token })).body.passkeys).toMatchObject([
    { name: 'Passkey' },
  ]);
});

test('only its owner renames and removes a passkey', async () => {
  const [me, other] = [await makeOwner(), await makeSignedInCustomer(shop)];
  const [{ id }] = await listOf(me);
  const rename = (token: string) => post(app, '/api/security/passkeys/rename', { id, name: ' Phone ' }, { token });
  const remove = (token: string) => post(app, '/api/security/passkeys/remove', { id }, { token });
  expect([errorOf(await rename(other.token)), errorOf(await remove(other.token))]).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
  ]);
  expect((await rename(me.token)).status).toBe(204);
  expect(await listOf(me)).toMatchObject([{ name: 'Phone' }]);
  expect((await remove(me.token)).status).toBe(204);
  expect((await remove(me.token)).status).toBe(404);
  expect(errorOf(await logIn(me.authenticator.sign(await startLogIn())))).toEqual(REJECTED);
  const changes = (await emailsTo(pool, me.email)).map(({ data }) => data);
  expect(changes).toMatchObject([{ change: 'passkey_added' }, { change: 'passkey_removed', words: 'Phone' }]);
});

test('an account that is not active has no passkey to sign in with', async () => {
  const me = await makeOwner();
  await pool.query('UPDATE customer SET activated_at = NULL WHERE id = $1', [me.id]);
  expect(errorOf(await logIn(me.authenticator.sign(await startLogIn())))).toEqual(REJECTED);
});
