import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../../server/startup.ts';
import { NODE_FLAGS } from '../shop-process.ts';

export type DemoShop = { url: string; folder: string; close(): Promise<void> };

/** Starts the real shop with its demo on a scratch folder. */
export async function startDemoShop(port: number, settings: Record<string, string> = {}): Promise<DemoShop> {
  const folder = mkdtempSync(join(tmpdir(), 'halaman-browser-'));
  const url = `http://localhost:${port}`;
  const environment = {
    PORT: String(port),
    DATA_DIR: folder,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    DEMO: '1',
    ...settings,
  };
  const shop = spawn(process.execPath, [...NODE_FLAGS, 'server/main.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntil(() => isReady(url, shop), { seconds: 120, what: 'the shop to open' });
  return {
    url,
    folder,
    close: async () => {
      const ended = new Promise((resolve) => shop.once('exit', resolve));
      shop.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string, shop: ChildProcess): Promise<boolean> {
  if (shop.exitCode !== null) throw new Error('The shop ended before it was ready.');
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}
