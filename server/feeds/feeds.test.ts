import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bookPath } from '#contract/pages.ts';
import { latestDay } from '#domain/catalogue/publication.ts';
import { addDays, dayInMalaysia } from '#domain/dates.ts';
import { makeProduct } from '../../tests/factories.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { xmlErrors } from '../../tests/xml-schemas.ts';
import { findProduct } from '../catalogue/product-details.ts';
import { indexProducts, refreshSearchStatistics } from '../catalogue/search-index.ts';
import { FeedFile } from './feed-file.ts';
import { makeFeeds, type FeedSettings } from './make-feeds.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const { db } = deps;

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'accept-encoding': 'identity', ...headers } });

/** Makes them as if something had changed, whatever the time. */
async function remake(changes: Partial<FeedSettings> = {}) {
  await pool.query("UPDATE feed_generation SET started_at = started_at - interval '1 day'");
  return makeFeeds(shop.connect, { ...deps, ...changes });
}

test('before the first run a search engine is told to come back', async () => {
  const { statusCode, headers } = await get('/sitemap.xml');
  expect([statusCode, headers['retry-after']]).toEqual([503, '120']);
});

test('the sitemap is valid and lists every title with its cover and languages, and what leads to them', async () => {
  const odd = { title: 'Emma & <Co> \uffff "annotated"', subjects: ['FBC'], series: { name: 'Högbury', number: '1' } };
  const made = await makeProduct(shop, { ...odd, contributors: [{ name: 'Jané Austen', role: 'author' }] });
  await makeProduct(shop, { title: 'دیوان حافظ', language: 'fa' });
  await makeProduct(shop, { title: 'Hidden' }).then(async ({ id }) => {
    await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [id]);
    await indexProducts(db, [id]);
  });
  await refreshSearchStatistics(shop.connect);
  expect(await remake()).toEqual({ products: 2 });
  const index = (await get('/sitemap.xml')).payload;
  expect(await xmlErrors(index, 'sitemapIndex')).toEqual([]);
  const files = [...index.matchAll(/<loc>http:\/\/shop\.test(\/sitemaps\/[^<]*)<\/loc>/g)].map(([, path]) => path!);
  expect(files).toEqual(['pages', 'books', 'authors', 'series'].map((name) => `/sitemaps/${name}-1.xml`));
  const contents = await Promise.all(files.map(async (file) => (await get(file)).payload));
  for (const content of contents) expect(await xmlErrors(content, 'sitemap')).toEqual([]);
  const broken = contents[1]!.replace(/<lastmod>[^<]*/, '<lastmod>yesterday');
  expect(await xmlErrors(broken, 'sitemap')).not.toEqual([]);
  const [pages, books, authors, series] = contents;
  expect(pages).toContain('<loc>http://shop.test/subject/FBC</loc>');
  expect(authors).toContain('<loc>http://shop.test/author/jane-austen</loc><lastmod>');
  expect(series).toContain('<loc>http://shop.test/series/hogbury</loc><lastmod>');
  const { slug, cover } = (await findProduct(db, made.id))!;
  const path = bookPath({ id: made.id, slug });
  expect(books).toContain(`<loc>http://shop.test${path}</loc><lastmod>${new Date().toISOString().slice(0, 10)}`);
  expect(books).toContain(`<image:loc>http://shop.test${cover.replace('.svg', '.png')}</image:loc>`);
  expect(books).toContain(`hreflang="fa" href="http://shop.test/fa${path}"`);
  expect(books).toContain(encodeURI('دیوان-حافظ'));
  expect(books).not.toContain('hidden');
});

test('a sitemap has as many files as its limits need', async () => {
  await remake({ limits: { urls: 1, bytes: 1_000_000 } });
  expect((await get('/sitemap.xml')).payload.match(/\/sitemaps\/books-\d\.xml/g)).toHaveLength(2);
  await remake({ limits: { urls: 50_000, bytes: 2000 } });
  expect((await get('/sitemap.xml')).payload.match(/\/sitemaps\/books-\d\.xml/g)).toHaveLength(2);
  expect((await get('/sitemaps/books-2.xml')).statusCode).toBe(200);
  expect((await get('/sitemaps/books-3.xml')).statusCode).toBe(404);
});

test('the time of a change is that of the page: a repeated import changes nothing, a new price does', async () => {
  const { id, vid } = await makeProduct(shop, { title: 'Dated' });
  await remake();
  await pool.query("UPDATE sitemap_entry SET changed_at = '2020-02-02'");
  await pool.query('UPDATE product SET updated_at = now() WHERE id = $1', [id]);
  await pool.query('UPDATE variant SET stock = stock - 1 WHERE id = $1', [vid]);
  const lastmodOf = async () =>
    new RegExp(`/book/${id}/dated</loc><lastmod>([^<]*)<`).exec((await get('/sitemaps/books-1.xml')).payload)![1];
  await remake();
  expect(await lastmodOf()).toBe('2020-02-02');
  await pool.query('UPDATE variant SET list_price = list_price + 100 WHERE id = $1', [vid]);
  await remake();
  expect(await lastmodOf()).toBe(new Date().toISOString().slice(0, 10));
});

