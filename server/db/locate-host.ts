import { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseAddress, Host, SessionTarget } from './address.ts';

/** A host that takes longer to say whether it takes writes is passed over, in milliseconds. */
const PROBE_MS = 1500;

/** No host of an address is what it should be. */
export class NoHostError extends Error {}

type Located = Required<Pick<DatabaseAddress, 'hosts' | 'target'>> & { connect: pg.ClientConfig };

/**
 * How `pg` connects to the host that is wanted of several: before each connection all are asked at once, and the first that is fit
 * is taken. After a failover new connections therefore reach the new primary, with nothing to be told or restarted.
 */
export function locatingStream({ hosts, target, connect }: Located): () => Socket {
  let asked: Promise<Host> | undefined;
  const locate = () => (asked ??= findHost({ hosts, target, connect }).finally(() => (asked = undefined)));
  return () => {
    const socket = new Socket();
    const dial = socket.connect.bind(socket);
    socket.connect = () => {
      locate().then(
        ({ host, port }) => socket.destroyed || dial(port, host),
        (error: Error) => socket.destroy(error),
      );
      return socket;
    };
    return socket;
  };
}

async function findHost({ hosts, target, connect }: Located): Promise<Host> {
  try {
    return await Promise.any(hosts.map((host) => probe(host, target, connect)));
  } catch (error) {
    const reasons = (error as AggregateError).errors.map(
      (reason: NodeJS.ErrnoException, index) =>
        `${hosts[index]!.host}:${hosts[index]!.port} ${reason.code ?? reason.message}`,
    );
    const wanted = target === 'any' ? 'can be reached' : 'takes writes';
    throw new NoHostError(`None of the database's hosts ${wanted}: ${reasons.join(', ')}.`);
  }
}

async function probe(host: Host, target: SessionTarget, connect: pg.ClientConfig): Promise<Host> {
  const stream = () => {
    const socket = new Socket();
    const dial = socket.connect.bind(socket);
    socket.connect = () => dial(host.port, host.host);
    return socket;
  };
  const client = new pg.Client({
    ...connect,
    stream,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  } as pg.ClientConfig);
  client.on('error', () => {});
  try {
    await client.connect();
    if (target === 'any') return host;
    const { rows } = await client.query("SELECT current_setting('transaction_read_only') = 'on' AS on");
    if (rows[0].on) throw new Error('is read-only');
    return host;
  } finally {
    client.end().catch(() => {});
  }
}
