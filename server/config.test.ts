import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ConfigError,
  isPubliclyReachable,
  readConfig,
  redactConfig,
  configWarnings,
  type Environment,
} from './config.ts';
import { documentationOf, SETTINGS, type Settings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'halaman-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const DOCUMENTATION = Object.keys(SETTINGS).map((name) => documentationOf(name as keyof Settings));
const EXTERNAL = { DATABASE_URL: 'postgres://shop:secret@db.test/shop', AUTH_SECRET: 'a secret' };

function mistakesIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as ConfigError).mistakes;
  }
  return [];
}

test('every setting has a default', () => {
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
    metricsToken: undefined,
    corsOrigins: [],
    rateLimits: true,
    logLevel: 'info',
    publicUrl: undefined,
  });
});

test('the contact address is the sender of emails unless another is set', () => {
  expect(readConfig({}).contact).toMatchObject({ email: 'hello@halaman.example', phone: undefined });
  expect(readConfig({ MAIL_FROM: 'Shop <a@shop.test>' }).contact.email).toBe('a@shop.test');
  const contact = {
    CONTACT_EMAIL: 'b@shop.test',
    CONTACT_PHONE: '+60 3-1234 5678',
    CONTACT_HOURS: 'Mo-Fr 10:00-18:00',
  };
  expect(readConfig(contact).contact).toMatchObject({ email: 'b@shop.test', phone: '+60 3-1234 5678' });
  expect(mistakesIn({ CONTACT_EMAIL: 'nobody' })).toEqual([
    'CONTACT_EMAIL must be an address such as hello@shop.example.',
  ]);
});

test('with an external database the demo is off', () => {
  expect(readConfig(EXTERNAL).demo).toBe(false);
  expect(readConfig({ ...EXTERNAL, DEMO: '1' }).demo).toBe(true);
});

test('an identity provider is named after its host unless it has a name, and its issuer stays letter for letter', () => {
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

test('surrounding spaces and a final slash are removed, and an empty value is not set', () => {
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
    [{ DATABASE_POOL: '2' }, 'DATABASE_POOL must be a whole number from 5 to 200, not "2".'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters without spaces.'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be a whole number from 0 to 10, not "true".'],
    [{ PUBLIC_URL: 'shop.test' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
    [{ PUBLIC_URL: 'ftp://shop.test' }, 'PUBLIC_URL must be an address that begins with http:// or https://.'],
    [
      { PUBLIC_URL: 'https://shop.test/shop?x=1' },
      'PUBLIC_URL must be an origin without a path, such as https://shop.example.',
    ],
    [
      { CORS_ORIGINS: 'https://a.test, b' },
      'CORS_ORIGINS must list origins without a path, such as https://shop.example.',
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
    [{ RATE_LIMITS: 'off', DEMO: '0' }, 'RATE_LIMITS=off is allowed only together with DEMO=1.'],
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

  test('and all are reported at once', () => {
    expect(mistakesIn({ PORT: 'x', LOG_LEVEL: 'loud', DEMO: 'yes' })).toHaveLength(3);
    expect(() => readConfig({ PORT: 'x', DEMO: 'yes' })).toThrow(/PORT.*\n.*DEMO/);
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
  expect(config).toMatchObject({ authSecret: ['from a file'], databaseUrl: 'postgres://shop:pw@db.test/shop' });
});

test('printed settings have their secrets redacted', () => {
  const shown = redactConfig(readConfig({ ...EXTERNAL, SMTP_URL: 'smtp://user:hunter2@mail.test:25' }));
  expect(shown).toMatchObject({
    AUTH_SECRET: '…',
    DATABASE_URL: 'postgres://…@db.test/shop',
    SMTP_URL: 'smtp://…@mail.test:25',
    PORT: 3000,
  });
  expect(redactConfig(readConfig({}))).toMatchObject({ AUTH_SECRET: null, DATABASE_URL: null });
  const secrets = { METRICS_TOKEN: 'm'.repeat(16), STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const redacted = { METRICS_TOKEN: '…', STRIPE_SECRET_KEY: '…', STRIPE_WEBHOOK_SECRET: '…' };
  expect(redactConfig(readConfig(secrets))).toMatchObject(redacted);
});

test('settings are printed by the names of their variables', () => {
  const environment = { CONTACT_PHONE: '+60 3-1234 5678', PAYMENT_DEADLINE_TRANSFER: '3d', OIDC_NAME: 'BookID' };
  const printed = redactConfig(readConfig(environment));
  expect(Object.keys(printed)).toEqual(DOCUMENTATION.map(({ env }) => env));
  expect(printed).toMatchObject({
    CONTACT_EMAIL: 'hello@halaman.example',
    CONTACT_PHONE: '+60 3-1234 5678',
    PAYMENT_DEADLINE_TRANSFER: 72,
    PAYMENT_DEADLINE_ONLINE: 1,
  });
});

test('every setting is documented for operators', () => {
  const operations = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
  for (const { env, description } of DOCUMENTATION) {
    expect(operations).toContain(`\`${env}\``);
    expect(description).toMatch(/\.$/);
  }
});

test.each(['shop:p@ss@db.test/shop', 'shop:p%40ss@db.test/shop', 'db.test/shop?user=shop&password=pass'])(
  'the password of %s is redacted',
  (rest) => {
    const shown = JSON.stringify(redactConfig(readConfig({ ...EXTERNAL, DATABASE_URL: `postgres://${rest}` })));
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
  expect(isPubliclyReachable(readConfig(environment))).toBe(expected);
});

test('payment deadlines are days or hours', () => {
  const { transferDeadline, onlineDeadline } = readConfig({});
  expect([transferDeadline, onlineDeadline]).toEqual([168, 1]);
  const changed = readConfig({ PAYMENT_DEADLINE_TRANSFER: '3d', PAYMENT_DEADLINE_ONLINE: '2h' });
  expect([changed.transferDeadline, changed.onlineDeadline]).toEqual([72, 2]);
});

test.each(['0h', '61d', '7', '1.5h', 'week', '99999h'])('a deadline of %s is rejected', (time) => {
  expect(mistakesIn({ PAYMENT_DEADLINE_TRANSFER: time })).toEqual([
    `PAYMENT_DEADLINE_TRANSFER must be 1h to 60d, in whole days (7d) or hours (12h), not "${time}".`,
  ]);
});

describe('a mistake in the payment settings is one sentence', () => {
  const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const api =
    'STRIPE_API must be an https:// address without a path, such as https://api.stripe.com (http:// on this machine only).';
  test.each([
    [
      { DUITNOW_QR: '000201' },
      'DUITNOW_QR must be the text of a static merchant QR code for MYR (000201…6304 and its checksum).',
    ],
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

test('a shop with an external database is warned about missing settings for email', () => {
  expect(configWarnings(readConfig({}))).toEqual([]);
  expect(configWarnings(readConfig(EXTERNAL))).toEqual([
    'SMTP_URL is not set: emails become files that nobody reads.',
    'PUBLIC_URL is not set: links in emails and the sitemap lead to localhost.',
  ]);
  const complete = { ...EXTERNAL, SMTP_URL: 'smtp://mail.test', PUBLIC_URL: 'https://shop.test' };
  expect(configWarnings(readConfig(complete))).toEqual([]);
});
