import type { Writable } from 'node:stream';
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { locatingStream } from './locate-host.ts';

/** What `pg` connects by: with several hosts, whichever is wanted when a connection is opened. */
export function toClientConfig({ hosts, target = 'read-write', isPooler, ...connect }: DatabaseAddress): pg.PoolConfig {
  const stream = hosts && { stream: locatingStream({ hosts, target, connect }) };
  return { ...connect, ...stream, Client: isPooler ? UnnamedClient : CorkedClient } as unknown as pg.PoolConfig;
}

type Query = (this: unknown, query: unknown, ...rest: unknown[]) => unknown;

/** What is sent in one turn of the event loop leaves in one write: pipelined statements are a system call, not one each. */
class CorkedClient extends pg.Client {
  #isCorked = false;

  constructor(config: pg.ClientConfig) {
    super(config);
    this.query = ((...statement) => {
      this.#cork();
      return (super.query as Query).apply(this, statement);
    }) as Query as pg.Client['query'];
  }

  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}

/** Prepares no statement by name: behind a pooler the next one may run on another connection, which does not know it. */
class UnnamedClient extends CorkedClient {
  constructor(config: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as Query;
    this.query = ((query, ...rest) => send(withoutName(query), ...rest)) as Query as pg.Client['query'];
  }
}

/** Beside those that are kept so many statements have names, of some 50 to 200 kB of plan in each connection; others are planned each time. */
const MOST_STATEMENTS = 100;
const names = new Map<string, string>();
let keptNames = 0;

/** Names a statement in prepared databases, however many others have been asked. */
export function nameStatement(text: string): void {
  if (names.has(text)) return;
  names.set(text, `shop_${names.size}`);
  keptNames += 1;
}

/** What has no parameters is prepared where it is planned at all. */
const READS = /^\s*(select|with)\b/i;

/** Marks a statement that no connection keeps a plan of. */
export const UNPREPARED = '/* planned each time */';

/** A pool that prepares each statement that is planned, by a name that follows from its text. */
export function preparingPool(pool: pg.Pool): pg.Pool {
  const preparing = ({ query }: { query: unknown }) =>
    ((statement, values, ...rest) => (query as Query)(withName(statement, values), values, ...rest)) as Query;
  const connect = async () => {
    const client = await pool.connect();
    return { query: preparing({ query: client.query.bind(client) }), release: client.release };
  };
  return Object.create(pool, {
    query: { value: preparing({ query: pool.query.bind(pool) }) },
    connect: { value: connect },
  }) as pg.Pool;
}

function withName(query: unknown, values: unknown): unknown {
  if (!isStatement(query) || !Array.isArray(values)) return query;
  if (values.length === 0 && !READS.test(query.text)) return query;
  if (query.text.startsWith(UNPREPARED)) return query;
  if (!names.has(query.text) && names.size - keptNames < MOST_STATEMENTS) names.set(query.text, `shop_${names.size}`);
  return { ...query, name: names.get(query.text) };
}

function isStatement(query: unknown): query is { text: string } {
  return typeof query === 'object' && query !== null && 'text' in query && !('submit' in query);
}

function withoutName(query: unknown): unknown {
  const isConfig = typeof query === 'object' && query !== null && !('submit' in query);
  return isConfig ? { ...query, name: undefined } : query;
}
