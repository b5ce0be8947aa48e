import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as tables from './tables.ts';

/** The database, or a transaction on it: every query and command takes one as its first argument. */
export type Database = Pick<
  NodePgDatabase<typeof tables>,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | '$count'
>;
/** A database on one connection. */
export type ClientDatabase = NodePgDatabase<typeof tables>;
export type Pool = pg.Pool;
export type Connection = ClientDatabase & { $client: pg.Pool };

pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('an int8 beyond 2^53');
  return number;
});

export type PoolSettings = {
  size: number;
  /** Called with failures of idle connections, which would otherwise end the process. */
  onError: (error: Error) => void;
};

const REACHING = { connectionTimeoutMillis: 2000, keepAlive: true };

const LIMITS = {
  idleTimeoutMillis: 30_000,
  maxLifetimeSeconds: 1800,
  statement_timeout: 5000,
  query_timeout: 6000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
};

/** A pool with bounded waiting everywhere: connecting (`connect` may say how long), statements, locks, idling in a transaction. */
export function openPool(connect: pg.PoolConfig, settings: PoolSettings): Pool {
  const pool = new pg.Pool({ ...REACHING, ...connect, ...LIMITS, max: settings.size });
  pool.on('error', settings.onError);
  // A connection that is lost between two statements of a transaction says so too; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs `work` on a connection of its own without a pool's bounds, for what takes the time that it needs. */
export async function onPatientClient<T>(
  connect: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connect, ...REACHING });
  // Whatever is asked next fails when it is lost; unheard, its own saying so would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    return await work(client);
  } finally {
    await client.end();
  }
}

export function openDatabase(pool: Pool): Connection {
  return drizzle(pool, { schema: tables, casing: 'snake_case' });
}

export function databaseOn(client: pg.Client): ClientDatabase {
  return drizzle(client, { schema: tables, casing: 'snake_case' });
}

/** What node-postgres reports of a failed statement. */
export function asDatabaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}
