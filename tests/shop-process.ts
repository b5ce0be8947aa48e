import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from '../server/config.ts';
import { waitUntil } from '../server/startup.ts';

const ROOT = join(import.meta.dirname, '..');

/** With which Node starts the shop and its commands, as `npm start` does. */
export const NODE_FLAGS = [`--import=${pathToFileURL(join(ROOT, 'server/quick-imports.ts'))}`];

/** The real server as a process of its own, as `npm start` runs it. */
export type ShopProcess = {
  url: string;
  /** Starts it, or another build of it, and waits until it is ready. */
  start(build?: string): Promise<void>;
  /** Ends it with a signal; returns its exit code. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  isReady(): Promise<boolean>;
  /** What `/readyz` says. */
  readiness(): Promise<{ status?: string; reason?: string }>;
};

export async function shopProcess(settings: Environment): Promise<ShopProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), LOG_LEVEL: 'silent', ...settings };
  let child: ChildProcess | undefined;
  let errors = '';
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  const readiness = () =>
    fetch(`${url}/readyz`).then(
      (response) => response.json() as Promise<object>,
      () => ({}),
    );
  return {
    url,
    isReady,
    readiness,
    start: async (build = ROOT) => {
      const started = spawn(process.execPath, [...NODE_FLAGS, 'server/main.ts'], {
        cwd: build,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child = started;
      started.stderr.on('data', (chunk: Buffer) => (errors += chunk));
      const isUp = () => {
        if (started.exitCode !== null) throw new Error(`The server ended with ${started.exitCode}: ${errors}`);
        return isReady();
      };
      await waitUntil(isUp, { seconds: 50, what: 'the server to be ready' });
    },
    end: async (signal) => {
      const ending = child;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
      const ended = new Promise<number | null>((resolve) => ending.once('exit', resolve));
      ending.kill(signal);
      return ended;
    },
  };
}

/** Builds the storefront where nobody has yet: the server does not start without it. */
export function buildWhereMissing(): void {
  if (existsSync(join(ROOT, 'dist/shop/manifest.json'))) return;
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: ROOT, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The build failed: ${stderr}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
