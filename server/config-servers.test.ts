import { expect, test } from 'vitest';
import { type ConfigError, readConfig, redactConfig, type Environment } from './config.ts';

const EXTERNAL = { DATABASE_URL: 'postgres://shop:secret@db.test/shop', AUTH_SECRET: 'a secret' };

function mistakesIn(environment: Environment): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    return (error as ConfigError).mistakes;
  }
  return [];
}

test('a server with others beside it drains for as long as health checks of a proxy take', () => {
  expect([readConfig({}).drainSeconds, readConfig(EXTERNAL).drainSeconds]).toEqual([1, 10]);
  expect(readConfig({ ...EXTERNAL, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0);
  expect(mistakesIn({ DRAIN_SECONDS: '301' })).toEqual([
    'DRAIN_SECONDS must be a whole number from 0 to 300, not "301".',
  ]);
});

test('a pooler stands beside PostgreSQL itself, and either may have several hosts', () => {
  const config = readConfig({ ...EXTERNAL, DATABASE_DIRECT_URL: 'postgres://shop:secret@one,two/shop' });
  expect(redactConfig(config)).toMatchObject({
    DATABASE_URL: 'postgres://…@db.test/shop',
    DATABASE_DIRECT_URL: 'postgres://…@one,two/shop',
    MIGRATE: true,
  });
  expect(mistakesIn({ DATABASE_DIRECT_URL: 'postgres://db.test/shop' })).toEqual([
    'DATABASE_DIRECT_URL is set without DATABASE_URL.',
  ]);
  expect(mistakesIn({ DATABASE_REPLICA_URL: 'postgres://db.test/shop' })).toEqual([
    'DATABASE_REPLICA_URL is set without DATABASE_URL.',
  ]);
  expect(mistakesIn({ ...EXTERNAL, DATABASE_URL: 'postgres://one,/shop' }).join()).toMatch(
    /^DATABASE_URL must be an address such as postgres:/,
  );
});

test('several secrets are accepted, the first of them used; each is long, so that a passphrase is not taken for two', () => {
  const secrets = (value: string) => readConfig({ ...EXTERNAL, AUTH_SECRET: value }).authSecret;
  expect(secrets('a secret')).toEqual(['a secret']);
  expect(secrets('the newest secret,\nthe secret of before\n')).toEqual(['the newest secret', 'the secret of before']);
  expect(mistakesIn({ ...EXTERNAL, AUTH_SECRET: 'one secret of decent length,short' })).toEqual([
    'AUTH_SECRET must be one secret, or several of at least 16 characters each with commas between them, newest first.',
  ]);
});

test('a process answers requests, works jobs or does both; the embedded database has one process only', () => {
  const role = (value: string) => readConfig({ ...EXTERNAL, ROLE: value }).role;
  expect([readConfig({}).role, role('web'), role('worker')]).toEqual(['all', 'web', 'worker']);
  expect(mistakesIn({ ROLE: 'worker' })).toEqual([
    'ROLE=worker needs DATABASE_URL: the embedded database serves one process only.',
  ]);
  expect(mistakesIn({ ...EXTERNAL, ROLE: 'both' })).toEqual(['ROLE must be one of all, web, worker, not "both".']);
});
