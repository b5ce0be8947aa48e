import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { productFilter } from '#contract/products.ts';
import { SORTS, type ProductFilter } from '#contract/product-filter.ts';
import { makeProduct } from '../../tests/factories.ts';
import { testShop } from '../../tests/database.ts';
import { toProductRow } from '../catalogue/products.ts';
import { indexProducts } from '../catalogue/search-index.ts';
import { waitUntil } from '../startup.ts';
import { product } from '../db/tables.ts';
import { readChanges, readPoint } from './changes.ts';
import { postgresSearch } from './postgres-search.ts';
import { queryWords, type SearchHits, type SearchIndex } from './search-index.ts';
import { openSearchThread } from './search-thread.ts';

const shop = await testShop();
const { pool, connect } = shop;
const { db } = shop.deps;
const folder = mkdtempSync(join(tmpdir(), 'halaman-search-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORDS = ['sea', 'seal', 'night', 'garden', 'the', 'moby', 'red', 'ann', 'غزل', 'nuit', 'கடல்', 'கொடி'];
const AUTHORS = ['Ann Ash', 'Bob Birch', 'Cy Cedar', 'حافظ'];
const SUBJECTS = [['FBC'], ['FBC', 'DC'], ['YFA'], ['DC'], ['FF', 'YFA'], []];
const FORMATS = ['paperback', 'hardback', 'audio_cd', 'ebook'] as const;
const PRICES = [500, 1999, 2500, 4999, 5000, 9999, 10_000, 25_000];

const SEA_TALES = { name: 'Sea Tales', number: '2' };
const RED_NIGHTS = { name: 'Red Nights', number: null };

const variantArbitrary = fc.record({
  format: fc.constantFrom(...FORMATS),
  listPrice: fc.constantFrom(...PRICES),
  stock: fc.constantFrom(0, 0, 1, 5),
  availability: fc.constantFrom(null, '10', '21', '22', '31', '40'),
  embargo: fc.constantFrom(null, null, '2020-01-01', '2099-12-24'),
  expected: fc.constantFrom(null, '2099-02'),
  orderDays: fc.constantFrom(null, 9),
});
const productArbitrary = fc.record({
  title: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  description: fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }).map((words) => words.join(' ')),
  keywords: fc.subarray(WORDS, { maxLength: 2 }),
  contributors: fc
    .uniqueArray(fc.constantFrom(...AUTHORS), { maxLength: 2 })
    .map((names) => names.map((name, index) => ({ name, role: index === 0 ? 'author' : 'with' }))),
  language: fc.constantFrom('en', 'de', 'fa'),
  publisher: fc.constantFrom('Test Press', 'Sea Press'),
  published: fc.constantFrom(null, '1950', '1950-07', '1950-07-01', '2001-12-31', '2099-11'),
  subjects: fc.constantFrom(...SUBJECTS),
  allSeries: fc.constantFrom([], [SEA_TALES], [RED_NIGHTS, SEA_TALES], [SEA_TALES, RED_NIGHTS]),
  popularity: fc.integer({ min: 0, max: 5 }),
  editions: fc.uniqueArray(variantArbitrary, { minLength: 1, maxLength: 3, selector: ({ format }) => format }),
});
const makeProducts = async (numRuns: number, seed: number) => {
  for (const [index, { allSeries, editions, ...product }] of fc.sample(productArbitrary, { numRuns, seed }).entries()) {
    const [first = null, ...moreSeries] = allSeries;
    await makeProduct(shop, {
      ...product,
      variants: editions,
      series: first,
      moreSeries,
      work: `work ${seed} ${index}`,
    });
  }
};
await makeProducts(150, 7);
await describeAccess(4);

