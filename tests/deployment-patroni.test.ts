import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readDeployFile } from './deployment-files.ts';

type Times = { ttl: number; loop_wait: number; retry_timeout: number; primary_stop_timeout: number };
type Patroni = { bootstrap: { dcs: Times & { synchronous_mode: boolean } } };
const { dcs } = (parse(readDeployFile('patroni/patroni.yml')) as Patroni).bootstrap;

test('a primary without etcd has stopped before Patroni tries etcd again', () => {
  // Patroni bounds a stop where replication is synchronous, and first ends the server at once, then kills it.
  expect(dcs.synchronous_mode).toBe(true);
  expect(2 * dcs.primary_stop_timeout).toBeLessThan(dcs.retry_timeout);
});

test('a primary without etcd has stopped before another is promoted', () => {
  expect(dcs.loop_wait + dcs.retry_timeout + 2 * dcs.primary_stop_timeout).toBeLessThan(dcs.ttl);
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
});
