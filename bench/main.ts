import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import SERVER_FLAGS from '../scripts/server-flags.json' with { type: 'json' };
import { attachEmbedded, SHOP_DATABASE } from '../server/db/embedded.ts';
import { withUnlimitedClient } from '../server/db/connection.ts';
import { freePort, waitUntil } from '../server/startup.ts';
import { withGrowthShop } from './growth-shop.ts';
import { measureGrowth, measurePlacing } from './growth.ts';
import { measure, type Figures } from './load.ts';
import { reportExports, residentMegabytes } from './orders/exports.ts';
import { reportBackOffice, reportPlans } from './orders/report.ts';
import { reportScrolling } from './orders/scrolling.ts';
import { prepareShop } from './orders/write-orders.ts';
import { cpuOfGroup, cpuOfProcess, megabytesOfGroup } from './process-usage.ts';
import { hasMadeFeeds, isIndexed, isReady } from './running-shop.ts';
import { drawWorkloads } from './workloads.ts';

/* Measures the workloads of the demo shop, with `--titles N` among N made titles, against a bare Fastify route in the same
   run: ratios count, absolute figures do not. The shop is made below a temporary folder, or below `--data FOLDER`, where
   it is kept and used again for the same number and `--seed`. `--growth` compares 10,000 titles with a million instead
   (`growth.ts`). `--orders N` adds as many orders and customers, and measures the back office instead: every list, filter and search,
   exports, the scrolling of the orders, placing one, and the plans of all statements. `--only NAME` measures the workloads whose names contain it. */

const SPELL = { seconds: 8, warmUp: 2 };
/** What `--orders` measures; `--part NAME` one of them alone. */
const PARTS = ['lists', 'exports', 'scrolling', 'placing', 'plans'] as const;
const ROOT = join(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    titles: { type: 'string', default: '0' },
    orders: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
    growth: { type: 'boolean', default: false },
    only: { type: 'string' },
    part: { type: 'string' },
  },
});
const [titles, seed] = [readCount('titles', values.titles), readCount('seed', values.seed)];
const orders = readCount('orders', values.orders);
const wanted = { seed, only: values.only };
const root = values.data === undefined ? mkdtempSync(join(tmpdir(), 'halaman-bench-')) : resolve(values.data);
if (values.growth) {
  const isGood = await measureGrowth(root, { titles: titles || 1_000_000, seed, only: values.only });
  if (values.data === undefined) rmSync(root, { recursive: true, force: true });
  process.exit(isGood ? 0 : 1);
}
const { folder, durations } = await prepareShop(root, { titles, orders, seed });

const [shopPort, barePort] = [await freePort(), await freePort()];
const origin = `http://127.0.0.1:${shopPort}`;
const shopSettings = {
  PORT: String(shopPort),
  // With another address the feeds would be made anew.
  PUBLIC_URL: 'http://localhost:3000',
  DATA_DIR: folder,
  RATE_LIMITS: 'off',
  DEMO: '1',
  LOG_LEVEL: 'warn',
};
const shop = start('server/main.ts', [], shopSettings);
const bare = start('bench/bare-route.ts', [String(barePort)]);
try {
  await whileItRuns(orders > 0 ? reportOrders : report);
  if (orders > 0) await explainOrders();
} finally {
  if (values.data === undefined) rmSync(root, { recursive: true, force: true });
}

async function whileItRuns(work: () => Promise<void>): Promise<void> {
  try {
    await waitUntil(() => isReady(`${origin}/readyz`), { seconds: 120, what: 'the shop' });
    const begun = performance.now();
    await waitUntil(() => isIndexed(origin), { seconds: 1800, what: 'the search index' });
    durations['search index'] = (performance.now() - begun) / 1000;
    const feeds = () => withUnlimitedClient(connectShop(), hasMadeFeeds);
    await waitUntil(feeds, { seconds: 1800, what: 'the sitemap and the merchant feed' });
    await waitUntil(() => isReady(`http://127.0.0.1:${barePort}/`), { seconds: 20, what: 'the bare route' });
    await work();
  } finally {
    await Promise.all([shop, bare].map(stop));
  }
}

