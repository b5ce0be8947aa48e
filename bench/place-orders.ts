import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { coupon } from '../server/db/tables.ts';
import { openServices, prepareDatabase } from '../server/services.ts';
import { openCpuClock } from './cpu-time.ts';
import { addCustomers, addTitles, orderRequest, threeOf, type Titles } from './order-requests.ts';
import { Random } from './random.ts';

/* Measures placing orders through the HTTP handlers on embedded PostgreSQL: three lines, by bank transfer. Run it with: node
   bench/place-orders.ts [rounds]. Each round is 25 orders in a row, 40 at once of one customer with the same three titles and a coupon,
   and 40 and 8 at once of as many customers among a thousand titles. Rounds before them warm up, and PostgreSQL learns how long its tables
   have become: plans made while they were empty read them from end to end. It prints the medians of the rounds; figures of two
   versions compare only when their runs alternate. */

const ROUNDS = Number(process.argv[2] ?? 12);
const WARM_UP_ROUNDS = 6;
const IN_A_ROW = 25;
const AT_ONCE = 40;
const FEW_AT_ONCE = 8;

const folder = mkdtempSync(join(tmpdir(), 'halaman-orders-'));
const embedded = await startEmbedded({ folder: join(folder, 'postgres'), onNotice: () => {} });
const connect = embedded.connect(SHOP_DATABASE);
await prepareDatabase(connect);
const shop = await openServices({
  config: readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }),
  publicUrl: 'http://shop.test',
  connect,
  onError: () => {},
});
const { app } = await buildApp(shop.deps);
const client = new pg.Client(connect);
await client.connect();
const cpuClock = await openCpuClock(client);
const titles = await addTitles(shop.deps.db);
const tokens = await addCustomers(shop.deps.db, AT_ONCE);
await shop.deps.db
  .insert(coupon)
  .values({ id: uuidv7(), code: 'TENTH', valueType: 1, value: 1000, startsAt: new Date(0) });
const random = new Random(1);
/** How long each order took that is measured now, in milliseconds. */
let latencies: number[] = [];

const WORKLOADS = {
  'one after the other': () => inARow(IN_A_ROW, () => placeOrder(tokens[0]!, titles.slice(0, 3), 'TENTH')),
  [`${AT_ONCE} at once, the same titles and coupon`]: () =>
    atOnce(AT_ONCE, () => inARow(2, () => placeOrder(tokens[0]!, titles.slice(0, 3), 'TENTH'))),
  [`${AT_ONCE} at once, of as many customers among many titles`]: () => ofManyCustomers(AT_ONCE),
  [`${FEW_AT_ONCE} at once, of as many customers among many titles`]: () => ofManyCustomers(FEW_AT_ONCE),
};
/** Orders of such a measurement, for a 99th percentile. */
const MANY = 320;

const figures = new Map<string, Figure[]>(Object.keys(WORKLOADS).map((name) => [name, []]));
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
  if (round === 0) await client.query('ANALYZE');
  for (const [name, work] of Object.entries(WORKLOADS)) {
    const figure = await measure(work);
    if (round >= 0) figures.get(name)!.push(figure);
  }
}
console.log('| Orders | per second | p99 ms | CPU ms an order |\n|---|---|---|---|');
for (const [name, measured] of figures) {
  const [rate, p99, cpu] = (['rate', 'p99', 'cpu'] as const).map((part) => median(measured.map((one) => one[part])));
  console.log(`| ${name} | ${rate!.toFixed(0)} | ${p99!.toFixed(0)} | ${cpu!.toFixed(1)} |`);
}
await client.end();
await app.close();
await shop.close();
await embedded.stop();
rmSync(folder, { recursive: true, force: true });

async function placeOrder(token: string, ordered: Titles, code?: string): Promise<void> {
  const began = performance.now();
  const response = await app.inject(orderRequest(token, ordered, code));
  latencies.push(performance.now() - began);
  if (response.statusCode !== 201) throw new Error(`An order was not placed: ${response.payload}`);
}

function ofManyCustomers(count: number): Promise<void> {
  return atOnce(count, (index) => inARow(MANY / count, () => placeOrder(tokens[index]!, threeOf(titles, random))));
}

async function inARow(count: number, work: () => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index += 1) await work();
}

async function atOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** Orders a second, the 99th percentile of their times, and the processor time of one, of Node and PostgreSQL together. */
type Figure = { rate: number; p99: number; cpu: number };

async function measure(work: () => Promise<void>): Promise<Figure> {
  latencies = [];
  const [began, cpuBegan] = [performance.now(), cpuClock()];
  await work();
  const [elapsed, cpu] = [performance.now() - began, cpuClock() - cpuBegan];
  const { length: count } = latencies;
  const p99 = latencies.toSorted((one, other) => one - other)[Math.ceil(count * 0.99) - 1]!;
  return { rate: (count * 1000) / elapsed, p99, cpu: cpu / count };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
