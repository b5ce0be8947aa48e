import type { ProductRecord } from './product-record.ts';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { DEMO_CATALOGUE } from '../demo/seed-demo.ts';
import { importProducts } from './import-products.ts';
import { indexProducts } from './search-index.ts';
import { readCsv } from './read-csv.ts';
import { writeCsv } from './write-csv.ts';

const shop = await testShop();
const { db } = shop.deps;
const folder = mkdtempSync(join(tmpdir(), 'halaman-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => db.execute(sql`TRUNCATE product, contributor, series RESTART IDENTITY CASCADE`));

const TABLES = [
  'product',
  'variant',
  'contributor',
  'product_contributor',
  'series',
  'product_series',
  'product_subject',
  'product_work',
  'search_entry',
  'search_text',
];

/** Everything that the catalogue's tables hold, but when it was written. */
async function catalogue(): Promise<Record<string, unknown[]>> {
  const entries = TABLES.map(async (table) => {
    const { rows } = await db.execute(
      sql`SELECT to_jsonb(t) - 'updated_at' AS row FROM ${sql.identifier(table)} t ORDER BY to_jsonb(t)::text`,
    );
    return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function exported(): Promise<string> {
  const file = join(folder, 'export.csv');
  await writeCsv(shop.connect, createWriteStream(file));
  return file;
}

/** Titles but for when their stock was counted, which is of every export its own. */
function withoutTimes(titles: readonly ProductRecord[]): ProductRecord[] {
  return titles.map((title) => ({
    ...title,
    variants: title.variants.map((variant) => ({ ...variant, stockAsOf: undefined })),
  }));
}

function emma(changes: Partial<ProductRecord> = {}): ProductRecord {
  return {
    title: 'Emma',
    subtitle: '',
    contributors: [{ name: 'Jane Austen', role: 'author' }],
    language: 'en',
    description: '',
    published: '1815',
    publisher: '',
    imprint: '',
    subjects: ['FBC'],
    series: null,
    popularity: 0,
    variants: [
      { isbn: null, format: 'paperback', listPrice: 3990, memberPrice: 3590, stock: 7, pages: null, published: '1815' },
      {
        isbn: '9780141439587',
        format: 'paperback',
        listPrice: 4990,
        memberPrice: 4990,
        stock: 0,
        pages: 474,
        published: null,
      },
    ],
    ...changes,
  };
}

test('importing the demo catalogue again, or its export, changes nothing', async () => {
  const { products } = await readCsv(DEMO_CATALOGUE);
  await importProducts(db, products);
  const once = await catalogue();
  expect(once.product).toHaveLength(products.length);
  expect(once.search_entry).toHaveLength(products.length);
  await importProducts(db, products);
  expect(await catalogue()).toEqual(once);
  const back = await readCsv(await exported());
  expect(back.rejected).toEqual([]);
  await importProducts(db, back.products);
  expect(await catalogue()).toEqual(once);
});

test('an export imported into another shop gives the same catalogue', async () => {
  await importProducts(db, (await readCsv(DEMO_CATALOGUE)).products);
  const first = await readCsv(await exported());
  await db.execute(sql`TRUNCATE product, contributor, series RESTART IDENTITY CASCADE`);
  await importProducts(db, first.products);
  expect(withoutTimes((await readCsv(await exported())).products)).toEqual(withoutTimes(first.products));
});

test('cells with formulas or separators survive export and import', async () => {
  const title = emma({
    title: '=HYPERLINK("http://evil.test","Emma, the book")',
    subtitle: "'=quoted",
    description: '- one\n- two; "three"\r\nfour',
    contributors: [
      { name: '@Austen; Jane \\ Ltd', role: 'author' },
      { name: 'Prince (the singer)', role: 'narrator' },
    ],
    series: { name: '+Series', number: '-1' },
  });
  await importProducts(db, [title]);
  const { products, rejected } = await readCsv(await exported());
  expect(rejected).toEqual([]);
  expect(withoutTimes(products)).toMatchObject([{ ...title, work: expect.any(String) }]);
});

const FACTS: Partial<ProductRecord> = {
  contributors: [
    { name: 'Jane Austen', role: 'author' },
    { name: 'A. Helper', role: 'A36' },
  ],
  series: { name: 'Novels', number: '4' },
  moreSeries: [
    { name: 'Sets; and #more', number: null },
    { name: 'Penguin Classics', number: '12a' },
  ],
  otherLanguages: ['fr'],
  originalLanguage: 'fa',
  audience: { groups: ['02', '03'], ageFrom: 9, ageTo: null },
  works: ['11:A02', 'emma; work'],
};
const EDITION_FACTS: Partial<ProductRecord['variants'][number]> = {
  availability: '10',
  publishingStatus: '02',
  embargo: '2099-10',
  expected: '2099-11-02',
  orderDays: 14,
  details: { editionNumber: 2, editionStatement: 'Revised; new', width: 129, thickness: 20, protections: ['00', '02'] },
  accessibility: {
    features: [
      { code: '52', text: '' },
      { code: '00', text: 'Tables; formulas = read' },
    ],
    hazards: ['00'],
  },
};

test('what the trade says of books survives export and import', async () => {
  const [first, second] = emma().variants;
  const title = emma({ ...FACTS, variants: [{ ...first!, ...EDITION_FACTS }, second!] });
  await importProducts(db, [title]);
  const once = await catalogue();
  const { products, rejected } = await readCsv(await exported());
  expect(rejected).toEqual([]);
  expect(products[0]).toMatchObject(FACTS);
  expect(products[0]!.variants[0]).toMatchObject(EDITION_FACTS);
  await importProducts(db, products);
  expect(await catalogue()).toEqual(once);
});

test('a source that does not speak of these facts leaves them; one that says none removes them', async () => {
  const [first, second] = emma().variants;
  await importProducts(db, [emma({ ...FACTS, variants: [{ ...first!, ...EDITION_FACTS }, second!] })]);
  const once = await catalogue();
  await importProducts(db, [emma({ contributors: FACTS.contributors!, series: FACTS.series! })]);
  expect(await catalogue()).toEqual(once);
  const none = { moreSeries: [], otherLanguages: [], originalLanguage: null, audience: null, works: [] };
  const noEdition = { embargo: null, details: null, accessibility: null };
  await importProducts(db, [emma({ ...none, variants: [{ ...first!, ...noEdition }, second!] })]);
  const { product_series, product_work, variant } = await catalogue();
  expect([product_series, product_work]).toEqual([[], []]);
  expect(JSON.parse(String(variant![0])).row).toMatchObject({ ...noEdition, availability: '10' });
});

test('editions of one format stay separate, with and without an ISBN', async () => {
  await importProducts(db, [emma()]);
  const once = await catalogue();
  expect(once.variant).toHaveLength(2);
  await importProducts(db, [emma({ variants: emma().variants.toReversed() })]);
  expect(await catalogue()).toEqual(once);
});

test('an edition that moves to another title disappears from its old one in the search', async () => {
  const [bare, numbered] = emma().variants;
  await importProducts(db, [emma({ variants: [numbered!] })]);
  await importProducts(db, [emma({ title: 'Emma, annotated', variants: [numbered!, bare!] })]);
  const { rows } = await db.execute(sql`
    SELECT tsvector_to_array(ts_filter(document, '{a}')) AS words FROM search_text JOIN search_entry USING (product_id)`);
  expect(rows).toEqual([{ words: ['annotated', 'emma'] }]);
});

test('other prices, stocks and formats leave the entries that indexing anew would make', async () => {
  const [bare, numbered] = emma().variants;
  await importProducts(db, [emma(), emma({ title: 'Persuasion', variants: [{ ...bare!, stock: 0 }] })]);
  const text = sql`SELECT xmin, ctid FROM search_text ORDER BY product_id`;
  const texts = (await db.execute(text)).rows;
  const asOf = new Date().toISOString();
  const cheaper = { ...numbered!, listPrice: 900, memberPrice: 800, stock: 0, stockAsOf: asOf };
  await importProducts(db, [
    emma({ variants: [{ ...bare!, format: 'audio_cd' }, cheaper] }),
    emma({ title: 'Persuasion', variants: [{ ...bare!, stock: 4, stockAsOf: asOf }] }),
  ]);
  const imported = await catalogue();
  expect((await db.execute(text)).rows).toEqual(texts);
  const { rows } = await db.execute<{ id: number }>(sql`SELECT id FROM product`);
  await db.transaction((tx) =>
    indexProducts(
      tx,
      rows.map(({ id }) => id),
    ),
  );
  expect((await catalogue()).search_entry).toEqual(imported.search_entry);
});

test('unlisted products are not exported', async () => {
  await importProducts(db, [emma(), emma({ title: 'Persuasion', variants: [] })]);
  await db.execute(sql`UPDATE variant SET is_listed = false WHERE isbn IS NOT NULL`);
  const { products } = await readCsv(await exported());
  expect(products.map((product) => [product.title, product.variants.length])).toEqual([['Emma', 1]]);
});

test('a failed transaction leaves nothing', async () => {
  const failing = db.transaction(async (tx) => {
    await importProducts(tx, [emma()]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect((await catalogue()).product).toEqual([]);
});

test('progress counts every title', async () => {
  const seen: number[][] = [];
  const titles = [emma(), emma({ title: 'Persuasion', variants: [] })];
  await importProducts(db, titles, { onProgress: (done, all) => seen.push([done, all]) });
  expect(seen).toEqual([[2, 2]]);
});
