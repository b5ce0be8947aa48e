import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parse } from 'yaml';
import { freePort, waitUntil } from '../../server/startup.ts';
import { readDeployFile } from '../deployment-files.ts';
import { CAN_CUT, layNetwork, type Machine } from './network.ts';
import { startPrimaryProxy, type PrimaryProxy } from './primary-proxy.ts';
import { endAfterwards, newFolder, runPart, runToEnd, type Part } from './processes.ts';

const SHOP = 'shop';
const PASSWORD = 'secret';
const NAMES = ['one', 'two', 'three'] as const;
const HERE = '127.0.0.1';

/** One of a cluster's members: PostgreSQL, and the Patroni that runs it, on a machine of its own where there can be one. */
export type Member = {
  name: string;
  address: string;
  port: number;
  api: number;
  /** The folder of its data, its settings and its socket. */
  folder: string;
  machine: Machine | undefined;
  part: Part;
};

/** A cluster of three with synchronous replication, behind a proxy that leads to its primary, both as deployed. */
export type Cluster = {
  /** The address of the shop's database at the proxy. */
  url: string;
  members: readonly Member[];
  proxy: PrimaryProxy;
  primary(): Promise<Member>;
};

/** An older Patroni loses orders when a primary hangs, and ruins one that is cut off (docs/several-servers.md). */
const OLDEST_PATRONI = '4.0.6';

/** Starts etcd, three members and haproxy; they end with the test file. */
export async function startCluster(): Promise<Cluster> {
  requirePatroni();
  const network = CAN_CUT ? layNetwork(NAMES.length) : undefined;
  const etcd = await startEtcd(network?.address ?? HERE);
  const members: Member[] = [];
  for (const [index, name] of NAMES.entries()) {
    members.push(await startMember(name, etcd, network?.machines[index]));
    // The first one makes the cluster, which the others copy.
    await waitUntil(() => isIn('/health', members.at(-1)!), { seconds: 90, what: `${name} to run` });
  }
  const primary = () => findPrimary(members);
  await waitUntil(() => anyIsIn('/synchronous', members), { seconds: 60, what: 'a synchronous replica' });
  const proxy = await startPrimaryProxy(members);
  await createShop(await primary());
  const url = `postgres://${SHOP}:${PASSWORD}@${HERE}:${proxy.port}/${SHOP}`;
  await waitUntil(() => leadsToPrimary(url), { seconds: 30, what: 'the proxy to lead to the primary' });
  return { url, members, proxy, primary };
}

/** The address of the shop's database at one member. */
export function urlAt({ address, port }: Member): string {
  return `postgres://${SHOP}:${PASSWORD}@${address}:${port}/${SHOP}`;
}

/** A client of a member as its administrator, by its socket, which no cut cable separates. */
export function clientOnMachine({ folder, port }: Member): pg.Client {
  const settings = { user: 'postgres', password: PASSWORD, database: 'postgres' };
  return newClient({ ...settings, host: folder, port });
}

/** Whether a member takes writes, whoever is the primary. */
export function takesWrites(member: Member): Promise<boolean> {
  return isPrimary(clientOnMachine(member));
}

/** Whether a member answers, and takes no writes. */
export function isReadOnly(member: Member): Promise<boolean> {
  return isTrue(clientOnMachine(member), 'pg_is_in_recovery()');
}

/** Whether a replica follows the primary and has everything that the primary has now. One that just stops being it answers nothing. */
export async function hasCaughtUp(replica: Member, primary: Member): Promise<boolean> {
  const written = await valueOf(clientOnMachine(primary), 'pg_current_wal_insert_lsn()').catch(() => undefined);
  if (written === undefined) return false;
  // A former primary that still has what nobody else has calls itself a replica for a moment, but gets nothing from the primary.
  const isFollowing = `EXISTS (SELECT FROM pg_stat_replication
    WHERE application_name = '${replica.name}' AND state = 'streaming' AND replay_lsn >= '${written}')`;
  return isTrue(clientOnMachine(primary), isFollowing);
}

