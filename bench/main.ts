import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort } from '../server/free-port.ts';
import { waitUntil } from '../server/wait-until.ts';
import { WORKLOADS, type Workload } from './workloads.ts';

/* Measures the workloads against a bare Fastify route in the same run: ratios count, absolute figures do not. */

const SECONDS = 8;
const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'halaman-bench-'));
const [shopPort, barePort] = [await freePort(), await freePort()];
const shopSettings = { PORT: String(shopPort), DATA_DIR: folder, RATE_LIMITS: 'off', DEMO: '1', LOG_LEVEL: 'warn' };
const shop = start('server/main.ts', [], shopSettings);
const bare = start('bench/bare-route.ts', [String(barePort)]);
await waitUntil(() => answers(shopPort, '/readyz'), { seconds: 120, what: 'the shop' });
await waitUntil(() => answers(barePort, '/'), { seconds: 20, what: 'the bare route' });

const baseline = await measure(barePort, { name: 'bare route', options: { path: '/' } });
const figures = [baseline];
for (const workload of WORKLOADS) figures.push(await measure(shopPort, workload));
console.log(`\n| Workload | Requests/s | of bare | p50 ms | p99 ms | not 2xx |\n|---|---|---|---|---|---|`);
for (const { name, perSecond, p50, p99, failed } of figures)
  console.log(
    `| ${name} | ${perSecond.toFixed(0)} | ${(perSecond / baseline.perSecond).toFixed(2)} | ${p50} | ${p99} | ${failed} |`,
  );
console.log(`\nServer: ${memoryOf(shop.pid!)} MB resident.`);

await Promise.all([shop, bare].map(stop));
rmSync(folder, { recursive: true, force: true });

async function measure(port: number, { name, options }: Workload) {
  const { path, ...rest } = options;
  const run = { url: `http://127.0.0.1:${port}${path}`, connections: 10, ...rest };
  await autocannon({ ...run, duration: 2 });
  const { requests, latency, non2xx, errors } = await autocannon({ ...run, duration: SECONDS });
  return { name, perSecond: requests.average, p50: latency.p50, p99: latency.p99, failed: non2xx + errors };
}

function start(file: string, words: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, ...environment, NODE_ENV: 'production' };
  return spawn(process.execPath, [join(ROOT, file), ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function stop(child: ChildProcess): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}

function answers(port: number, path: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.ok,
    () => false,
  );
}

function memoryOf(pid: number): number {
  const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(pages?.[1] ?? 0) / 1024);
}
