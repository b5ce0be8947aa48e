import autocannon from 'autocannon';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { parseArgs } from 'node:util';
import COMMAND_FLAGS from '../scripts/command-flags.json' with { type: 'json' };
import SERVER_FLAGS from '../scripts/server-flags.json' with { type: 'json' };
import { withUnlimitedClient } from '../server/db/connection.ts';
import { attachEmbedded, SHOP_DATABASE } from '../server/db/embedded.ts';
import { freePort, waitUntil } from '../server/startup.ts';
import { importFiles } from './import-files.ts';
import { hasMadeFeeds, isIndexed, isReady } from './running-shop.ts';
import { cpuOfGroup, cpuOfProcess, peakMegabytes } from './process-usage.ts';

/* Imports made files by the command line while a server of the same shop runs: records a second, the processor time of Node and
   of PostgreSQL, memory, and how long a cached page takes meanwhile: new titles, the same file again, the same titles with other
   prices and stocks. Into a new demo shop, or with `--data FOLDER` into the one of that data folder, which keeps what is imported. */

const ROOT = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string', default: 'csv,onix' },
    data: { type: 'string' },
    pages: { type: 'boolean', default: false },
  },
});
const records = Number(values.records);
const work = mkdtempSync(join(tmpdir(), 'halaman-imports-'));
const dataDir = values.data === undefined ? join(work, 'data') : resolvePath(values.data);
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(port),
  // With another address the feeds would be made anew.
  PUBLIC_URL: 'http://localhost:3000',
  DEMO: '1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
};
const server = spawn(process.execPath, [...SERVER_FLAGS, join(ROOT, 'server/main.ts')], {
  env: { ...env, NODE_ENV: 'production' },
  stdio: ['ignore', 'ignore', 'inherit'],
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(1)));
try {
  await waitUntil(() => isReady(`${origin}/readyz`), { seconds: 900, what: 'the shop' });
  await waitUntil(() => isIndexed(origin), { seconds: 900, what: 'the search index' });
  await waitUntil(() => isReady(origin), { seconds: 60, what: 'the home page' });
  const feeds = () => withUnlimitedClient(attachEmbedded(join(dataDir, 'postgres'))(SHOP_DATABASE), hasMadeFeeds);
  await waitUntil(feeds, { seconds: 1800, what: 'the sitemap and the merchant feed' });
  console.log(`${records} records, load ${loadavg()[0]!.toFixed(1)}`);
  if (values.pages) console.log(`Home page alone: p99 ${(await measurePage(8).done).p99} ms`);
  const files = importFiles(work, { kinds: values.kinds, records, seed: Number(values.seed) });
  for await (const { kind, file, time } of files) await measureImport(kind, file, time);
} finally {
  await stop();
}

async function stop(): Promise<void> {
  server.kill('SIGTERM');
  await new Promise((done) => server.once('exit', done));
  rmSync(work, { recursive: true, force: true });
}

async function measureImport(kind: string, file: string, time: string): Promise<void> {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const before = { at: performance.now(), postgres: cpuOfGroup(postmaster), server: cpuOfProcess(server.pid!) };
  const command = [...COMMAND_FLAGS, join(ROOT, 'cli/main.ts'), 'import', kind, file, '--json'];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const page = values.pages ? measurePage(3600) : undefined;
  let [node, peak] = [0, 0];
  const sampling = setInterval(() => {
    node = Math.max(node, cpuOfProcess(child.pid!));
    peak = Math.max(peak, peakMegabytes(child.pid!));
  }, 100);
  const code = await new Promise((done) => child.once('exit', done));
  clearInterval(sampling);
  page?.stop();
  const seconds = (performance.now() - before.at) / 1000;
  const micro = (cpu: number) => `${Math.round((cpu / records) * 1e6)} µs`;
  const p99 = page ? `, home page p99 ${(await page.done).p99} ms` : '';
  console.log(`${kind} ${time} (${Math.round(statSync(file).size / 1e6)} MB, exit code ${String(code)}): ${seconds.toFixed(1)} s,
  ${Math.round(records / seconds)} records a second; a record: Node ${micro(node)}, PostgreSQL ${micro(cpuOfGroup(postmaster) - before.postgres)},
  the server meanwhile ${micro(cpuOfProcess(server.pid!) - before.server)}; ${peak} MB resident${p99}. Load ${loadavg()[0]!.toFixed(1)}.`);
}

/** Asks for the home page, which the page cache has, at a steady rate. */
function measurePage(duration: number): { done: Promise<{ p99: number }>; stop: () => void } {
  const { promise: done, resolve, reject } = Promise.withResolvers<{ p99: number }>();
  const run = autocannon({ url: origin, connections: 4, overallRate: 100, duration }, (error, result) =>
    error ? reject(error as Error) : resolve({ p99: result.latency.p99 }),
  );
  return { done, stop: () => (run as unknown as { stop: () => void }).stop() };
}
