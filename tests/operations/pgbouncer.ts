import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, waitUntil } from '../../server/startup.ts';
import type { Postgres } from './postgres.ts';
import { newFolder, runPart, type Part } from './processes.ts';

export type Pooler = {
  port: number;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Runs a command of the admin console. */
  tell(command: 'PAUSE' | 'RESUME' | 'RELOAD' | 'SHOW SERVERS'): Promise<pg.QueryResult>;
  /** Reloads the settings with other ones, for which each connection to PostgreSQL has to be a new one. */
  reload(): Promise<void>;
};
export type PoolMode = 'transaction' | 'session';

/** Starts pgbouncer before a PostgreSQL, with its default settings beside these. */
export async function startPgbouncer(
  postgres: Postgres,
  mode: PoolMode,
  settings: Readonly<Record<string, string>> = {},
): Promise<Pooler> {
  const folder = newFolder('pgbouncer');
  const port = await freePort();
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    admin_users: 'shop',
    max_client_conn: '200',
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  const writeSettings = (host: string) => {
    const database = `shop = host=${host} port=${postgres.port} user=shop dbname=shop`;
    writeFileSync(file, `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`);
  };
  writeSettings('127.0.0.1');
  const tell = (command: string) => runCommand(postgres.url(port), command);
  let part: Part | undefined;
  const isUp = async () => {
    if (!part!.isRunning()) throw new Error(`pgbouncer ended: ${part!.output()}`);
    const client = new pg.Client({ connectionString: postgres.url(port) });
    return client
      .connect()
      .then(() => client.query('SELECT 1'))
      .then(
        () => client.end().then(() => true),
        () => false,
      );
  };
  const pooler = {
    port,
    start: async () => {
      part = runPart('pgbouncer', [file]);
      await waitUntil(isUp, { seconds: 30, what: 'pgbouncer' });
    },
    end: async (signal: NodeJS.Signals) => part?.end(signal),
    tell,
    reload: async () => {
      writeSettings('localhost');
      await tell('RELOAD');
    },
  };
  await pooler.start();
  return pooler;
}

/** Runs a command at the admin console of the pooler at this address. */
async function runCommand(url: string, command: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url.replace(/[^/]*$/, 'pgbouncer') });
  await client.connect();
  try {
    return await client.query(command);
  } finally {
    await client.end();
  }
}
