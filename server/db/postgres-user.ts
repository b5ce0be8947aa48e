import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How PostgreSQL's programs are started, and the folder that they may use. */
export type Runner = {
  folder: string;
  /** Gives a file of ours to the user that PostgreSQL runs as. */
  own(file: string): void;
  start(program: string, parameters: readonly string[], options: SpawnOptions): ChildProcess;
};

type User = { uid: number; gid: number };

/** Where PostgreSQL's files go when the wished places lie behind a door that only root opens. */
const OUTSIDE = '/var/lib/halaman';
const SYSTEM_USER = 'halaman';
const MAPPING = ['--user', '--map-user=1000', '--map-group=1000', '--'];

/**
 * PostgreSQL refuses to run as root. As root we map ourselves to another id in a user namespace (the files stay
 * root's); where namespaces are not to be had, we make a system user, with data and programs below /var/lib where it
 * cannot enter the wished folders.
 */
export function chooseRunner(folder: string): Runner {
  if (process.getuid?.() !== 0) return ownRunner(folder, spawn);
  return canMapUser() ? ownRunner(folder, startMapped) : systemUserRunner(folder);
}

function ownRunner(folder: string, start: Runner['start']): Runner {
  return { folder, own: () => {}, start };
}

function canMapUser(): boolean {
  return spawnSync('unshare', [...MAPPING, 'true']).status === 0;
}

function startMapped(program: string, parameters: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn('unshare', [...MAPPING, program, ...parameters], options);
}

function systemUserRunner(wished: string): Runner {
  const user = systemUser();
  const folder = canEnter(user, dirname(wished)) ? wished : join(OUTSIDE, nameFor(wished));
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = (file: string) => chownSync(file, user.uid, user.gid);
  own(folder);
  return {
    folder,
    own,
    start: (program, list, options) => spawn(reachable(user, program), list, { ...options, ...user, cwd: folder }),
  };
}

function systemUser(): User {
  const known = spawnSync('id', ['-u', SYSTEM_USER]).status === 0;
  const words = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', SYSTEM_USER];
  if (!known) execFileSync('useradd', words);
  const ask = (flag: string) => Number(execFileSync('id', [flag, SYSTEM_USER], { encoding: 'utf8' }));
  return { uid: ask('-u'), gid: ask('-g') };
}

/** Whether a user may pass through a folder; the question is asked as that user. */
function canEnter(user: User, folder: string): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}

/** A program where the user may run it: in its place, else in a copy of the whole installation. */
function reachable(user: User, program: string): string {
  const bin = dirname(program);
  if (canEnter(user, bin)) return program;
  const native = dirname(bin);
  const copy = join(OUTSIDE, `programs-${nameFor(native)}`);
  if (!existsSync(copy)) {
    cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.new`, copy);
  }
  return join(copy, 'bin', program.slice(bin.length + 1));
}

function nameFor(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
