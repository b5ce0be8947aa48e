import { describe, expect, test } from 'vitest';
import { listHosts, parseDatabaseUrl, redactDatabaseUrl } from './address.ts';

test('an address with one host is left to the library', () => {
  for (const url of ['postgres://shop:secret@db.test:6432/shop?sslmode=require', 'postgresql:///shop?host=/run&port=1'])
    expect(parseDatabaseUrl(url)).toEqual({ connectionString: url });
});

test('an address with several hosts says where each is and which is wanted', () => {
  expect(parseDatabaseUrl('postgres://shop:a%40b@one:6432,two,[::1]:6433/shop?target_session_attrs=any&x=1')).toEqual({
    connectionString: 'postgres://shop:a%40b@one:6432/shop?x=1',
    hosts: [
      { host: 'one', port: 6432 },
      { host: 'two', port: 5432 },
      { host: '::1', port: 6433 },
    ],
    target: 'any',
  });
  expect(parseDatabaseUrl('postgres://shop@one,two/shop')).toMatchObject({ target: 'read-write' });
});

test('each host of an address has one of its own', () => {
  expect(listHosts('postgres://shop:a%40b@one:6432,two,[::1]:6433/shop?sslmode=require')).toEqual([
    {
      name: 'postgres://…@one:6432/shop',
      address: { connectionString: 'postgres://shop:a%40b@one:6432/shop?sslmode=require' },
    },
    {
      name: 'postgres://…@two:5432/shop',
      address: { connectionString: 'postgres://shop:a%40b@two:5432/shop?sslmode=require' },
    },
    {
      name: 'postgres://…@[::1]:6433/shop',
      address: { connectionString: 'postgres://shop:a%40b@[::1]:6433/shop?sslmode=require' },
    },
  ]);
  const socket = 'postgresql:///shop?host=/run';
  expect(listHosts(socket)).toEqual([{ name: 'postgresql:///shop', address: { connectionString: socket } }]);
});

describe('no address of a database', () => {
  test.each([
    'mysql://db.test/shop',
    'db.test/shop',
    'postgres://one:x/shop',
    'postgres://one,two:99999/shop',
    'postgres://one,/shop',
    'postgres://one,two/shop?target_session_attrs=standby',
  ])('%s', (url) => {
    expect(parseDatabaseUrl(url)).toBeUndefined();
  });
});

test('people see hosts and database, and neither user nor password', () => {
  expect(redactDatabaseUrl('postgres://shop:secret@one:1,two:2/shop?password=secret')).toBe(
    'postgres://…@one:1,two:2/shop',
  );
  expect(redactDatabaseUrl('postgresql:///shop?host=/run')).toBe('postgresql:///shop');
});
