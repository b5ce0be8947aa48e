import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startProvider } from '../../tests/fakes/identity-provider.ts';
import { runConcurrently, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCustomer } from '../../tests/factories.ts';

const provider = await startProvider('http://shop.test');
afterAll(() => provider.close());
beforeEach(() => provider.setBehavior('well'));
const settings = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'bookshop', OIDC_NAME: 'BookID' };

/** A shop that has not asked the provider for anything yet. */
function newShop(environment: Record<string, string> = settings) {
  return openTestApp(environment);
}

let people = 0;
async function enter({ app }: Awaited<ReturnType<typeof openTestApp>>) {
  people += 1;
  const nonce = `nonce-${people}`;
  const who = { sub: `person-${people}`, email: `person${people}@mail.test`, email_verified: true, nonce };
  return post(app, '/api/auth/provider', { idToken: await provider.signIdToken(who), nonce });
}

test('discovery document and keys are fetched once', async () => {
  const shop = await newShop();
  const before = [provider.requestCount('/openid-configuration'), provider.requestCount('/jwks')];
  const responses = await runConcurrently(20, 20, () => enter(shop));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 20 });
  const after = [provider.requestCount('/openid-configuration'), provider.requestCount('/jwks')];
  expect(after.map((count, index) => count - before[index]!)).toEqual([1, 1]);
});

test('unknown keys are fetched once more when the provider rotates them', async () => {
  const shop = await newShop();
  expect((await enter(shop)).status).toBe(200);
  await provider.changeKeys();
  const before = provider.requestCount('/jwks');
  const responses = await runConcurrently(5, 5, () => enter(shop));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 5 });
  expect(provider.requestCount('/jwks') - before).toBe(1);
});

test('tokens with unknown keys do not cause repeated fetches', async () => {
  const shop = await newShop();
  const token = await provider.signIdToken({ nonce: 'x' }, { kid: 'unknown' });
  const before = provider.requestCount('/jwks');
  for (let n = 0; n < 5; n += 1)
    expect(errorOf(await post(shop.app, '/api/auth/provider', { idToken: token, nonce: 'x' }))).toEqual([
      401,
      'provider_rejected',
    ]);
  expect(provider.requestCount('/jwks') - before).toBe(2);
});

describe('a provider that is', () => {
  test.each(['gone', 'broken', 'huge', 'silent'] as const)(
    '%s is reported as unreachable, does not affect password sign-in, and recovers',
    async (manner) => {
      const shop = await newShop();
      const me = await makeCustomer(shop);
      provider.setBehavior(manner);
      const [response, byPassword] = await Promise.all([
        enter(shop),
        post(shop.app, '/customer/auth/login', { username: me.email, password: me.password }),
      ]);
      expect(errorOf(response)).toEqual([503, 'provider_unreachable']);
      expect(response.headers['retry-after']).toBe('30');
      expect(response.body.detail).toContain('isn’t responding');
      expect(byPassword.status).toBe(200);
      provider.setBehavior('well');
      expect((await enter(shop)).status).toBe(200);
    },
  );

  test('with another issuer than configured is not trusted', async () => {
    const shop = await newShop({ ...settings, OIDC_ISSUER: `${provider.issuer}/` });
    expect(errorOf(await enter(shop))).toEqual([503, 'provider_unreachable']);
  });
});

test('a request past its deadline does not contact the provider', async () => {
  const { identityProvider } = (await newShop()).deps;
  await identityProvider!.discover();
  const asked = { subject: 'somebody', deadline: AbortSignal.abort() };
  await expect(identityProvider!.fetchUserInfo('a-token', asked)).rejects.toMatchObject({
    code: 'provider_unreachable',
  });
});
