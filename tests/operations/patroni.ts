import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, waitUntil } from '../../server/startup.ts';
import { cutPorts } from './network.ts';
import { endAfterwards, newFolder, runPart, type Part } from './processes.ts';

const SHOP = 'shop';
const NAMES = ['one', 'two', 'three'] as const;

/** One of a cluster's members: PostgreSQL, and the Patroni that runs it, which reaches etcd by a port of its own. */
export type Member = { name: string; port: number; api: number; etcd: number; data: string; part: Part };

/** A cluster of three with synchronous replication, behind a proxy that leads to its primary. */
export type Cluster = {
  /** The address of the shop's database at the proxy. */
  url: string;
  primary(): Promise<Member>;
  /** Whether a member takes writes, whoever is the primary. */
  takesWrites(member: Member): Promise<boolean>;
  /** Whether a member follows the primary. */
  isReplica(member: Member): Promise<boolean>;
};

/** Starts etcd, three members and haproxy; they end with the test file. */
export async function startCluster(): Promise<Cluster> {
  const doors = await startDoors(await startEtcd());
  const members: Member[] = [];
  for (const [index, name] of NAMES.entries()) {
    members.push(await startMember(name, doors[index]!));
    // The first one makes the cluster, which the others copy.
    await waitUntil(() => isIn('/health', members.at(-1)!), { seconds: 90, what: `${name} to run` });
  }
  const primary = () => findPrimary(members);
  await waitUntil(() => anyIsIn('/synchronous', members), { seconds: 60, what: 'a synchronous replica' });
  const port = await startProxy(members);
  await createShop((await primary()).port);
  const url = `postgres://${SHOP}@127.0.0.1:${port}/${SHOP}`;
  await waitUntil(() => leadsToPrimary(url), { seconds: 30, what: 'the proxy to lead to the primary' });
  return {
    url,
    primary,
    takesWrites: ({ port: at }) => isPrimaryAt(`postgres://postgres@127.0.0.1:${at}/${SHOP}`),
    isReplica: (member) => isIn('/replica', member),
  };
}

/** Cuts a member off from everything else, without a word to either side, until the returned function is called. */
export function cutOff({ port, api, etcd }: Member): () => void {
  return cutPorts([port, api, etcd]);
}

/** Sends a signal to a member's Patroni and to each process of its PostgreSQL. */
export function signalMember({ data, part }: Member, signal: NodeJS.Signals): void {
  const postmaster = postmasterOf(data);
  const children = postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)];
  for (const pid of [part.pid, ...children]) sendSignal(pid, signal);
}

async function startEtcd(): Promise<number> {
  const [client, peer] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  runPart('etcd', [
    `--data-dir=${join(newFolder('etcd'), 'data')}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ]);
  await waitUntil(() => isOk(`${clientUrl}/health`), { seconds: 30, what: 'etcd' });
  return client;
}

/** A port for each member that leads to etcd. */
async function startDoors(etcd: number): Promise<number[]> {
  const doors = await Promise.all(NAMES.map(() => freePort()));
  const file = join(newFolder('haproxy'), 'haproxy.cfg');
  const listens = doors.map(
    (door) => `listen etcd-${door}\n  bind 127.0.0.1:${door}\n  server etcd 127.0.0.1:${etcd}\n`,
  );
  const defaults = 'defaults\n  mode tcp\n  timeout connect 2s\n  timeout client 30m\n  timeout server 30m\n';
  writeFileSync(file, defaults + listens.join(''));
  runPart('haproxy', ['-f', file, '-db']);
  return doors;
}

async function startMember(name: string, etcd: number): Promise<Member> {
  const folder = newFolder('patroni');
  const [port, api] = [await freePort(), await freePort()];
  const data = join(folder, 'data');
  const file = join(folder, 'patroni.yml');
  const settings = {
    scope: SHOP,
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        // A former primary undoes what nobody confirmed, and follows.
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: { unix_socket_directories: folder, max_connections: 200 },
    },
  };
  // JSON is YAML, too.
  writeFileSync(file, JSON.stringify(settings));
  const member = { name, port, api, etcd, data, part: runPart('patroni', [file]) };
  endAfterwards(() => signalMember(member, 'SIGKILL'));
  return member;
}

/** The port at haproxy that leads to the primary, by Patroni's health checks; connections to a member that is none are closed. */
async function startProxy(members: readonly Member[]): Promise<number> {
  const port = await freePort();
  const file = join(newFolder('haproxy'), 'haproxy.cfg');
  const servers = members.map(({ name, port: at, api }) => `  server ${name} 127.0.0.1:${at} check port ${api}`);
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  runPart('haproxy', ['-f', file, '-db']);
  return port;
}

async function createShop(port: number): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(`CREATE ROLE ${SHOP} LOGIN`);
  await client.query(`CREATE DATABASE ${SHOP} OWNER ${SHOP}`);
  await client.end();
}

/** haproxy takes each member for up until its first checks: as many connections as there are members have to reach the primary. */
async function leadsToPrimary(url: string): Promise<boolean> {
  for (const _ of NAMES) if (!(await isPrimaryAt(url))) return false;
  return true;
}

async function isPrimaryAt(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isReplica: boolean }>('SELECT pg_is_in_recovery() AS "isReplica"');
    await client.end();
    return !rows[0]!.isReplica;
  } catch {
    return false;
  }
}

async function findPrimary(members: readonly Member[]): Promise<Member> {
  for (const member of members) if (await isIn('/primary', member)) return member;
  throw new Error('The cluster has no primary.');
}

async function anyIsIn(path: string, members: readonly Member[]): Promise<boolean> {
  return (await Promise.all(members.map((member) => isIn(path, member)))).some(Boolean);
}

/** What a member is, Patroni says by the status of a path. */
function isIn(path: string, { name, api, part }: Member): Promise<boolean> {
  if (!part.isRunning()) throw new Error(`Patroni of ${name} ended: ${part.output()}`);
  return isOk(`http://127.0.0.1:${api}${path}`);
}

function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function postmasterOf(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    return [];
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
