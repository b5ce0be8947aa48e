import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { expectIntegrity, testShop } from '../../tests/database.ts';
import { makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { interruptCommand } from '../../tests/interrupted-command.ts';
import { commandsIn } from '../../tests/run-command.ts';
import { openTestApp, runConcurrently } from '../../tests/test-app.ts';
import { variant } from '../db/tables.ts';
import type { Services } from '../services.ts';
import { IMPORT_BATCH_SIZE, importProducts } from './import-products.ts';
import { readCsv } from './read-csv.ts';

const folder = mkdtempSync(join(inject('cluster').folder, 'csv-'));
const HEADER = 'work,isbn,title,contributors,format,list_price,language,stock,description';

let files = 0;
function write(rows: readonly string[]): string {
  const file = join(folder, `${(files += 1)}.csv`);
  writeFileSync(file, [HEADER, ...rows, ''].join('\n'));
  return file;
}

const rowOf = (work: string | number, { format = 'paperback', title = `Title ${work}`, stock = '3', text = '' } = {}) =>
  `w${work},,${title},Writer ${work} (author),${format},39.90,en,${stock},${text}`;

/** The catalogue without ids, which depend on how often an import was started. */
async function catalogue({ deps: { db } }: Pick<Services, 'deps'>): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    SELECT p.work_key, p.title, p.description, v.format, v.stock, s.formats, t.document::text
    FROM product p JOIN variant v ON v.product_id = p.id LEFT JOIN search_entry s ON s.product_id = p.id
      LEFT JOIN search_text t ON t.product_id = p.id
    ORDER BY p.work_key, v.format`);
  return rows;
}

/** Every row of the catalogue with the transaction that wrote it. */
async function rowVersions({ deps: { db } }: Pick<Services, 'deps'>): Promise<unknown[]> {
  const tables = ['product', 'variant', 'contributor', 'product_contributor', 'product_subject'];
  const rows = [...tables, 'product_series', 'search_entry', 'search_text', 'stock_movement', 'product_change'].map(
    async (table) => {
      const found = await db.execute(
        sql`SELECT xmin, ctid, to_jsonb(t) AS row FROM ${sql.identifier(table)} t ORDER BY ctid`,
      );
      return [table, found.rows];
    },
  );
  return Promise.all(rows);
}

test('rows of one title may stand anywhere in a file, and the same file again writes no row', async () => {
  const [shop, other] = [await testShop(), await testShop()];
  const titles = Array.from({ length: IMPORT_BATCH_SIZE + 30 }, (_, index) => index);
  const file = write([
    ...titles.map((work) => rowOf(work)),
    ...titles.map((work) => rowOf(work, { format: 'hardback', text: `"About, ${work}\\ ""it"""` })),
    rowOf(7, { title: 'Another title', stock: '9' }),
    rowOf('bad', { format: 'scroll' }),
  ]);
  const { data } = await commandsIn(shop)('import', 'csv', file);
  const { products, rejected } = await readCsv(file);
  expect(data).toMatchObject({ titles: titles.length, added: titles.length, editions: 2 * titles.length, rejected });
  expect(rejected).toHaveLength(2);
  await importProducts(other.deps.db, products);
  expect(await catalogue(shop)).toEqual(await catalogue(other));
  const once = await rowVersions(shop);
  expect((await commandsIn(shop)('import', 'csv', file)).data).toMatchObject({ added: 0, known: titles.length });
  expect(await rowVersions(shop)).toEqual(once);
  await expectIntegrity(shop.pool);
});

test('a title that the database refuses is rejected alone, with its line', async () => {
  const shop = await testShop();
  await shop.deps.db.execute(sql`ALTER TABLE product ADD CONSTRAINT refused CHECK (title <> 'Refused')`);
  const titles = Array.from({ length: 300 }, (_, index) => rowOf(index, { title: index === 13 ? 'Refused' : 'Fine' }));
  const { data } = await commandsIn(shop)('import', 'csv', write(titles));
  expect(data).toMatchObject({
    titles: 299,
    rejected: [{ line: 15, title: 'Refused', reason: expect.stringContaining('The database does not take it') }],
  });
  expect(await catalogue(shop)).toHaveLength(299);
  await expectIntegrity(shop.pool);
});

test('a file that is broken at its end changes nothing', async () => {
  const shop = await testShop();
  const file = write([...Array.from({ length: 40 }, (_, index) => rowOf(index)), 'w,,"Never closed']);
  await expect(commandsIn(shop)('import', 'csv', file)).rejects.toThrow('a quote there is misplaced or not closed.');
  expect(await catalogue(shop)).toEqual([]);
});

test('a killed import leaves whole parts of batches, Ctrl-C ends after one, and the next run completes it', async () => {
  const [whole, interrupted] = [await testShop(), await testShop()];
  const file = write(Array.from({ length: 3 * IMPORT_BATCH_SIZE }, (_, index) => rowOf(index)));
  await commandsIn(whole)('import', 'csv', file);
  const at = { table: 'product', when: `NEW.work_key = 'w${IMPORT_BATCH_SIZE + 20}'` };
  const command = { words: ['import', 'csv', file], folder, at };
  await interruptCommand(interrupted, { ...command, signal: 'SIGKILL' });
  const left = (await catalogue(interrupted)).length;
  // The second batch's other part may have been written.
  expect(left).toBeGreaterThanOrEqual(IMPORT_BATCH_SIZE);
  expect(left).toBeLessThan(2 * IMPORT_BATCH_SIZE);
  await expectIntegrity(interrupted.pool);
  const { code, said } = await interruptCommand(interrupted, { ...command, signal: 'SIGINT' });
  expect(said).toContain(
    `Stopped: ${2 * IMPORT_BATCH_SIZE} of ${3 * IMPORT_BATCH_SIZE} titles are in the shop, each complete. Run the same command again`,
  );
  expect(code).toBe(1);
  expect(await catalogue(interrupted)).toHaveLength(2 * IMPORT_BATCH_SIZE);
  const { data } = await commandsIn(interrupted)('import', 'csv', file);
  expect(data).toMatchObject({ added: IMPORT_BATCH_SIZE, known: 2 * IMPORT_BATCH_SIZE });
  expect(await catalogue(interrupted)).toEqual(await catalogue(whole));
  await expectIntegrity(interrupted.pool);
}, 300_000);

test('copies sold while an import counts them are sold once, and nobody waits for ever', async () => {
  const shop = await openTestApp();
  const { app, deps, pool } = shop;
  const run = commandsIn({ ...shop, close: async () => {} });
  const me = await makeSignedInCustomer(shop);
  const rows = (stock: string) =>
    write(Array.from({ length: 60 }, (_, index) => rowOf(index, { stock, text: `s${stock}` })));
  await run('import', 'csv', rows('2'));
  const shelf = await deps.db
    .select({ id: variant.productId, vid: variant.id, listPrice: variant.listPrice, memberPrice: variant.memberPrice })
    .from(variant)
    .orderBy(variant.id);
  const books = shelf.map((one) => ({ ...one, variants: [{ ...one, id: one.vid }] }));
  const asOf = new Date().toISOString();
  const counts = ['5', '3', '6', '4'].map((stock) => rows(stock));
  await Promise.all([
    runConcurrently(60, 6, (index) => {
      // Two at once, in both orders: the last copies of some go while their titles are indexed.
      const lines = [books[index]!, books[(index * 7 + 1) % books.length]!];
      return placeOrder(app, { lines, token: me.token });
    }),
    runConcurrently(counts.length, 1, (index) => run('import', 'csv', counts[index]!, '--stock-as-of', asOf)),
  ]);
  await run('import', 'csv', counts.at(-1)!, '--stock-as-of', asOf);
  const { rows: wrong } = await pool.query(`SELECT v.id, v.stock FROM variant v
    WHERE v.stock <> greatest(0, 4 + coalesce((SELECT sum(quantity) FROM stock_movement m
      WHERE m.variant_id = v.id AND reason IN ('sold', 'released', 'returned')), 0))`);
  expect(wrong).toEqual([]);
  const { rows: stale } = await pool.query(`SELECT v.id FROM variant v JOIN search_entry s USING (product_id)
    WHERE s.available <> (v.stock > 0)`);
  expect(stale).toEqual([]);
  await expect(deps.db.$count(variant, eq(variant.isListed, true))).resolves.toBe(60);
  await expectIntegrity(pool);
}, 120_000);
