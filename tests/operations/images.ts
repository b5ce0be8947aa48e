import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { readDeployFile } from '../deployment-files.ts';
import { endAfterwards } from './processes.ts';

const ROOT = join(import.meta.dirname, '../..');

const { services } = parse(readDeployFile('compose.yaml'), { merge: true }) as Record<
  string,
  Record<string, { image: string }>
>;
const [, NODE = '', BASE = ''] = /^FROM (\S+) AS build$[^]*^FROM (\S+)$/m.exec(readDeployFile('Dockerfile')) ?? [];

/** The images that `compose.yaml` and the Dockerfile name, by their target in `images/Dockerfile`. */
const STAND_INS = {
  node: NODE,
  postgres: services!.database!.image,
  haproxy: services!.proxy!.image,
  pgbouncer: services!.pooler!.image,
  mailpit: services!.mail!.image,
};

/** Runs Docker's command; throws with what it said where it fails. */
export function docker(...args: readonly string[]): Promise<string> {
  return run('docker', args);
}

/** Builds the shop's image as the docs say, from images that are pulled or, where none can be, made here. */
export async function buildShopImage(): Promise<void> {
  if (!(await isThere(BASE))) await makeBase();
  const isMade = await Promise.all(Object.values(STAND_INS).map(isThere));
  const missing = Object.entries(STAND_INS).filter((_, place) => !isMade[place]);
  if (missing.length > 0) await makeStandIns(missing);
  await run('docker', ['build', '--file', 'deploy/Dockerfile', '--tag', 'halaman:latest', '.']);
}

/** Whether the image is on this machine, after pulling it where it was not. */
async function isThere(image: string): Promise<boolean> {
  const tries = [
    ['image', 'inspect', image],
    ['pull', '--quiet', image],
  ];
  for (const args of tries) if (await succeeds('docker', args)) return true;
  return false;
}

async function makeBase(): Promise<void> {
  const folder = newContext();
  await run('debootstrap', ['--variant=minbase', 'bookworm', join(folder, 'root'), 'http://deb.debian.org/debian']);
  await run('sh', ['-c', `tar --directory ${folder}/root --create . | docker import - ${BASE}`]);
}

async function makeStandIns(missing: readonly (readonly [target: string, image: string])[]): Promise<void> {
  const context = newContext();
  cpSync(join(import.meta.dirname, 'images'), context, { recursive: true });
  copyFileSync(process.execPath, join(context, 'node'));
  const npm = (await run('sh', ['-c', 'readlink --canonicalize "$(command -v npm)"'])).trim();
  cpSync(join(npm, '../..'), join(context, 'npm'), { recursive: true });
  // The machine's own: a network may have a proxy that signs for itself.
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(context, 'certificates.pem'));
  for (const [target, image] of missing) await run('docker', ['build', '--target', target, '--tag', image, context]);
}

function newContext(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halaman-images-'));
  endAfterwards(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function succeeds(program: string, args: readonly string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}

/** Runs a program of this machine in the root of the repository; throws with what it said where it fails. */
export async function run(program: string, args: readonly string[]): Promise<string> {
  // Debian's engine has no buildx.
  const env = { ...process.env, DOCKER_BUILDKIT: '0' };
  const { stdout } = await promisify(execFile)(program, args, { cwd: ROOT, env, maxBuffer: 100_000_000 });
  return stdout;
}
