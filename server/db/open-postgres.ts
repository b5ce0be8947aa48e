import { join } from 'node:path';
import type { Config } from '../config.ts';
import { parseDatabaseUrl, type DatabaseAddress } from './address.ts';
import { attachEmbedded, SHOP_DATABASE, startEmbedded } from './embedded.ts';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { createHash, randomUUID } from 'node:crypto';

/** How to connect to the shop's database, and how to release it. */
export type PostgresHandle = {
  /** PostgreSQL itself: for what listens, locks, migrates or takes long. */
  connect: DatabaseAddress;
  /** Where the statements of requests go: the same, or a pooler. */
  pooled: DatabaseAddress;
  pid: number | undefined;
  stop(): Promise<void>;
};

/** The database of a server: `DATABASE_URL`, or the embedded PostgreSQL in its data folder, which is locked in any case. */
export async function openPostgres(config: Config, say: (sentence: string) => void): Promise<PostgresHandle> {
  const release = await lockDataDir(config.dataDir);
  if (config.databaseUrl) return { ...external(config), stop: async () => release() };
  try {
    const embedded = await startEmbedded({ folder: postgresFolder(config), onNotice: say });
    const stop = () => embedded.stop().finally(release);
    return { ...alike(embedded.connect(SHOP_DATABASE)), pid: embedded.pid, stop };
  } catch (error) {
    release();
    throw error;
  }
}

/** The database of an operator's command: the running server's where one has locked the data folder, else our own. */
export async function openRunningPostgres(config: Config, say: (sentence: string) => void): Promise<PostgresHandle> {
  if (config.databaseUrl) return external(config);
  if (!(await isDataDirLocked(config.dataDir))) return openPostgres(config, say);
  const attached = attachEmbedded(postgresFolder(config));
  return { ...alike(attached(SHOP_DATABASE)), pid: undefined, stop: async () => {} };
}

function external({ databaseUrl, databaseDirectUrl, databaseReplicaUrl }: Config): PostgresHandle {
  const address = parseDatabaseUrl(databaseUrl!)!;
  const addresses = databaseDirectUrl
    ? { connect: { ...parseDatabaseUrl(databaseDirectUrl)!, hasPooler: true }, pooled: { ...address, isPooler: true } }
    : alike(databaseReplicaUrl ? { ...address, hasPooler: true } : address);
  return { ...addresses, pid: undefined, stop: async () => {} };
}

function alike(connect: DatabaseAddress): Pick<PostgresHandle, 'connect' | 'pooled'> {
  return { connect, pooled: connect };
}

function postgresFolder(config: Config): string {
  return join(config.dataDir, 'postgres');
}

/** The data folder is locked by another running process. */
export class DataDirLockedError extends Error {}

type DataDirLock = { pid: number; socket: string };

/**
 * Locks a data folder for this process and returns how to release it. The owner listens on a local socket named in the
 * folder's `owner.json`: a lock whose socket accepts no connection is stale, whatever its age. Throws
 * {@link DataDirLockedError} where another process owns it.
 */
export async function lockDataDir(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'owner.json');
  const socket = socketPath(folder);
  const server = await listen(socket);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (createLockFile(file, { pid: process.pid, socket })) return () => releaseLock(server, file);
    const owner = readLockFile(file);
    if (owner && (await isListening(owner.socket))) {
      server.close();
      throw new DataDirLockedError(`The data folder ${folder} is in use by process ${owner.pid}. Stop that one first.`);
    }
    rmSync(file, { force: true });
    if (owner) removeSocket(owner.socket);
  }
  server.close();
  throw new DataDirLockedError(`The data folder ${folder} is being claimed by another process. Try again.`);
}

/** Whether a running process owns a data folder. */
export async function isDataDirLocked(folder: string): Promise<boolean> {
  const claim = readLockFile(join(folder, 'owner.json'));
  return claim !== undefined && isListening(claim.socket);
}

function releaseLock(server: Server, file: string): void {
  rmSync(file, { force: true });
  server.close();
}

/** A socket's path may have about 100 bytes: one below a deep folder lives in the system's temporary folder. */
function socketPath(folder: string): string {
  const name = `owner-${randomUUID().slice(0, 8)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\halaman-${name}`;
  const inside = join(folder, `${name}.sock`);
  if (Buffer.byteLength(inside) < 100) return inside;
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return join(tmpdir(), `halaman-${digest}-${name}.sock`);
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end());
    server.unref();
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function createLockFile(file: string, claim: DataDirLock): boolean {
  try {
    writeFileSync(file, JSON.stringify(claim), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readLockFile(file: string): DataDirLock | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as DataDirLock;
  } catch {
    return undefined;
  }
}

function removeSocket(path: string): void {
  if (process.platform !== 'win32') rmSync(path, { force: true });
}
