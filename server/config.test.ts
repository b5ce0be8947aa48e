import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, isReachable, readConfig, redact, type Environment } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'halaman-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const EXTERNAL = { DATABASE_URL: 'postgres://shop:secret@db.test/shop', AUTH_SECRET: 'a secret' };

function mistakesIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as ConfigError).mistakes;
  }
  return [];
}

test('nothing need be set', () => {
  expect(readConfig({}, '/srv')).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: '/srv/data',
    databaseUrl: undefined,
    databasePool: 10,
    smtpUrl: undefined,
    shopName: 'Halaman',
    demo: true,
    trustProxy: 0,
    corsOrigins: [],
    rateLimits: true,
    logLevel: 'info',
    publicUrl: undefined,
  });
});

test('with a database of one’s own the demo is off', () => {
  expect(readConfig(EXTERNAL).demo).toBe(false);
  expect(readConfig({ ...EXTERNAL, DEMO: '1' }).demo).toBe(true);
});

test('an identity provider is named after its host unless it has a name, and its issuer is kept letter for letter', () => {
  const provider = { OIDC_ISSUER: 'https://id.test/realms/shop/', OIDC_CLIENT_ID: 'bookshop' };
  expect(readConfig(provider)).toMatchObject({
    oidcIssuer: 'https://id.test/realms/shop/',
    oidcClientId: 'bookshop',
    oidcName: 'id.test',
  });
  expect(readConfig({ ...provider, OIDC_NAME: 'BookID' }).oidcName).toBe('BookID');
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(readConfig({ ...provider, OIDC_ISSUER: `http://${host}:9000` }).oidcIssuer).toContain(host);
});

