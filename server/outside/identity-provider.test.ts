import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startProvider } from '../../tests/identity-provider/provider.ts';
import { crowd, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { makeCustomer } from '../../tests/factories.ts';

const provider = await startProvider('http://shop.test');
afterAll(() => provider.close());
beforeEach(() => provider.behave('well'));
const settings = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'bookshop', OIDC_NAME: 'BookID' };

/** A shop that has not asked the provider for anything yet. */
function newShop(environment: Record<string, string> = settings) {
  return openDoor(environment);
}

let people = 0;
async function enter({ app }: Awaited<ReturnType<typeof openDoor>>) {
  people += 1;
  const nonce = `nonce-${people}`;
  const who = { sub: `person-${people}`, email: `person${people}@mail.test`, email_verified: true, nonce };
  return post(app, '/api/auth/provider', { idToken: await provider.mint(who), nonce });
}

test('the provider is asked for its addresses and keys once', async () => {
  const shop = await newShop();
  const before = [provider.askedFor('/openid-configuration'), provider.askedFor('/jwks')];
  const answers = await crowd(20, 20, () => enter(shop));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 20 });
  const after = [provider.askedFor('/openid-configuration'), provider.askedFor('/jwks')];
  expect(after.map((count, index) => count - before[index]!)).toEqual([1, 1]);
});

test('a provider that changes its keys is asked once more', async () => {
  const shop = await newShop();
  expect((await enter(shop)).status).toBe(200);
  await provider.changeKeys();
  const before = provider.askedFor('/jwks');
  const answers = await crowd(5, 5, () => enter(shop));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 5 });
  expect(provider.askedFor('/jwks') - before).toBe(1);
});

test('tokens under unknown keys do not make us ask again and again', async () => {
  const shop = await newShop();
  const token = await provider.mint({ nonce: 'x' }, { kid: 'unknown' });
  const before = provider.askedFor('/jwks');
  for (let n = 0; n < 5; n += 1)
    expect(refusal(await post(shop.app, '/api/auth/provider', { idToken: token, nonce: 'x' }))).toEqual([
      401,
      'provider_rejected',
    ]);
  expect(provider.askedFor('/jwks') - before).toBe(2);
});

describe('a provider that is', () => {
  test.each(['gone', 'broken', 'huge', 'silent'] as const)(
    '%s is said to be unreachable, takes nobody’s password sign-in along, and is back when it is back',
    async (manner) => {
      const shop = await newShop();
      const me = await makeCustomer(shop);
      provider.behave(manner);
      const [answer, byPassword] = await Promise.all([
        enter(shop),
        post(shop.app, '/customer/auth/login', { username: me.email, password: me.password }),
      ]);
      expect(refusal(answer)).toEqual([503, 'provider_unreachable']);
      expect(answer.headers['retry-after']).toBe('30');
      expect(answer.body.detail).toContain('does not answer at the moment');
      expect(byPassword.status).toBe(200);
      provider.behave('well');
      expect((await enter(shop)).status).toBe(200);
    },
  );

  test('another than it was set to be is not trusted', async () => {
    const shop = await newShop({ ...settings, OIDC_ISSUER: `${provider.issuer}/` });
    expect(refusal(await enter(shop))).toEqual([503, 'provider_unreachable']);
  });
});

test('whose time is over before the provider is asked does not wait for it', async () => {
  const { identityProvider } = (await newShop()).deps;
  await identityProvider!.learn();
  const asked = { subject: 'somebody', deadline: AbortSignal.abort() };
  await expect(identityProvider!.askUserInfo('a-token', asked)).rejects.toMatchObject({ code: 'provider_unreachable' });
});