async function reportOrders(): Promise<void> {
  console.log(
    `${orders} orders and customers, ${titles} made titles, load ${loadavg()[0]!.toFixed(1)} at the beginning\n`,
  );
  if (isWanted('lists')) {
    const isFast = await withUnlimitedClient(connectShop(), (client) =>
      reportBackOffice({ client, origin, cpu }, wanted),
    );
    if (!isFast) process.exitCode = 1;
  }
  if (isWanted('exports')) await reportExports(origin, shop.pid!);
  if (isWanted('scrolling')) await reportScrolling(origin);
}

/** While the shop runs. */
function connectShop() {
  return attachEmbedded(join(folder, 'postgres'))(SHOP_DATABASE);
}

function isWanted(part: (typeof PARTS)[number]): boolean {
  return values.part === undefined || values.part === part;
}

function cpu(): [number, number] {
  return [cpuOfProcess(shop.pid!), cpuOfGroup(Number(postmasterPid()))];
}

/** Once the server has ended: the same requests in this process, whose connections report their plans. */
async function explainOrders(): Promise<void> {
  if (isWanted('placing')) {
    const cost = await withGrowthShop(folder, false, (one) => measurePlacing(one, seed));
    console.log(`\nPlacing an order of 3 lines: ${cost.toFixed(1)} ms of processor time.`);
  }
  if (!isWanted('plans')) return;
  const arePlansGood = await withGrowthShop(folder, true, (one) => reportPlans(one, wanted));
  if (!arePlansGood) process.exitCode = 1;
}

async function report(): Promise<void> {
  const drawn = await withUnlimitedClient(connectShop(), (client) => drawWorkloads(client, origin, seed));
  const baseline = await measure(
    `http://127.0.0.1:${barePort}`,
    { name: 'bare route', requests: [{ path: '/' }] },
    SPELL,
  );
  console.log(`${titles} made titles, load ${loadavg()[0]!.toFixed(1)} at the beginning\n`);
  console.log(`| Workload | Requests/s | of bare | p50 ms | p99 ms | not 2xx |\n|---|---|---|---|---|---|`);
  printRow(baseline, baseline.perSecond);
  for (const workload of drawn.filter(({ name }) => name.includes(values.only ?? '')))
    printRow(await measure(origin, workload, SPELL), baseline.perSecond);
  const sizes = await withUnlimitedClient(connectShop(), async (client) => {
    const { rows } = await client.query<{ search: number; all: number }>(`SELECT
      (pg_total_relation_size('search_entry') + pg_total_relation_size('search_text') + pg_total_relation_size('search_word')) / 1000000 AS search,
      pg_database_size(current_database()) / 1000000 AS all`);
    return rows[0]!;
  });
  const built = Object.entries(durations).map(([step, seconds]) => `${step} ${seconds.toFixed(1)}`);
  const all = Object.values(durations).reduce((sum, seconds) => sum + seconds, 0);
  console.log(`
Resident: server ${residentMegabytes(shop.pid!)} MB, PostgreSQL ${megabytesOfGroup(Number(postmasterPid()))} MB.
On disk: search tables ${sizes.search} MB, database ${sizes.all} MB.
Built in ${all.toFixed(0)} s: ${built.join(', ')}. Load ${loadavg()[0]!.toFixed(1)} at the end.`);
}

function printRow({ name, perSecond, p50, p99, failed }: Figures, bareRate: number): void {
  console.log(
    `| ${name} | ${perSecond.toFixed(0)} | ${(perSecond / bareRate).toFixed(3)} | ${p50} | ${p99} | ${failed} |`,
  );
}

function start(file: string, words: readonly string[], environment: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, ...environment, NODE_ENV: 'production' };
  const command = [...SERVER_FLAGS, join(ROOT, file), ...words];
  return spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

function stop(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  return ended;
}

function readCount(option: string, text: string): number {
  if (/^\d{1,8}$/.test(text)) return Number(text);
  throw new Error(`--${option} must be a whole number, not "${text}".`);
}

function postmasterPid(): string {
  return readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]!;
}