/** Sends a signal to a member's Patroni and to each process of its PostgreSQL. */
export function signalMember(member: Member, signal: NodeJS.Signals): void {
  const postmaster = postmasterOf(member);
  const children = postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)];
  for (const pid of [member.part.pid, ...children]) sendSignal(pid, signal);
}

/** Starts a member again that was killed, as a service manager does. */
export function restartMember(member: Member): void {
  member.part = runPatroni(member);
}

function requirePatroni(): void {
  const version = /[\d.]+/.exec(runToEnd('patroni', ['--version']))?.[0] ?? '';
  if (version.localeCompare(OLDEST_PATRONI, 'en', { numeric: true }) < 0)
    throw new Error(`Patroni ${version} is too old: ${OLDEST_PATRONI} or newer is needed (Debian 13 has it).`);
}

async function startEtcd(address: string): Promise<string> {
  const [client, peer] = [await freePort(), await freePort()];
  const [clientUrl, peerUrl] = [`http://${address}:${client}`, `http://${HERE}:${peer}`];
  runPart('etcd', [
    `--data-dir=${join(newFolder('etcd'), 'data')}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ]);
  await waitUntil(() => isOk(`${clientUrl}/health`), { seconds: 30, what: 'etcd' });
  return `${address}:${client}`;
}

async function startMember(name: string, etcd: string, machine?: Machine): Promise<Member> {
  const folder = newFolder('patroni');
  const [port, api] = [await freePort(), await freePort()];
  const address = machine?.address ?? HERE;
  const { postgresql, ...deployed } = parse(readDeployFile('patroni/patroni.yml')) as Record<string, object>;
  const settings = {
    ...deployed,
    name,
    restapi: at(`${address}:${api}`),
    etcd3: { host: etcd },
    postgresql: {
      ...postgresql,
      ...at(`${address}:${port}`),
      data_dir: join(folder, 'data'),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: PASSWORD },
        replication: { username: 'replicator', password: PASSWORD },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
  // JSON is YAML, too.
  writeFileSync(join(folder, 'patroni.yml'), JSON.stringify(settings));
  const member = { name, address, port, api, folder, machine };
  const started = { ...member, part: runPatroni(member) };
  endAfterwards(() => signalMember(started, 'SIGKILL'));
  return started;
}

function at(address: string): object {
  return { listen: address, connect_address: address };
}

function runPatroni({ folder, machine }: Pick<Member, 'folder' | 'machine'>): Part {
  return runPart('patroni', [join(folder, 'patroni.yml')], machine?.namespace);
}

async function createShop(primary: Member): Promise<void> {
  const client = clientOnMachine(primary);
  await client.connect();
  await client.query(`CREATE ROLE ${SHOP} LOGIN PASSWORD '${PASSWORD}'`);
  await client.query(`CREATE DATABASE ${SHOP} OWNER ${SHOP}`);
  await client.end();
}

/** haproxy takes each member for up until its first checks: as many connections as there are members have to reach the primary. */
async function leadsToPrimary(connectionString: string): Promise<boolean> {
  for (const _ of NAMES) if (!(await isPrimary(newClient({ connectionString })))) return false;
  return true;
}

function newClient(settings: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ connectionTimeoutMillis: 2000, ...settings });
  client.on('error', () => {});
  return client;
}

function isPrimary(client: pg.Client): Promise<boolean> {
  return isTrue(client, 'NOT pg_is_in_recovery()');
}

function isTrue(client: pg.Client, expression: string): Promise<boolean> {
  return valueOf(client, expression).then(
    (value) => value === true,
    () => false,
  );
}

async function valueOf(client: pg.Client, expression: string): Promise<unknown> {
  try {
    await client.connect();
    const { rows } = await client.query<{ value: unknown }>(`SELECT ${expression} AS value`);
    return rows[0]!.value;
  } finally {
    await client.end().catch(() => {});
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
function isIn(path: string, { name, address, api, part }: Member): Promise<boolean> {
  if (!part.isRunning()) throw new Error(`Patroni of ${name} ended: ${part.output()}`);
  return isOk(`http://${address}:${api}${path}`);
}

function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function postmasterOf({ folder }: Member): number | undefined {
  const file = join(folder, 'data/postmaster.pid');
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
