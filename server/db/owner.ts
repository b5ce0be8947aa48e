import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash, randomUUID } from 'node:crypto';

/** The data folder belongs to another living process. */
export class FolderTaken extends Error {}

type Claim = { pid: number; socket: string };

/**
 * Makes this process the one owner of a data folder and answers how to give it up. The owner listens on a local
 * socket named in the folder's `owner.json`: answered is alive, refused is stale; age says nothing.
 * Throws {@link FolderTaken} when another process answers.
 */
export async function claimFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'owner.json');
  const socket = socketPath(folder);
  const server = await listen(socket);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (writeOnce(file, { pid: process.pid, socket })) return () => giveUp(server, file);
    const rival = readClaim(file);
    if (rival && (await answers(rival.socket))) {
      server.close();
      throw new FolderTaken(`The data folder ${folder} is in use by process ${rival.pid}. Stop that one first.`);
    }
    rmSync(file, { force: true });
    if (rival) removeSocket(rival.socket);
  }
  server.close();
  throw new FolderTaken(`The data folder ${folder} is being claimed by another process. Try again.`);
}

/** Whether a living process owns a data folder. */
export async function isOwned(folder: string): Promise<boolean> {
  const claim = readClaim(join(folder, 'owner.json'));
  return claim !== undefined && answers(claim.socket);
}

function giveUp(server: Server, file: string): void {
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

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function writeOnce(file: string, claim: Claim): boolean {
  try {
    writeFileSync(file, JSON.stringify(claim), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readClaim(file: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim;
  } catch {
    return undefined;
  }
}

function removeSocket(path: string): void {
  if (process.platform !== 'win32') rmSync(path, { force: true });
}
