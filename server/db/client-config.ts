import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { locatingStream } from './locate-host.ts';

/** What `pg` connects by: with several hosts, whichever is wanted when a connection is opened. */
export function toClientConfig({ hosts, target = 'read-write', isPooler, ...connect }: DatabaseAddress): pg.PoolConfig {
  const stream = hosts && { stream: locatingStream({ hosts, target, connect }) };
  return { ...connect, ...stream, ...(isPooler && { Client: UnnamedClient }) } as pg.PoolConfig;
}

type Query = (query: unknown, ...rest: unknown[]) => unknown;

/** Prepares no statement by name: behind a pooler the next one may run on another connection, which does not know it. */
class UnnamedClient extends pg.Client {
  constructor(config: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as Query;
    this.query = ((query, ...rest) => send(withoutName(query), ...rest)) as Query as pg.Client['query'];
  }
}

function withoutName(query: unknown): unknown {
  const isConfig = typeof query === 'object' && query !== null && !('submit' in query);
  return isConfig ? { ...query, name: undefined } : query;
}
