import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { readConfig, type Environment } from '../server/config.ts';
import { openShop, type OpenShop } from '../server/shop.ts';
import { waitUntil } from '../server/wait-until.ts';
import type {} from './cluster.ts';

/** A crowd on a slow machine waits for its connections longer than customers would; milliseconds. */
const PATIENCE = 60_000;

/** How to connect to a new database of this test file's own, copied from the migrated template. */
export async function newDatabase(): Promise<pg.PoolConfig> {
  const { address, template } = inject('cluster');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await asOwner(address, `CREATE DATABASE ${database} TEMPLATE ${template}`);
  afterAll(() => drop(address, database));
  return { ...address, database, connectionTimeoutMillis: PATIENCE };
}

/** An open shop on a database of its own, without working jobs; closed and removed after the test file. */
export async function testShop(environment: Environment = {}): Promise<OpenShop> {
  const connect = await newDatabase();
  const dataDir = mkdtempSync(join(inject('cluster').folder, 'data-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DEMO: '1', ...environment });
  const onError = (error: Error) => {
    throw error;
  };
  const shop = await openShop({ config, publicUrl: 'http://shop.test', connect, onError, worksJobs: false });
  afterAll(() => shop.close());
  return shop;
}

/** Waits for every connection to be gone: one that is cut would say so as an error of some later test. */
async function drop(address: pg.PoolConfig, database: string): Promise<void> {
  const isAlone = async () => {
    const { rows } = await asOwner(address, `SELECT FROM pg_stat_activity WHERE datname = '${database}'`);
    return rows.length === 0;
  };
  await waitUntil(isAlone, { seconds: 30, what: `the connections to ${database} to close` });
  await asOwner(address, `DROP DATABASE ${database}`);
}

async function asOwner(address: pg.PoolConfig, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...address, database: 'postgres' });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