test('the merchant feed is valid and offers each format at a guest’s price', async () => {
  const { id, variants } = await makeProduct(shop, {
    title: `Two & more ${'x'.repeat(200)}`,
    description: 'A <b>tale</b> & more\u0001',
    contributors: [{ name: 'Ann Author', role: 'author' }],
    variants: [
      { isbn: '9780141439587', listPrice: 3190, memberPrice: 2000 },
      { format: 'hardback', listPrice: 5690, stock: 0 },
      { format: 'ebook', listPrice: 1000 },
    ],
  });
  const today = dayInMalaysia(new Date().toISOString());
  const month = addDays(today, 60).slice(0, 7);
  await makeProduct(shop, { published: month, title: 'Due soon', stock: 0 });
  await makeProduct(shop, { published: '2099', title: 'Due one day', stock: 0 });
  await makeProduct(shop, { published: month, title: 'Due for nobody', variants: [{ stock: 0, availability: '09' }] });
  await makeProduct(shop, {
    title: 'Due from the supplier',
    variants: [{ stock: 0, availability: '22', orderDays: 9 }],
  });
  await remake();
  const { payload, headers } = await get('/feeds/merchant.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(await xmlErrors(payload, 'merchantFeed')).toEqual([]);
  const items = [...payload.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item]) =>
    Object.fromEntries([...item!.matchAll(/<g:(\w+)>(.*?)<\//gs)].map(([, name, text]) => [name, text])),
  );
  const [paperback, hardback] = items.filter((item) => item.item_group_id === String(id));
  expect(paperback).toMatchObject({
    id: String(variants[0]!.id),
    description: 'A &lt;b&gt;tale&lt;/b&gt; &amp; more',
    link: expect.stringMatching(`^http://shop.test/book/${id}/two-more-x`),
    price: '31.90 MYR',
    availability: 'in_stock',
    gtin: '9780141439587',
    condition: 'new',
  });
  expect(hardback).toMatchObject({ price: '56.90 MYR', availability: 'out_of_stock' });
  expect(items.filter((item) => item.item_group_id === String(id))).toHaveLength(2);
  const due = (title: string) => {
    const found = items.find((item) => item.title?.startsWith(`Due ${title}`))!;
    return [found.availability, found.availability_date];
  };
  expect(due('soon')).toEqual(['preorder', `${latestDay(month)}T00:00+08:00`]);
  expect(due('one day')).toEqual(['out_of_stock', undefined]);
  expect(due('for nobody')).toEqual(['out_of_stock', undefined]);
  expect(due('from the supplier')).toEqual(['backorder', `${addDays(today, 9)}T00:00+08:00`]);
});

test('files are sent compressed, and only to whom does not have them', async () => {
  const compressed = await get('/feeds/merchant.xml', { 'accept-encoding': 'gzip' });
  const plain = await get('/feeds/merchant.xml');
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.payload);
  expect(plain.headers.etag).not.toBe(compressed.headers.etag);
  const again = await get('/feeds/merchant.xml', { 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  const since = { 'if-modified-since': String(plain.headers['last-modified']) };
  expect((await get('/feeds/merchant.xml', since)).statusCode).toBe(304);
  expect((await get('/feeds/merchant.xml', { ...since, 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('a run does nothing while what is served is right, and two generations are kept', async () => {
  await pool.query("UPDATE product_change SET changed_at = now() - interval '1 hour'");
  expect(await makeFeeds(shop.connect, deps)).toBeUndefined();
  expect(await makeFeeds(shop.connect, { ...deps, publicUrl: 'http://moved.test' })).toBeDefined();
  expect((await get('/sitemap.xml')).payload).toContain('http://moved.test/sitemaps/books-1.xml');
  await remake();
  await makeProduct(shop, { title: 'Another' });
  expect(await makeFeeds(shop.connect, deps)).toBeDefined();
  const { rows } = await pool.query('SELECT count(DISTINCT generation)::int AS count FROM feed_chunk');
  expect(rows[0].count).toBe(2);
});

test('what an interrupted run left behind is not served, and the next run removes it', async () => {
  const before = (await get('/sitemap.xml')).payload;
  await pool.query("INSERT INTO feed_generation (origin) VALUES ('http://shop.test')");
  const { rows } = await pool.query('SELECT max(id) AS id FROM feed_generation');
  const file = new FeedFile(db, { generation: rows[0].id, path: '/sitemap.xml' });
  await file.write('half');
  await file.close();
  expect((await get('/sitemap.xml')).payload).toBe(before);
  await remake();
  expect((await pool.query('SELECT FROM feed_chunk WHERE generation = $1', [rows[0].id])).rowCount).toBe(0);
});

test('a file larger than one part is stored and sent whole', async () => {
  const { rows } = await pool.query(
    "INSERT INTO feed_generation (origin, published_at) VALUES ('http://shop.test', now()) RETURNING id",
  );
  const file = new FeedFile(db, { generation: rows[0].id, path: '/sitemaps/large-1.xml' });
  let seed = 1;
  const noise = () => String((seed = (seed * 48_271) % 2_147_483_647));
  const parts = Array.from({ length: 200 }, () => Array.from({ length: 500 }, noise).join(' '));
  for (const part of parts) await file.write(part);
  await file.close();
  const chunks = await pool.query('SELECT length(data) FROM feed_chunk WHERE generation = $1', [rows[0].id]);
  expect(chunks.rowCount).toBeGreaterThan(1);
  expect((await get('/sitemaps/large-1.xml')).payload).toBe(parts.join(''));
});

test('a failure to store reaches whoever writes', async () => {
  const file = new FeedFile(db, { generation: 999_999, path: '/sitemap.xml' });
  await file.write('x');
  await expect(file.close()).rejects.toThrow();
});
