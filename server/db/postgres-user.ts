import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { accessSync, chownSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createHash } from 'node:crypto';

/** How PostgreSQL's programs are started, and the folder that they may use. */
export type Runner = {
  folder: string;
  /** Gives a file of ours to the user that PostgreSQL runs as. */
  own(file: string): void;
  start(program: string, parameters: readonly string[], options: SpawnOptions): ChildProcess;
};

/** Files of the embedded PostgreSQL where the wished folder lies behind a door that only root opens. */
const OUTSIDE = '/var/lib/halaman';
const SYSTEM_USER = 'halaman';

/**
 * PostgreSQL refuses to run as root. As root we map ourselves to another id in a user namespace (the files stay
 * root's); where namespaces are not to be had, we make a system user and, if it cannot enter `folder`, use a
 * folder below /var/lib.
 */
export function chooseRunner(folder: string): Runner {
  if (process.getuid?.() !== 0)
    return { folder, own: () => {}, start: (program, list, options) => spawn(program, list, options) };
  if (canMapUser()) return { folder, own: () => {}, start: startMapped };
  return runAsSystemUser(folder);
}

function canMapUser(): boolean {
  return spawnSync('unshare', [...MAPPING, 'true']).status === 0;
}

const MAPPING = ['--user', '--map-user=1000', '--map-group=1000', '--'];

function startMapped(program: string, parameters: readonly string[], options: SpawnOptions): ChildProcess {
  return spawn('unshare', [...MAPPING, program, ...parameters], options);
}

function runAsSystemUser(wished: string): Runner {
  const uid = systemUser();
  const folder = isEnterable(wished, uid) ? wished : outside(wished);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, uid, uid);
  return {
    folder,
    own: (file) => chownSync(file, uid, uid),
    start: (program, list, options) => spawn(program, list, { ...options, uid, gid: uid }),
  };
}

function systemUser(): number {
  const known = spawnSync('id', ['-u', SYSTEM_USER], { encoding: 'utf8' });
  if (known.status === 0) return Number(known.stdout);
  execFileSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    SYSTEM_USER,
  ]);
  return Number(execFileSync('id', ['-u', SYSTEM_USER], { encoding: 'utf8' }));
}

function isEnterable(folder: string, uid: number): boolean {
  const parent = join(folder, '..');
  const probe = spawnSync(process.execPath, ['-e', `require('fs').accessSync(${JSON.stringify(parent)}, 1)`], { uid });
  return probe.status === 0 && isWritable(parent);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function outside(folder: string): string {
  return join(OUTSIDE, createHash('sha256').update(folder).digest('hex').slice(0, 12));
}
