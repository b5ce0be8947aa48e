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
