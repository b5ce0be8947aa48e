import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { coupon, customer } from '../server/db/tables.ts';
import { openServices, prepareDatabase } from '../server/services.ts';
import { startSession } from '../server/sessions/sessions.ts';
import { openCpuClock } from './cpu-time.ts';
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
const TITLES = 1000;
const LIST_PRICE = 3990;

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
const tokens = await seed();
const random = new Random(1);
/** How long each order took that is measured now, in milliseconds. */
let latencies: number[] = [];

const WORKLOADS = {
  'one after the other': () => inARow(IN_A_ROW, () => placeOrder(tokens[0]!, [1, 2, 3], 'TENTH')),
  [`${AT_ONCE} at once, the same titles and coupon`]: () =>
    atOnce(AT_ONCE, () => inARow(2, () => placeOrder(tokens[0]!, [1, 2, 3], 'TENTH'))),
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

/** Titles with stock for every run, a coupon, and signed-in customers, whose access tokens this returns. */
async function seed(): Promise<string[]> {
  const { db } = shop.deps;
  await db.execute(sql`INSERT INTO product (work_key, slug, title, title_sort, language, is_listed)
    SELECT n::text, n::text, 'Title ' || n, n::text, 'en', true FROM generate_series(1, ${TITLES}) n`);
  await db.execute(sql`INSERT INTO variant (product_id, format, list_price, member_price, stock, is_listed)
    SELECT id, 'paperback', ${LIST_PRICE}, ${LIST_PRICE}, 1000000, true FROM product ORDER BY id`);
  await db.execute(sql`ANALYZE`);
  await db.insert(coupon).values({ id: uuidv7(), code: 'TENTH', valueType: 1, value: 1000, startsAt: new Date(0) });
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => seedCustomer(`reader${index}@mail.test`)));
}

async function seedCustomer(email: string): Promise<string> {
  const id = uuidv7();
  await shop.deps.db.insert(customer).values({ id, email, displayName: 'Siti', activatedAt: new Date() });
  return (await startSession(shop.deps.db, id, { userAgent: 'bench', ip: '127.0.0.1' })).token;
}

function threeTitles(): number[] {
  const ids = new Set<number>();
  while (ids.size < 3) ids.add(random.integer(1, TITLES));
  return [...ids];
}

async function placeOrder(token: string, titles: readonly number[], code?: string): Promise<void> {
  const address = {
    name: 'Siti',
    phone: '012-345 6789',
    line1: 'Jalan 1',
    city: 'KL',
    state: 'Kuala Lumpur',
    zip: '50480',
  };
  const payload = {
    items: titles.map((id) => ({ id, vid: id, qty: 1 })),
    disCode: code ?? null,
    total: (3 * LIST_PRICE) / 100,
    proDis: code ? (3 * LIST_PRICE) / 1000 : 0,
    shippingCost: 8,
    address,
  };
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const began = performance.now();
  const response = await app.inject({ method: 'POST', url: '/customer/order/set', headers, payload });
  latencies.push(performance.now() - began);
  if (response.statusCode !== 201) throw new Error(`An order was not placed: ${response.payload}`);
}

function ofManyCustomers(count: number): Promise<void> {
  return atOnce(count, (index) => inARow(MANY / count, () => placeOrder(tokens[index]!, threeTitles())));
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
