import type { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { traceStatements } from '../telemetry/trace-statements.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { preparingPool, toClientConfig, UNPREPARED } from './client-config.ts';
import { failFast } from './fail-fast.ts';
import './row-reader.ts';
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
  /** Milliseconds that a pool waits for the answer to a statement; six seconds without it. */
  queryTimeout?: number;
  size: number;
  /** Called with failures of idle connections, which would otherwise end the process. */
  onError: (error: Error) => void;
  /** Where spans of its statements go; default: nowhere. */
  tracing?: Tracing | undefined;
};

const CONNECT_OPTIONS = { connectionTimeoutMillis: 2000, keepAlive: true };

const POOL_LIMITS = { idleTimeoutMillis: 30_000, maxLifetimeSeconds: 1800, query_timeout: 6000 };

/**
 * Bounds of a session, in milliseconds, sent when it begins. A pooler refuses them there; behind one they are the role's
 * ({@link setRoleLimits}).
 */
const SESSION_LIMITS = {
  statement_timeout: 5000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Compiling a statement takes longer than it saves where all of them are short. */
const NO_JIT = { jit: 'off' };

/**
 * A pool with bounded waiting everywhere: connecting (`connect` may say how long), statements, locks, idling in a transaction.
 * Statements that are asked for at once on one connection travel together (`pipeline`), in this order.
 */
export function openPool(connect: DatabaseAddress, settings: PoolSettings): Pool {
  const session = { ...SESSION_LIMITS, options: `-c jit=${NO_JIT.jit}` };
  const limits = connect.isPooler ? POOL_LIMITS : { ...POOL_LIMITS, ...session };
  const waiting = settings.queryTimeout !== undefined && { query_timeout: settings.queryTimeout };
  const pool = new pg.Pool({
    ...CONNECT_OPTIONS,
    ...toClientConfig(connect),
    ...limits,
    pipeline: true,
    ...waiting,
    max: settings.size,
  });
  pool.on('error', settings.onError);
  // A connection that is lost between two statements of a transaction says so too; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  discardReadOnlyConnections(pool);
  failFast(pool);
  if (settings.tracing?.isOn) traceStatements(pool, settings.tracing);
  return pool;
}

/** PostgreSQL's error code for a write to a read-only server, as a former primary is after a failover. */
const READ_ONLY = '25006';

/** A connection whose server turned out to be read-only is not used again: a new one may reach the primary. */
function discardReadOnlyConnections(pool: Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: EventEmitter };
    connection.on('errorMessage', ({ code }: pg.DatabaseError) => code === READ_ONLY && readOnly.add(client));
  });
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void client.end();
  });
}

/** Whether the database takes writes. */
export async function isWritable(pool: Pool): Promise<boolean> {
  const client = await pool.connect();
  let isReadOnly = true;
  try {
    const { rows } = await client.query<{ on: boolean }>(
      "SELECT current_setting('transaction_read_only') = 'on' AS on",
    );
    isReadOnly = rows[0]!.on;
    return !isReadOnly;
  } finally {
    client.release(isReadOnly);
  }
}

/** Bounds every new session of this connection's role in its database as a pool bounds its own, for those that a pooler opens. */
export async function setRoleLimits(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
  const role = `ALTER ROLE CURRENT_USER IN DATABASE ${pg.escapeIdentifier(rows[0]!.name)}`;
  for (const [name, value] of Object.entries({ ...SESSION_LIMITS, ...NO_JIT }))
    await client.query(`${role} SET ${name} = ${value}`);
}

/**
 * Settings of a transaction that writes much: its plans are by index, whatever PostgreSQL knows yet of tables that are being filled, and it
 * does not wait for the disk, so that a crash loses the last ones whole. Triggers know of it.
 */