/** Makes every n-th product one that works with a screen reader, and the others not. */
async function describeAccess(every: number): Promise<void> {
  const access = `{"features": [{"code": "52", "text": ""}], "hazards": []}`;
  const sql =
    'UPDATE variant SET accessibility = CASE WHEN product_id % $1 = 0 THEN $2::jsonb END RETURNING product_id AS id';
  const { rows } = await pool.query<{ id: number }>(sql, [every, access]);
  await indexProducts(db, [...new Set(rows.map(({ id }) => id))]);
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

const errors: Error[] = [];
const openThread = () =>
  openSearchThread({ connect, folder, fallback: postgresSearch(db), onError: (error) => errors.push(error) });
let thread = openThread();
afterAll(() => thread.stop());
await thread.sync();

const some = <T>(...values: readonly T[]) => fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
const filterArbitrary: fc.Arbitrary<ProductFilter> = fc
  .record({
    q: fc.array(fc.constantFrom(...WORDS, 'se', 'an', 'press'), { maxLength: 2 }).map((words) => words.join(' ')),
    subject: some('FBC', 'F', 'DC', 'Y', 'none'),
    format: some<string>(...FORMATS, 'none'),
    language: some('en', 'fa', 'xx'),
    author: some('ann-ash', 'cy-cedar', 'nobody'),
    publisher: some('Sea Press', 'Nobody'),
    series: some('sea-tales', 'nothing'),
    min_price: fc.constantFrom(undefined, 0, 25, 49.99),
    max_price: fc.constantFrom(undefined, 25, 50, 100),
    in_stock: fc.constantFrom(undefined, 'true', 'false'),
    screen_reader: fc.constantFrom(undefined, undefined, 'true'),
    sort: fc.constantFrom(undefined, ...SORTS),
    page: fc.constantFrom(1, 1, 2, 5),
    limit: fc.constantFrom(5, 24),
  })
  .map((choice) => productFilter.parse(JSON.parse(JSON.stringify(choice))));

/** What both must agree on; by relevance they may order matches differently. */
function comparable({ products: found, total, isLowerBound, facets }: SearchHits, { sort, q }: ProductFilter) {
  const isOrdered = q === '' || (sort !== undefined && sort !== 'relevance');
  const rows = found.map((data) => ({ ...toProductRow(data), stock: data.variants.map(({ stock }) => stock) }));
  return { rows: isOrdered ? rows : rows.length, total, isLowerBound, facets };
}

async function expectSameAnswers(numRuns = 400): Promise<void> {
  const exact: SearchIndex = postgresSearch(db);
  await fc.assert(
    fc.asyncProperty(filterArbitrary, async (filter) => {
      const request = { filter, words: queryWords(filter.q) };
      const [indexed, naive] = [await thread.search(request), await exact.search(request)];
      expect(comparable(indexed, filter)).toEqual(comparable(naive, filter));
    }),
    { numRuns },
  );
  expect(errors).toEqual([]);
}

test('the index finds, counts, sorts and pages as the database does', () => expectSameAnswers());

test('changes of price, stock, texts and listing are followed, and deletions and additions', async () => {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM product ORDER BY id');
  const ids = rows.map(({ id }) => id);
  await pool.query(`UPDATE variant SET list_price = list_price + 1700 WHERE product_id % 3 = 0`);
  await pool.query(`UPDATE variant SET stock = 0 WHERE product_id % 5 = 0`);
  await pool.query(`UPDATE variant SET awaited_limit = 0 WHERE product_id % 4 = 0`);
  await pool.query(`UPDATE variant SET order_days = 5, availability = '22' WHERE product_id % 17 = 0`);
  await pool.query(`UPDATE product SET is_listed = false WHERE id % 7 = 0`);
  await pool.query(`UPDATE product SET popularity = 9 WHERE id % 11 = 0`);
  await pool.query(`UPDATE product SET title = 'The Red Whale', title_sort = 'red whale' WHERE id % 13 = 0`);
  await db.transaction((tx) => indexProducts(tx, ids));
  await describeAccess(3);
  await makeProducts(30, 8);
  await thread.sync();
  await expectSameAnswers();
});

test('a transaction that commits after a later one is not missed', async () => {
  const late = await pool.connect();
  await late.query('BEGIN');
  await late.query(`UPDATE product SET description = 'xylophone' WHERE id = 1`);
  await pool.query(`UPDATE product SET description = 'zither' WHERE id = 2`);
  await thread.sync();
  await late.query('COMMIT');
  late.release();
  await thread.sync();
  await indexProducts(db, [1, 2]);
  const limits = { titles: 5, authors: 0, series: 0, subjects: 0 };
  const find = async (word: string) => (await thread.suggest({ words: [word], subjects: [], limits })).products;
  expect((await find('zither')).map(({ id }) => id)).toEqual([2]);
  expect((await find('xylophone')).map(({ id }) => id)).toEqual([1]);
});

test('what an import changes is taken over, however much it is, also by whoever opens the index after a stop', async () => {
  await pool.query('UPDATE variant SET list_price = list_price + 100');
  await pool.query('UPDATE product SET is_listed = false WHERE id = 3');
  await db.transaction(async (tx) => indexProducts(tx, await tx.select({ id: product.id }).from(product).then(idsOf)));
  await thread.sync();
  await expectSameAnswers(100);
  await pool.query('UPDATE variant SET list_price = list_price + 100');
  await db.transaction(async (tx) => indexProducts(tx, await tx.select({ id: product.id }).from(product).then(idsOf)));
  await thread.stop();
  thread = openThread();
  await thread.sync();
  await expectSameAnswers(100);
  await pool.query('INSERT INTO product_change (product_id) SELECT generate_series(1, 3000)');
  await thread.sync();
  await expectSameAnswers(100);
}, 60_000);

test('after an update that the file does not take, what is in memory comes from the file again', async () => {
  const file = new DatabaseSync(join(folder, 'products-1.sqlite'), { timeout: 10_000 });
  const { last } = file.prepare('SELECT max(rank) AS last FROM product').get() as { last: number };
  file.exec(`CREATE TRIGGER refuse BEFORE INSERT ON change WHEN NEW.rank > ${last + 2}
    BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`);
  await makeProducts(5, 9);
  const synced = thread.sync();
  await waitUntil(() => errors.length > 0, { seconds: 30, what: 'the failure' });
  file.exec('DROP TRIGGER refuse');
  file.close();
  await synced;
  errors.splice(0);
  const all = { filter: productFilter.parse({}), words: [] };
  expect((await thread.search(all)).total).toBe((await postgresSearch(db).search(all)).total);
  await expectSameAnswers(100);
}, 60_000);

test('changes of a transaction of an import are told from those by hand', async () => {
  const { snapshot } = await readPoint(db);
  await pool.query('INSERT INTO product_change (product_id) SELECT generate_series(1, 150)');
  await pool.query('INSERT INTO product_change (product_id) VALUES (7), (200)');
  const { ids, bulk } = await readChanges(db, snapshot);
  expect(ids.toSorted((a, b) => a - b)).toEqual([7, 200]);
  expect(bulk).toHaveLength(149);
});

test('after a restart the stored index is brought up to date; a damaged one is built anew', async () => {
  await thread.stop();
  await makeProduct(shop, { title: 'Quokka', work: 'quokka' });
  thread = openThread();
  await thread.sync();
  await expectSameAnswers(100);
  await thread.stop();
  writeFileSync(join(folder, 'products-1.sqlite'), 'damaged');
  thread = openThread();
  await thread.sync();
  await expectSameAnswers(100);
});

test('without a thread the database answers, and the thread is started again', async () => {
  await thread.stop();
  const request = { filter: productFilter.parse({}), words: ['quokka'] };
  expect((await thread.search(request)).total).toBe(1);
  thread = openThread();
  expect((await thread.search(request)).total).toBe(1);
  await waitUntil(async () => await thread.sync().then(() => true), { seconds: 30, what: 'the index' });
});
