import type { ProductRecord } from '../catalogue/product-record.ts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { makeProduct } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { importProduct } from '../catalogue/import-products.ts';
import { listenTo } from '../db/connection.ts';
import { indexProducts } from '../catalogue/search-index.ts';

const shop = await openStorefront();
const { visit, pool, deps, connect, channels } = shop;
const told: string[] = [];
const { promise: isHearing, resolve } = Promise.withResolvers<void>();
const { onMessage } = channels.product_changed!;
const product_changed = { onMessage: (id: string) => void (told.push(id), onMessage(id)), onReconnect: resolve };
const listener = listenTo(connect, { product_changed });
await isHearing;
afterAll(() => listener.stop());

const RECORD: ProductRecord = {
  work: 'emma',
  title: 'Emma',
  subtitle: '',
  contributors: [{ name: 'Jane Austen', role: 'author' }],
  language: 'en',
  description: 'A matchmaker.',
  published: '1815',
  publisher: 'Test Press',
  imprint: '',
  subjects: ['FBC'],
  series: { name: 'Novels', number: '4' },
  popularity: 0,
  variants: [
    { isbn: null, format: 'paperback', listPrice: 4000, memberPrice: 3600, stock: 10, pages: 400, published: null },
  ],
};
const save = async (changes: Partial<ProductRecord> = {}) => {
  const { id } = await importProduct(deps.db, { ...RECORD, ...changes });
  await indexProducts(deps.db, [id]);
  return id;
};
const id = await save();
const path = `/book/${id}/emma`;
await makeProduct(shop);

/** The notifications so far, after pending ones have arrived. */
async function heard(): Promise<string[]> {
  const client = new pg.Client(connect);
  await client.connect();
  await client.query("SELECT pg_notify('product_changed', '0')");
  await client.end();
  await expect.poll(() => told.at(-1)).toBe('0');
  return told.splice(0).filter((one) => one !== '0');
}

test('importing the same file again, or a new title, drops no page', async () => {
  await heard();
  await save();
  await makeProduct(shop, { series: { name: 'Novels', number: '5' }, subjects: ['FBC'] });
  expect(await heard()).toEqual([]);
});

test.each<[string, Partial<ProductRecord>, string]>([
  ['its description', { description: 'Handsome, clever, and rich.' }, 'Handsome, clever, and rich.'],
  ['its subtitle', { subtitle: 'A novel' }, 'A novel'],
  ['its people', { contributors: [...RECORD.contributors, { name: 'Hugh Thomson', role: 'illustrator' }] }, 'Hugh'],
  ['its series', { series: { name: 'Collected works', number: '1' } }, 'Collected works'],
  ['its publisher', { publisher: 'John Murray' }, 'John Murray'],
  ['a new format', { variants: [...RECORD.variants, { ...RECORD.variants[0]!, format: 'hardback' }] }, 'Hardcover'],
  ['its pages', { variants: [{ ...RECORD.variants[0]!, pages: 474 }] }, '474 pages'],
])('a page shows %s as soon as an import has changed it', async (_, changes, text) => {
  await save();
  await heard();
  expect((await visit(path)).payload).not.toContain(text);
  await save(changes);
  expect(await heard()).toContain(String(id));
  expect((await visit(path)).payload).toContain(text);
});

test.each([
  ['a contributor’s name', "UPDATE contributor SET name = 'Miss Austen' WHERE slug = 'jane-austen'", 'Miss Austen'],
  ['a series’ name', "UPDATE series SET name = 'The novels' WHERE slug = 'novels'", 'The novels'],
])('a page shows %s as soon as it is changed', async (_, statement, text) => {
  await save();
  await visit(path);
  await pool.query(statement);
  expect(await heard()).toContain(String(id));
  expect((await visit(path)).payload).toContain(text);
});

test('an unlisted title has no page', async () => {
  await save();
  expect((await visit(path)).statusCode).toBe(200);
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [id]);
  expect(await heard()).toContain(String(id));
  expect((await visit(path)).statusCode).toBe(404);
});
