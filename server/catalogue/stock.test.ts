import type { ProductRecord } from './product-record.ts';
import { createWriteStream, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { runConcurrently, openTestApp, post } from '../../tests/test-app.ts';
import { makeOrder, makeSignedInCustomer, makeProduct, placeOrder, type MadeProduct } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { stockMovement, variant } from '../db/tables.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';
import type { StockImportMode, StockImportOutcome } from './import-stock.ts';
import { importProducts } from './import-products.ts';
import { readCsv } from './read-csv.ts';
import { writeCsv } from './write-csv.ts';

const shop = await openTestApp();
const { app, pool, deps, connect } = shop;
const folder = mkdtempSync(join(tmpdir(), 'halaman-stock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const me = await makeSignedInCustomer(shop);

async function stockOf({ vid }: MadeProduct): Promise<number> {
  const [row] = await deps.db.select({ stock: variant.stock }).from(variant).where(eq(variant.id, vid));
  return row!.stock;
}

async function movementsOf({ vid }: MadeProduct): Promise<[string, number, string][]> {
  const rows = await deps.db
    .select()
    .from(stockMovement)
    .where(eq(stockMovement.variantId, vid))
    .orderBy(stockMovement.id);
  return rows.map(({ reason, quantity, actor }) => [reason, quantity, actor]);
}

let exports = 0;
async function exported(): Promise<ProductRecord[]> {
  const file = join(folder, `${(exports += 1)}.csv`);
  await writeCsv(connect, createWriteStream(file));
  return (await readCsv(file)).products;
}

const works = new Map<MadeProduct, string>();

/** A title that an export holds. */
async function shelve(stock: number): Promise<MadeProduct> {
  const work = `work ${works.size}`;
  const made = await makeProduct(shop, { stock, work, contributors: [{ name: 'A. Writer', role: 'author' }] });
  works.set(made, work);
  return made;
}

/** The one title of an export that a test is about, with another number of copies where one is told. */
function only(titles: readonly ProductRecord[], title: MadeProduct, stock?: number): ProductRecord {
  const found = titles.find(({ work }) => work === works.get(title))!;
  return stock === undefined ? found : { ...found, variants: found.variants.map((one) => ({ ...one, stock })) };
}

const operator = { actor: 'operator' };
async function load(titles: readonly ProductRecord[], stockMode?: StockImportMode): Promise<StockImportOutcome[]> {
  const outcomes: StockImportOutcome[] = [];
  const onStockImported = (_: unknown, outcome: StockImportOutcome) => void outcomes.push(outcome);
  await importProducts(deps.db, titles, { onStockImported, ...(stockMode && { stockMode }) });
  return outcomes;
}

const withoutTime = (title: ProductRecord): ProductRecord => ({
  ...title,
  variants: title.variants.map((one) => ({ ...one, stockAsOf: undefined })),
});

async function now(): Promise<string> {
  const { rows } = await pool.query<{ now: string }>(
    `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS now`,
  );
  return rows[0]!.now;
}

test('importing an older export does not undo later sales', async () => {
  const title = await shelve(10);
  const file = await exported();
  await placeOrder(app, { lines: [{ of: title, qty: 3 }], token: me.token });
  expect(await load([only(file, title)])).toEqual(['same']);
  expect(await stockOf(title)).toBe(7);
  await expectIntegrity(pool);
});

test('a count in an export holds as of its time: sales since are subtracted, cancelled ones are not', async () => {
  const title = await shelve(10);
  const file = await exported();
  await placeOrder(app, { lines: [{ of: title, qty: 3 }], token: me.token });
  const { body } = await placeOrder(app, { lines: [{ of: title, qty: 2 }], token: me.token });
  await post(app, '/api/orders/cancel', { id: body.id }, { token: me.token });
  expect(await load([only(file, title, 15)])).toEqual(['taken']);
  expect(await stockOf(title)).toBe(12);
  expect(await load([only(file, title, 15)])).toEqual(['same']);
  expect(await stockOf(title)).toBe(12);
  await expectIntegrity(pool);
});

test('a file without a time sets the stock of new editions only', async () => {
  const title = await shelve(10);
  const file = await exported();
  await placeOrder(app, { lines: [title], token: me.token });
  expect(await load([withoutTime(only(file, title, 40))])).toEqual(['kept']);
  expect(await stockOf(title)).toBe(9);
});

test('an older count does not undo a newer one', async () => {
  const title = await shelve(10);
  const [older, newer] = [await exported(), await exported()];
  expect(await load([only(newer, title, 20)])).toEqual(['taken']);
  expect(await load([only(older, title, 5)])).toEqual(['outdated']);
  expect(await stockOf(title)).toBe(20);
});

test('the time on the command line overrides the file’s', async () => {
  const title = await shelve(10);
  const file = await exported();
  await placeOrder(app, { lines: [title], token: me.token });
  const asOf = await now();
  await placeOrder(app, { lines: [{ of: title, qty: 2 }], token: me.token });
  expect(await load([only(file, title, 30)], { kind: 'stated', asOf, ...operator })).toEqual(['taken']);
  expect(await stockOf(title)).toBe(28);
  await expectIntegrity(pool);
});

test('a count below later sales gives zero stock and a warning', async () => {
  const title = await shelve(10);
  const file = await exported();
  await placeOrder(app, { lines: [{ of: title, qty: 6 }], token: me.token });
  expect(await load([only(file, title, 2)])).toEqual(['short']);
  expect(await stockOf(title)).toBe(0);
  expect(await load([only(file, title, 2)])).toEqual(['short']);
  await expectIntegrity(pool);
});

test('a delta is applied once per file and never below zero', async () => {
  const title = await shelve(10);
  const file = await exported();
  const delta = (reference: string): StockImportMode => ({ kind: 'delta', reference, ...operator });
  expect(await load([only(file, title, 5)], delta('first'))).toEqual(['taken']);
  expect(await load([only(file, title, 5)], delta('first'))).toEqual(['repeated']);
  expect(await load([only(file, title, -3)], delta('second'))).toEqual(['taken']);
  expect(await stockOf(title)).toBe(12);
  expect(await load([only(file, title, -30)], delta('third'))).toEqual(['short']);
  expect(await movementsOf(title)).toEqual([
    ['counted', 10, 'shop'],
    ['received', 5, 'operator'],
    ['adjusted', -3, 'operator'],
    ['adjusted', -12, 'operator'],
  ]);
  await expectIntegrity(pool);
});

test('a later delivery is added to a count like a sale is subtracted', async () => {
  const title = await shelve(10);
  const file = await exported();
  await load([only(file, title, 7)], { kind: 'delta', reference: 'box', ...operator });
  expect(await load([only(file, title, 9)])).toEqual(['taken']);
  expect(await stockOf(title)).toBe(16);
});

test('every reserved and released copy is a movement of its order', async () => {
  const [sold, unpaid] = [await shelve(10), await shelve(10)];
  const order = await makeOrder(shop, { lines: [{ of: sold, qty: 2 }], token: me.token, state: 'delivered' });
  const asked = { id: order.id, reason: 'changed_mind', items: [{ id: order.lines[0]!.id, qty: 1 }] };
  const { body } = await post(app, '/customer/order/refund', asked, { token: me.token });
  await transitionRefund(deps, body.id, { to: 'approved', actor: 'Mei Ling' });
  await makeOrder(shop, { lines: [unpaid], token: me.token, state: 'cancelled' });
  expect(await movementsOf(sold)).toEqual([
    ['counted', 10, 'shop'],
    ['sold', -2, 'customer'],
    ['returned', 1, 'Mei Ling'],
  ]);
  expect(await movementsOf(unpaid)).toEqual([
    ['counted', 10, 'shop'],
    ['sold', -1, 'customer'],
    ['released', 1, 'staff'],
  ]);
  await expectIntegrity(pool);
});

test('exports taken during concurrent orders change nothing when imported', async () => {
  const title = await shelve(1000);
  const files: ProductRecord[][] = [];
  await Promise.all([
    runConcurrently(60, 6, (index) =>
      placeOrder(app, { lines: [{ of: title, qty: 1 + (index % 3) }], token: me.token }),
    ),
    runConcurrently(6, 1, async () => void files.push(await exported())),
  ]);
  const left = await stockOf(title);
  for (const file of files) expect(await load([only(file, title)])).toEqual(['same']);
  expect(await stockOf(title)).toBe(left);
  expect(left).toBe(1000 - 120);
  await expectIntegrity(pool);
});

test('imports during concurrent orders lose no sale', async () => {
  const title = await shelve(1000);
  const file = await exported();
  await Promise.all([
    runConcurrently(60, 6, () => placeOrder(app, { lines: [title], token: me.token })),
    runConcurrently(8, 2, () => load([only(file, title, 900)])),
  ]);
  expect(await stockOf(title)).toBe(840);
  await expectIntegrity(pool);
});

test('stock moves in two files alone: by orders and staff, and by imports', () => {
  const writers = globSync('{server,cli}/**/*.ts', { exclude: ['**/*.test.ts'] }).filter((file) =>
    /INSERT INTO \$\{stockMovement\}|insert\(stockMovement\)|SET stock\b/.test(readFileSync(file, 'utf8')),
  );
  expect(writers.toSorted()).toEqual(['server/catalogue/import-stock.ts', 'server/catalogue/stock.ts']);
});

test('movements are append-only', async () => {
  await expect(pool.query('UPDATE stock_movement SET quantity = 1')).rejects.toThrow('is append-only');
  await expect(pool.query('DELETE FROM stock_movement')).rejects.toThrow('is append-only');
});
