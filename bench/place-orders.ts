import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { coupon, customer } from '../server/db/tables.ts';
import { openServices, prepareDatabase } from '../server/services.ts';
import { startSession } from '../server/sessions/sessions.ts';

/* Measures placing orders through the HTTP handlers on embedded PostgreSQL: three lines and a coupon, by bank transfer,
   one at a time and 40 at once. Run it with: node bench/place-orders.ts [rounds]. Each round is 25 orders in a row and 80
   at once. It prints the medians of the rounds; figures of two versions compare only when their runs alternate. */

const ROUNDS = Number(process.argv[2] ?? 12);
const WARM_UP_ROUNDS = 2;
const IN_A_ROW = 25;
const AT_ONCE = 40;
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
  worksJobs: false,
});
const { app } = await buildApp(shop.deps);
const token = await seed();
const inARow: number[] = [];
const atOnce: number[] = [];
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
  const one = await timed(IN_A_ROW, async () => {
    for (let index = 0; index < IN_A_ROW; index += 1) await placeOrder();
  });
  const many = await timed(2 * AT_ONCE, async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, placeOrder));
    await Promise.all(Array.from({ length: AT_ONCE }, placeOrder));
  });
  if (round < 0) continue;
  inARow.push(one);
  atOnce.push(many);
}
console.log(`| Orders | per second |\n|---|---|`);
console.log(`| one at a time | ${median(inARow).toFixed(1)} |\n| ${AT_ONCE} at once | ${median(atOnce).toFixed(1)} |`);
await app.close();
await shop.close();
await embedded.stop();
rmSync(folder, { recursive: true, force: true });

/** Three titles with stock for every run, a coupon, and a signed-in customer, whose access token this returns. */
async function seed(): Promise<string> {
  const { db } = shop.deps;
  await db.execute(sql`INSERT INTO product (work_key, slug, title, title_sort, language, is_listed)
    SELECT n::text, n::text, 'Title ' || n, n::text, 'en', true FROM generate_series(1, 3) n`);
  await db.execute(sql`INSERT INTO variant (product_id, format, list_price, member_price, stock, is_listed)
    SELECT id, 'paperback', ${LIST_PRICE}, ${LIST_PRICE}, 1000000, true FROM product ORDER BY id`);
  await db.insert(coupon).values({ id: uuidv7(), code: 'TENTH', valueType: 1, value: 1000, startsAt: new Date(0) });
  const id = uuidv7();
  await db.insert(customer).values({ id, email: 'siti@mail.test', displayName: 'Siti', activatedAt: new Date() });
  return (await startSession(db, id, { userAgent: 'bench', ip: '127.0.0.1' })).token;
}

async function placeOrder(): Promise<void> {
  const address = {
    name: 'Siti',
    phone: '012-345 6789',
    line1: 'Jalan 1',
    city: 'KL',
    state: 'Kuala Lumpur',
    zip: '50480',
  };
  const payload = {
    items: [1, 2, 3].map((id) => ({ id, vid: id, qty: 1 })),
    disCode: 'TENTH',
    total: (3 * LIST_PRICE) / 100,
    proDis: (3 * LIST_PRICE) / 1000,
    shippingCost: 8,
    address,
  };
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const response = await app.inject({ method: 'POST', url: '/customer/order/set', headers, payload });
  if (response.statusCode !== 201) throw new Error(`An order was not placed: ${response.payload}`);
}

/** The throughput per second. */
async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (count * 1000) / (performance.now() - began);
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]!;
}
