import { loadavg } from 'node:os';
import { drawGrowthWorkloads, PLACING, type GrowthWorkload } from './growth-workloads.ts';
import { withGrowthShop, type GrowthShop } from './growth-shop.ts';
import type { Explained } from './plans.ts';
import { prepareCatalogue } from './write-catalogue.ts';

/* Measures how much CPU time, of the server and PostgreSQL together, each workload takes more among many titles than among
   few; and looks at the plan of every statement that it sends among many. CPU time hardly depends on what else the machine
   does. Pages are rendered afresh. */

const FEW_TITLES = 10_000;
const MAX_GROWTH = 3;
const WARM_UP_REQUESTS = 20;
/** Work on a whole catalogue is repeated until it is long enough for a clock of hundredths. */
const LEAST_MEASURED_MS = 1000;
/** Tables of fewer rows may be read from end to end. */
const LARGE_TABLE_ROWS = 5000;

type GrowthSettings = { titles: number; seed: number; only: string | undefined };
type Costs = Map<string, number>;

/** Prints the costs among 10,000 and among `titles` titles, with their ratio. Returns whether all is as it should be. */
export async function measureGrowth(root: string, { titles, seed, only }: GrowthSettings): Promise<boolean> {
  const isWanted = ({ name }: GrowthWorkload) => only === undefined || name.includes(only);
  const costs: Costs[] = [];
  for (const number of [FEW_TITLES, titles]) {
    const { folder } = await prepareCatalogue(root, { titles: number, seed });
    costs.push(await withGrowthShop(folder, false, (shop) => measureAll(shop, { titles: number, seed, isWanted })));
  }
  const [few, many] = costs as [Costs, Costs];
  printCosts(few, many, titles);
  const { folder } = await prepareCatalogue(root, { titles, seed });
  const scans = await withGrowthShop(folder, true, (shop) => printPlans(shop, seed, isWanted));
  const slow = [...many].filter(([name, cost]) => cost > MAX_GROWTH * few.get(name)!).map(([name]) => name);
  if (slow.length > 0) console.log(`\nMore than ${MAX_GROWTH} times as much: ${slow.join('; ')}.`);
  if (scans.length > 0) console.log(`\nTables read from end to end:\n${scans.join('\n')}`);
  return slow.length === 0 && scans.length === 0;
}

type Measured = { titles: number; seed: number; isWanted: (workload: GrowthWorkload) => boolean };

async function measureAll(shop: GrowthShop, { titles, seed, isWanted }: Measured): Promise<Costs> {
  const costs: Costs = new Map();
  for (const workload of (await drawGrowthWorkloads(shop, seed)).filter(isWanted)) {
    costs.set(workload.name, await measure(shop, workload, titles));
    console.error(`${titles} titles, ${workload.name}: ${costs.get(workload.name)!.toFixed(3)} ms`);
  }
  return costs;
}

/** CPU time of placing an order, in milliseconds. */
export async function measurePlacing(shop: GrowthShop, seed: number): Promise<number> {
  const workloads = await drawGrowthWorkloads(shop, seed);
  return measure(
    shop,
    workloads.find(({ name }) => name === PLACING)!,
    1,
  );
}

/** CPU time per request or title, in milliseconds. */
async function measure(shop: GrowthShop, workload: GrowthWorkload, titles: number): Promise<number> {
  if ('work' in workload) {
    const before = shop.cpu();
    let runs = 0;
    do {
      await workload.work(shop);
      runs += 1;
    } while (shop.cpu() - before < LEAST_MEASURED_MS);
    return (shop.cpu() - before) / runs / titles;
  }
  const measured = workload.requests.slice(WARM_UP_REQUESTS);
  for (let left = workload.warmUp ?? WARM_UP_REQUESTS; left > 0; left -= workload.requests.length)
    await sendAll(shop, { ...workload, requests: workload.requests.slice(0, left) });
  const before = shop.cpu();
  await sendAll(shop, { ...workload, requests: measured });
  return (shop.cpu() - before) / measured.length;
}

async function sendAll({ app }: GrowthShop, workload: Extract<GrowthWorkload, { requests: unknown }>): Promise<void> {
  for (const request of workload.requests) {
    const { statusCode, payload } = await app.inject(request);
    if (statusCode >= 300) throw new Error(`${workload.name}: ${statusCode} ${payload.slice(0, 500)}`);
  }
}

function printCosts(few: Costs, many: Costs, titles: number): void {
  console.log(`CPU ms of server and PostgreSQL for each request or title, load ${loadavg()[0]!.toFixed(1)}\n`);
  console.log(`| Workload | ${FEW_TITLES} titles | ${titles} titles | ratio |\n|---|---|---|---|`);
  for (const [name, cost] of many) {
    const before = few.get(name)!;
    console.log(`| ${name} | ${before.toFixed(3)} | ${cost.toFixed(3)} | ${(cost / before).toFixed(2)} |`);
  }
}

/** Prints the statements of each workload's last request; returns those that read a large table from end to end. */
async function printPlans(
  shop: GrowthShop,
  seed: number,
  isWanted: (workload: GrowthWorkload) => boolean,
): Promise<string[]> {
  const { rows } = await shop.client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= ${LARGE_TABLE_ROWS}`,
  );
  const large = new Set(rows.map(({ name }) => name));
  console.log(`\n| Workload | Statements | Buffers | The one with most buffers |\n|---|---|---|---|`);
  const scans: string[] = [];
  for (const workload of (await drawGrowthWorkloads(shop, seed)).filter(isWanted)) {
    if (!('requests' in workload)) continue;
    shop.plans.take();
    await sendAll(shop, { ...workload, requests: workload.requests.slice(-1) });
    const plans = shop.plans.take();
    printPlanRow(workload.name, plans);
    for (const { query, sequential } of plans)
      for (const table of sequential.filter((name) => large.has(name)))
        scans.push(`- ${table}, ${workload.name}: ${query.slice(0, 300)}`);
  }
  return scans;
}

function printPlanRow(name: string, plans: readonly Explained[]): void {
  const all = plans.reduce((sum, { buffers }) => sum + buffers, 0);
  const most = plans.toSorted((one, other) => other.buffers - one.buffers)[0];
  const worst = most ? `${most.buffers}: \`${most.query.slice(0, 80)}\` by ${most.indexes.join(', ')}` : '';
  console.log(`| ${name} | ${plans.length} | ${all} | ${worst} |`);
}
