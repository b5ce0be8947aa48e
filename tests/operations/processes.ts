import {
  execFileSync,
  spawn,
  type ChildProcess,
  type SpawnOptionsWithStdioTuple,
  type StdioNull,
  type StdioPipe,
} from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Milliseconds: several starts of servers on a machine that does other work too. */
export const SLOW = 300_000;

const endings: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});
// A run that is interrupted comes to no hook.
process.once('exit', () => {
  for (const end of endings.toReversed()) void end();
});

/** Has something ended after the test file, the last first, wherever in it that began. */
export function endAfterwards(end: () => unknown): void {
  endings.push(end);
}

/** PostgreSQL and pgbouncer refuse to run as root; Debian's packages bring this user. */
const SERVICE_USER = 'postgres';

export type Part = {
  pid: number;
  /** What it wrote so far. */
  output(): string;
  isRunning(): boolean;
  /** Ends it with a signal and waits until it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>;
};

/**
 * A program of the system that runs until the test file ends; as root under the user of Debian's PostgreSQL. With a namespace it has the
 * network of that.
 */
export function runPart(program: string, args: readonly string[], namespace?: string): Part {
  const { uid, gid } = serviceUser();
  const enter = [`--net=/run/netns/${namespace}`, `--setuid=${uid}`, `--setgid=${gid}`, find(program), ...args];
  const child = namespace ? spawn(find('nsenter'), enter, RUN) : spawn(find(program), args, { ...RUN, uid, gid });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)));
  const part = {
    pid: child.pid!,
    output: () => output,
    isRunning: () => isRunning(child),
    end: (signal: NodeJS.Signals = 'SIGTERM') => endChild(child, signal),
  };
  endAfterwards(() => part.end('SIGKILL'));
  return part;
}

const RUN: SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioPipe> = {
  cwd: '/',
  stdio: ['ignore', 'pipe', 'pipe'],
};

/** Runs a program of the system to its end; throws with what it said where it fails. */
export function runToEnd(program: string, args: readonly string[]): string {
  return execFileSync(find(program), args, { ...serviceUser(), cwd: '/', encoding: 'utf8', stdio: 'pipe' });
}

/** A folder that the system's programs may write to; gone after the test file. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `halaman-${name}-`));
  const { uid, gid } = serviceUser();
  if (uid !== undefined) chownSync(folder, uid, gid!);
  endAfterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether this machine lets us mount file systems. */
export const CAN_MOUNT = process.getuid?.() === 0;

/** A disk of its own of so many megabytes; gone after the test file. */
export function newDisk(megabytes: number): string {
  const folder = newFolder('disk');
  const { uid, gid } = serviceUser();
  const options = `size=${megabytes}m,mode=0700,uid=${uid},gid=${gid}`;
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  endAfterwards(() => execFileSync('umount', ['--lazy', folder]));
  return folder;
}

const FOLDERS = ['/usr/lib/postgresql/15/bin', '/usr/sbin', '/usr/bin'];

function find(program: string): string {
  const folder = FOLDERS.find((name) => existsSync(join(name, program)));
  if (!folder)
    throw new Error(
      `${program} is not installed: apt-get install haproxy pgbouncer pgbackrest postgresql (Debian 12 or alike).`,
    );
  return join(folder, program);
}

function serviceUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, SERVICE_USER], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
