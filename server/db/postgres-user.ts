import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How PostgreSQL's programs are started, and the folder they have access to. */
export type Runner = {
  folder: string;
  /** Changes the owner of a file to the user that PostgreSQL runs as. */
  own(file: string): void;
  start(program: string, parameters: readonly string[], options: SpawnOptions): ChildProcess;
};

type User = { uid: number; gid: number };

/** Folder of PostgreSQL's files where only root has access to the configured one. */
const SYSTEM_DATA_DIR = '/var/lib/halaman';
const SYSTEM_USER = 'halaman';
const USER_MAPPING = ['--user', '--map-user=1000', '--map-group=1000', '--'];

/**
 * PostgreSQL refuses to run as root. As root we map ourselves to another id in a user namespace (the files stay
 * root's); where namespaces are not available, we create a system user, with data and programs below /var/lib where it
 * has no access to the configured folders.
 */
export function chooseRunner(folder: string): Runner {
  if (process.getuid?.() !== 0) return ownRunner(folder, spawn);
  return canMapUser() ? ownRunner(folder, startMapped) : systemUserRunner(folder);
}

function ownRunner(folder: string, start: Runner['start']): Runner {
  return { folder, own: () => {}, start };
}

function canMapUser(): boolean {
  return spawnSync('unshare', [...USER_MAPPING, 'true']).status === 0;
}

function startMapped(program: string, parameters: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn('unshare', [...USER_MAPPING, program, ...parameters], options);
}

function systemUserRunner(preferred: string): Runner {
  const user = systemUser();
  const folder = canEnter(user, dirname(preferred)) ? preferred : join(SYSTEM_DATA_DIR, pathDigest(preferred));
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = (file: string) => chownSync(file, user.uid, user.gid);
  own(folder);
  return {
    folder,
    own,
    start: (program, list, options) =>
      spawn(executableProgram(user, program), list, { ...options, ...user, cwd: folder }),
  };
}

function systemUser(): User {
  const known = spawnSync('id', ['-u', SYSTEM_USER]).status === 0;
  const words = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', SYSTEM_USER];
  if (!known) execFileSync('useradd', words);
  const idOf = (flag: string) => Number(execFileSync('id', [flag, SYSTEM_USER], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Whether a user has access to a folder, tested as that user. */
function canEnter(user: User, folder: string): boolean {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}

/** The path of a program that the user may run: its own, else one in a copy of the whole installation. */
function executableProgram(user: User, program: string): string {
  const bin = dirname(program);
  if (canEnter(user, bin)) return program;
  const native = dirname(bin);
  const copy = join(SYSTEM_DATA_DIR, `programs-${pathDigest(native)}`);
  if (!existsSync(copy)) {
    cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.new`, copy);
  }
  return join(copy, 'bin', program.slice(bin.length + 1));
}

function pathDigest(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