export async function applyBulkSettings(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
    set_config('synchronous_commit', 'off', true), set_config('work_mem', '96MB', true), set_config('shop.bulk', 'on', true)`);
}

/** Whether the statements of a pool are bounded, wherever the bounds come from. */
export async function hasSessionLimits(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ limit: string }>("SELECT current_setting('statement_timeout') AS limit");
  return rows[0]!.limit !== '0';
}

/** Runs `work` on a connection of its own without a pool's timeouts; with `pipeline` it may ask for several things at once, but not copy. */
export async function withUnlimitedClient<T>(
  connect: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
  { pipeline = false } = {},
): Promise<T> {
  const client = new pg.Client({ ...CONNECT_OPTIONS, ...toClientConfig(connect), query_timeout: 0, pipeline });
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

/** Runs `work` on several connections as {@link withUnlimitedClient} opens them. */
export function withUnlimitedClients<T>(
  connect: DatabaseAddress,
  count: number,
  work: (clients: readonly pg.Client[]) => Promise<T>,
): Promise<T> {
  if (count === 0) return work([]);
  return withUnlimitedClient(connect, (client) =>
    withUnlimitedClients(connect, count - 1, (others) => work([client, ...others])),
  );
}

export function openDatabase(pool: Pool): Connection {
  return drizzle(pool, { schema: tables, casing: 'snake_case' });
}

/**
 * The same database for what runs all the time in few forms: a connection plans such a statement once. Not for searches, whose
 * best plan depends on what is asked, nor for statements whose text grows with a list.
 */
export function openPreparedDatabase(pool: Pool): Connection {
  return openDatabase(preparingPool(pool));
}

/** Begins a statement of a prepared database whose best plan depends on its values. */
export const PLANNED_EACH_TIME = sql.raw(UNPREPARED);

export function databaseOn(client: pg.Client): ClientDatabase {
  return drizzle(client, { schema: tables, casing: 'snake_case' });
}

/** The database's time; within a transaction, when that began. */
export async function databaseTime(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`SELECT now()`);
  return new Date(rows[0]!.now);
}

/** The database's error of a failed statement, if it is one. */
export function asDatabaseError(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

const COLLISIONS = new Set(['40001', '40P01']);

/** Serialization failures and deadlocks: the same transaction may succeed when it is run again. */
export function isCollision(error: unknown): boolean {
  return COLLISIONS.has(asDatabaseError(error)?.code ?? '');
}

/** Handlers of the messages on a channel, and of a reconnection, before which messages may have been missed. */
export type Channel = { onMessage: (payload: string) => void; onReconnect: () => void };

/** Interval and timeout of the connection's health check, in milliseconds; and what to do first on each new one. */
type ListenerOptions = { every: number; timeout: number; onOpen?: (client: pg.Client) => Promise<void> };

/** A peer that stops responding is noticed and reconnected to within 11 seconds. */
export const HEARTBEAT = { every: 5000, timeout: 5000 };
const RECONNECT_MS = 1000;

/**
 * Listens on channels of the database with one connection of its own. One that breaks, or whose peer stops responding without
 * closing it (a firewall that dropped it, a host that is gone), is replaced. `onReconnect` runs after each (re)connection:
 * messages in between were missed.
 */
export function listenTo(
  connect: DatabaseAddress,
  channels: Readonly<Record<string, Channel>>,
  { every, timeout, onOpen }: ListenerOptions = HEARTBEAT,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const open = async () => {
    const opened = new pg.Client({
      ...toClientConfig(connect),
      keepAlive: true,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
    });
    client = opened;
    opened.on('notification', ({ channel, payload = '' }) => channels[channel]?.onMessage(payload));
    opened.on('error', () => closeListener(opened));
    opened.once('end', () => {
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(open, RECONNECT_MS);
    });
    try {
      await opened.connect();
      await onOpen?.(opened);
      for (const name of Object.keys(channels)) await opened.query(`LISTEN ${pg.escapeIdentifier(name)}`);
      for (const { onReconnect } of Object.values(channels)) onReconnect();
      waitForBeat(opened);
    } catch {
      closeListener(opened);
    }
  };
  const waitForBeat = (opened: pg.Client) => {
    if (!isStopped)
      timer = setTimeout(() => {
        opened.query('SELECT 1').then(
          () => waitForBeat(opened),
          () => closeListener(opened),
        );
      }, every);
  };
  void open();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}

/** Ends a connection; one with an unanswered query is destroyed, for its peer may never answer. */
function closeListener(client: pg.Client): void {
  client.end().catch(() => {});
}
