import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, waitUntil } from '../../server/startup.ts';
import { newFolder, runPart, runToEnd, type Part } from './processes.ts';

const SHOP = 'shop';

/** A PostgreSQL of the system on a port of its own, with the shop's database and role. */
export type Postgres = {
  port: number;
  folder: string;
  /** The address of the shop's database, at this server or at a pooler's port. */
  url(port?: number): string;
  start(): Promise<void>;
  isRunning(): boolean;
  /** Ends it: SIGINT is a fast shutdown, SIGQUIT an immediate one, SIGKILL a crash. */
  end(signal: NodeJS.Signals): Promise<void>;
  query(statement: string): Promise<pg.QueryResult>;
  /** What it wrote to its log lately. */
  output(): string;
};

/** Creates and starts one; it ends with the test file. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  folder = newFolder('postgres'),
): Promise<Postgres> {
  const data = join(folder, 'data');
  runToEnd('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
  const postgres = openPostgres(data, await freePort(), settings);
  await postgres.start();
  await query(postgres.port, 'postgres', `CREATE ROLE ${SHOP} LOGIN`);
  await query(postgres.port, 'postgres', `CREATE DATABASE ${SHOP} OWNER ${SHOP}`);
  return postgres;
}

/** A server on an existing data folder, such as a replica's; not started yet. */
export function openPostgres(data: string, port: number, settings: Readonly<Record<string, string>> = {}): Postgres {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    port: String(port),
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
  let part: Part | undefined;
  const isUp = async () => {
    if (!part!.isRunning()) throw new Error(`PostgreSQL ended: ${part!.output()}`);
    return query(port, 'postgres', 'SELECT 1').then(
      () => true,
      () => false,
    );
  };
  return {
    port,
    folder: data,
    url: (at = port) => `postgres://${SHOP}@127.0.0.1:${at}/${SHOP}`,
    start: async () => {
      part = runPart('postgres', ['-D', data]);
      await waitUntil(isUp, { seconds: 60, what: 'PostgreSQL' });
    },
    isRunning: () => part?.isRunning() ?? false,
    end: async (signal) => part?.end(signal),
    query: (statement) => query(port, SHOP, statement),
    output: () => part?.output() ?? '',
  };
}

/** A streaming replica of a server, started. */
export async function startReplica(
  primary: Postgres,
  settings: Readonly<Record<string, string>> = {},
): Promise<Postgres> {
  const data = join(newFolder('replica'), 'data');
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  runToEnd('pg_basebackup', [...from, '-D', data, '-R', '--checkpoint=fast']);
  const replica = openPostgres(data, await freePort(), settings);
  await replica.start();
  return replica;
}

/** Runs a statement as the superuser, on a connection of its own. */
async function query(port: number, database: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