test('settings are frozen', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test('spaces and a slash at the end are forgiven, empty is not set', () => {
  const environment = {
    PUBLIC_URL: ' https://shop.test/ ',
    PORT: ' 8080 ',
    HOST: '',
    SHOP_NAME: '  ',
    CORS_ORIGINS: 'https://a.test, https://b.test',
  };
  expect(readConfig(environment)).toMatchObject({
    publicUrl: 'https://shop.test',
    port: 8080,
    host: '127.0.0.1',
    shopName: 'Halaman',
    corsOrigins: ['https://a.test', 'https://b.test'],
  });
});

test('a relative folder is below the working one, an absolute one stays', () => {
  expect(readConfig({ DATA_DIR: 'here' }, '/srv').dataDir).toBe('/srv/here');
  expect(readConfig({ DATA_DIR: '/there' }, '/srv').dataDir).toBe('/there');
});

describe('a mistake is a sentence', () => {
  test.each([
    [{ PORT: 'x' }, 'PORT must be a whole number from 0 to 65535, not "x".'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1".'],
    [{ PORT: '1e3' }, 'PORT must be a whole number from 0 to 65535, not "1e3".'],
    [{ DATABASE_POOL: '2' }, 'DATABASE_POOL must be a whole number from 3 to 200, not "2".'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a whole number from 0 to 10, not "true".'],
    [{ PUBLIC_URL: 'shop.test' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
    [{ PUBLIC_URL: 'ftp://shop.test' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
    [
      { PUBLIC_URL: 'https://shop.test/shop?x=1' },
      'PUBLIC_URL must be an origin without a path, such as https://shop.example.',
    ],
    [
      { CORS_ORIGINS: 'https://a.test, b' },
      'CORS_ORIGINS: each must be an origin without a path, such as https://shop.example.',
    ],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an address such as Halaman <hello@shop.example>.'],
    [{ SMTP_URL: 'mail.test' }, 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
    [
      { DATABASE_URL: 'mysql://db.test' },
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
    ],
    [{ DATABASE_URL: 'postgres://db.test' }, 'AUTH_SECRET is required when DATABASE_URL is set.'],
    [{ DEMO: 'yes' }, 'DEMO must be one of 0, 1, not "yes".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".'],
    [{ RATE_LIMITS: 'off', DEMO: '0' }, 'RATE_LIMITS=off is taken only together with DEMO=1.'],
    [{ AUTH_SECRET_FILE: '/nowhere' }, 'AUTH_SECRET_FILE names /nowhere, which cannot be read.'],
    [{ AUTH_SECRET: 'x', AUTH_SECRET_FILE: '/nowhere' }, 'AUTH_SECRET and AUTH_SECRET_FILE are both set; keep one.'],
  ])('%j', (environment, sentence) => {
    expect(mistakesIn(environment)).toEqual([sentence]);
  });

  const issuer = 'OIDC_ISSUER must be an https:// address without query or fragment (http:// on this machine only).';
  test.each([
    [{ OIDC_ISSUER: 'https://id.test' }, 'OIDC_ISSUER is set without OIDC_CLIENT_ID.'],
    [{ OIDC_CLIENT_ID: 'bookshop' }, 'OIDC_CLIENT_ID is set without OIDC_ISSUER.'],
    [{ OIDC_ISSUER: 'http://id.test', OIDC_CLIENT_ID: 'bookshop' }, issuer],
    [{ OIDC_ISSUER: 'http://127.0.0.1.id.test', OIDC_CLIENT_ID: 'bookshop' }, issuer],
    [{ OIDC_ISSUER: 'https://id.test/?a=b', OIDC_CLIENT_ID: 'bookshop' }, issuer],
    [{ OIDC_ISSUER: 'https://me:pw@id.test', OIDC_CLIENT_ID: 'bookshop' }, issuer],
    [{ OIDC_ISSUER: 'id.test', OIDC_CLIENT_ID: 'bookshop' }, issuer],
    [{ OIDC_NAME: 'Password' }, 'OIDC_NAME must be a name of at most 50 characters, and not "password".'],
  ])('%j', (environment, sentence) => {
    expect(mistakesIn(environment)).toEqual([sentence]);
  });

  test('and all are told at once', () => {
    expect(mistakesIn({ PORT: 'x', LOG_LEVEL: 'loud', DEMO: 'yes' })).toHaveLength(3);
    expect(() => readConfig({ PORT: 'x', DEMO: 'yes' })).toThrow(/DEMO.*\n.*PORT/);
  });

  test('which does not repeat a secret', () => {
    const secret = 'hunter2';
    for (const environment of [{ DATABASE_URL: `mysql://u:${secret}@db` }, { SMTP_URL: `http://u:${secret}@mail` }])
      expect(mistakesIn(environment).join()).not.toContain(secret);
  });
});

test('a secret may come from a file', () => {
  const [secret, url] = [join(folder, 'secret'), join(folder, 'url')];
  writeFileSync(secret, 'from a file\n');
  writeFileSync(url, 'postgres://shop:pw@db.test/shop\n');
  const config = readConfig({ AUTH_SECRET_FILE: secret, DATABASE_URL_FILE: url });
  expect(config).toMatchObject({ authSecret: 'from a file', databaseUrl: 'postgres://shop:pw@db.test/shop' });
});

test('what is shown to people has its secrets struck out', () => {
  const shown = redact(readConfig({ ...EXTERNAL, SMTP_URL: 'smtp://user:hunter2@mail.test:25' }));
  expect(shown).toMatchObject({
    authSecret: '…',
    databaseUrl: 'postgres://…@db.test/shop',
    smtpUrl: 'smtp://…@mail.test:25',
    port: 3000,
  });
  expect(redact(readConfig({}))).toMatchObject({ authSecret: undefined, databaseUrl: undefined });
});

test.each(['shop:p@ss@db.test/shop', 'shop:p%40ss@db.test/shop', 'db.test/shop?user=shop&password=pass'])(
  'the password of %s is struck out',
  (rest) => {
    const shown = JSON.stringify(redact(readConfig({ ...EXTERNAL, DATABASE_URL: `postgres://${rest}` })));
    expect(shown).not.toContain('ss@');
    expect(shown).not.toContain('=pass');
  },
);

test.each([
  [{}, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '::1', PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ PUBLIC_URL: 'https://shop.test' }, true],
])('%j can be reached from elsewhere: %s', (environment, expected) => {
  expect(isReachable(readConfig(environment))).toBe(expected);
});

describe('a mistake in the payment provider is one sentence', () => {
  const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const api =
    'STRIPE_API must be an https:// address without a path, such as https://api.stripe.com (http:// on this machine only).';
  test.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_SECRET_KEY is set without STRIPE_WEBHOOK_SECRET.'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY.'],
    [
      { ...STRIPE, STRIPE_SECRET_KEY: 'pk_live_hunter2' },
      'STRIPE_SECRET_KEY must be a secret or restricted key (sk_… or rk_…), not a publishable one.',
    ],
    [
      { ...STRIPE, STRIPE_WEBHOOK_SECRET: 'hunter2' },
      'STRIPE_WEBHOOK_SECRET must be the signing secret of the event destination (whsec_…).',
    ],
    [{ ...STRIPE, STRIPE_API: 'http://stripe.test' }, api],
    [{ ...STRIPE, STRIPE_API: 'https://stripe.test/v1' }, api],
  ])('%j', (environment, sentence) => {
    expect(mistakesIn(environment)).toEqual([sentence]);
  });
});
