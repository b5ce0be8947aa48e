import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import SERVER_FLAGS from '../../scripts/server-flags.json' with { type: 'json' };
import { attachEmbedded, SHOP_DATABASE } from '../../server/db/embedded.ts';
import { withUnlimitedClient } from '../../server/db/connection.ts';
import { freePort, waitUntil } from '../../server/startup.ts';
import { prepareShop } from '../orders/write-orders.ts';
import { isIndexed, isReady } from '../running-shop.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The demo shop as a process of its own; `client` is on the database of `connect`, whose main process is `postmaster`. */
export type RunningShop = {
  origin: string;
  pid: number;
  postmaster: number;
  connect: pg.PoolConfig;
  client: pg.Client;
};

/** Starts the demo shop of a folder, made there where there is none, for `work`. */
export async function withRunningShop(
  root: string,
  work: (shop: RunningShop) => Promise<void>,
  { flags = [], environment = {} }: { flags?: readonly string[]; environment?: Record<string, string> } = {},
): Promise<void> {
  const { folder } = await prepareShop(root, { titles: 0, orders: 0, seed: 1 });
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), DATA_DIR: folder, RATE_LIMITS: 'off', DEMO: '1', LOG_LEVEL: 'warn' };
  const env = { ...process.env, ...settings, ...environment, NODE_ENV: 'production' };
  const command = [...SERVER_FLAGS, ...flags, join(ROOT, 'server/main.ts')];
  const shop = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = new Promise((resolve) => shop.once('exit', resolve));
  try {
    await waitUntil(() => isReady(`${origin}/readyz`), { seconds: 120, what: 'the shop' });
    await waitUntil(() => isIndexed(origin), { seconds: 600, what: 'the search index' });
    const connect = attachEmbedded(join(folder, 'postgres'))(SHOP_DATABASE);
    const postmaster = Number(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    await withUnlimitedClient(connect, (client) => work({ origin, pid: shop.pid!, postmaster, connect, client }));
  } finally {
    shop.kill('SIGINT');
    await ended;
  }
}
