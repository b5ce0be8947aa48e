import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject, expect } from 'vitest';
import { SHOP_ROLE } from '../server/db/shop-role.ts';
import { readConfig, type Environment } from '../server/config.ts';
import { openServices, type Services } from '../server/services.ts';
import { waitUntil } from '../server/startup.ts';

import { INTEGRITY_CHECKS } from '../server/maintenance/integrity-checks.ts';
import { v7 as uuidv7 } from 'uuid';

declare module 'vitest' {
  interface ProvidedContext {
    /** `folder` goes with the run: what a test keeps on disk belongs below it. */
    cluster: { address: pg.PoolConfig; superuser: pg.PoolConfig; template: string; folder: string };
  }
}

/** A crowd on a slow machine waits for its connections longer than customers would; milliseconds. */
const CONNECTION_TIMEOUT = 60_000;

/** How to connect to a new database of this test file's own, copied from the migrated template. */
export async function newDatabase(): Promise<pg.PoolConfig> {
  const { address, template } = inject('cluster');
  const database = `test_${randomBytes(6).toString('hex')}`;
  await runAsSuperuser(`CREATE DATABASE ${database} TEMPLATE ${template} OWNER ${SHOP_ROLE}`);
  afterAll(() => dropDatabase(database));
  return { ...address, database, connectionTimeoutMillis: CONNECTION_TIMEOUT };
}

/** An open shop on a database of its own, without working jobs; closed and removed after the test file. */
export async function testShop(environment: Environment = {}): Promise<Services> {
  const connect = await newDatabase();
  const dataDir = mkdtempSync(join(inject('cluster').folder, 'data-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', DEMO: '1', ...environment });
  const onError = (error: Error) => {
    throw error;
  };
  const shop = await openServices({ config, publicUrl: 'http://shop.test', connect, onError });
  afterAll(() => shop.close());
  return shop;
}

/** Waits for every connection to be gone: one that is cut would say so as an error of some later test. */
async function dropDatabase(database: string): Promise<void> {
  const isAlone = async () => {
    const { rows } = await runAsSuperuser(`SELECT FROM pg_stat_activity WHERE datname = '${database}'`);
    return rows.length === 0;
  };
  await waitUntil(isAlone, { seconds: 30, what: `the connections to ${database} to close` });
  await runAsSuperuser(`DROP DATABASE ${database}`);
}

/** Runs a statement that the shop's own role may not; in the cluster's first database unless told otherwise. */
export async function runAsSuperuser(statement: string, database = 'postgres'): Promise<pg.QueryResult> {
  const client = new pg.Client({ ...inject('cluster').superuser, database });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Waits until so many statements in this database wait for a lock: then a race is where a test wants it. */
export async function waitUntilBlocked(pool: pg.Pool, count = 1): Promise<void> {
  const isBlocked = async () => {
    const { rows } = await pool.query(`SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return rows[0].waiting >= count;
  };
  await waitUntil(isBlocked, { seconds: 20, what: `${count} statements to wait for a lock` });
}

/** Fails with the rows that an integrity check finds. */
export async function expectIntegrity(pool: pg.Pool): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [check, query] of Object.entries(INTEGRITY_CHECKS)) {
    const { rows } = await pool.query(query);
    if (rows.length > 0) broken[check] = rows;
  }
  expect(broken).toEqual({});
}

export const LEDGER_KINDS = ['charge', 'payment', 'reversal', 'refund', 'payout'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** An entry as a test wants it: `amount` in sen, positive; its sign follows from its kind. */
export type NewLedgerEntry = {
  orderId: string;
  customerId: string;
  kind: LedgerKind;
  amount: number;
  at: Date;
  method?: string;
};

export type WrittenLedgerEntry = NewLedgerEntry & { id: string; signed: number };

/** Writes an entry of any time into the ledger, past the commands that would write it now. */
export async function writeLedgerEntry(pool: pg.Pool, made: NewLedgerEntry): Promise<WrittenLedgerEntry> {
  const { orderId, customerId, kind, amount, at, method = 'bank_transfer' } = made;
  const id = uuidv7();
  const signed = kind === 'charge' || kind === 'payout' ? amount : -amount;
  await pool.query(
    'INSERT INTO ledger_entry (id, order_id, customer_id, kind, method, amount, at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [id, orderId, customerId, kind, method, signed, at],
  );
  return { ...made, id, signed };
}

/** The events of a customer's trail, oldest first; without a customer those of nobody. */
export async function auditEventsOf(pool: pg.Pool, customerId?: string): Promise<string[]> {
  const { rows } = customerId
    ? await pool.query('SELECT event FROM audit_entry WHERE chain = $1 ORDER BY position', [customerId])
    : await pool.query("SELECT event FROM audit_entry WHERE chain::text LIKE '00000000-0000-0000-%' ORDER BY at");
  return rows.map((row) => row.event);
}
