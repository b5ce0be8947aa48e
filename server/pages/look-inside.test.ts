import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { makeProduct } from '../../tests/factories.ts';
import { makeCover } from '../../tests/made-covers.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { readSample } from '../covers/import-samples.ts';
import { listSamplePages, removeSamplePages, setSamplePages } from '../covers/sample-pages.ts';
import { deleteUnusedPictures } from '../covers/store-picture.ts';
import { databaseOn, withUnlimitedClient } from '../db/connection.ts';

const shop = await openStorefront();
const { visit, deps, pool, connect, channels } = shop;
const FOREVER = 'public, max-age=31536000, immutable';
const COLORS = ['#a03020', '#2030a0', '#20a030'];
let files: Buffer[];
let book: Awaited<ReturnType<typeof makeProduct>>;
let path: string;

beforeAll(async () => {
  files = await Promise.all(COLORS.map((background) => makeCover({ width: 700, height: 1000, background })));
  book = await makeProduct(shop, { title: 'Emma', isbn: '9780141439600' });
  path = `/book/${book.id}/emma`;
});

const read = (...indexes: number[]) =>
  readSample(
    deps,
    indexes.map((index) => ({ name: `${index}.jpg`, read: async () => files[index]! })),
  );

async function setPages(...indexes: number[]): Promise<void> {
  await setSamplePages(deps, book.vid, await read(...indexes));
}

/** As the server hears that a product changed. */
const forgetPages = () => channels.product_changed!.onMessage(String(book.id));

test('a title without sample pages has no such link, and their address leads to the title', async () => {
  expect((await visit(path)).payload).not.toContain('look-inside');
  const { statusCode, headers } = await visit(`${path}/look-inside`);
  expect([statusCode, headers.location]).toEqual([303, path]);
  for (const unknown of ['/book/999999/emma/look-inside', '/book/x/emma/look-inside'])
    expect((await visit(unknown)).statusCode).toBe(404);
});

test('the book links to a page with its sample in order, each picture with its size, for ever', async () => {
  await setPages(1, 0, 2);
  forgetPages();
  expect((await visit(path)).payload).toContain(`href="${path}/look-inside"`);
  expect((await visit(`/fa${path}`)).payload).toContain(`href="/fa${path}/look-inside"`);
  expect((await visit(path)).payload).not.toMatch(/<link[^>]*samples/);
  const { statusCode, payload } = await visit(`${path}/look-inside`);
  expect(statusCode).toBe(200);
  const pictures = [...payload.matchAll(/<img src="(\/samples\/[^"]*)"[^>]*>/g)];
  expect(pictures).toHaveLength(3);
  for (const [index, [tag, src]] of pictures.entries()) {
    expect(tag).toContain(`alt="Page ${index + 1}"`);
    expect(tag).toMatch(/width="700" height="1000"/);
    expect(tag).toContain(index < 2 ? 'loading="eager"' : 'loading="lazy"');
    const { statusCode: status, headers } = await visit(src!);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', FOREVER]);
    expect((await visit(src!, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  }
  const pages = await listSamplePages(deps.db, book.id);
  expect(pictures.map(([, src]) => src)).toEqual(pages.map(({ hash }) => `/samples/${hash}-600.webp`));
});

test('a wrong slug leads to the right one, and machines are led to the book', async () => {
  const { statusCode, headers } = await visit(`/book/${book.id}/other/look-inside`);
  expect([statusCode, headers.location]).toEqual([308, `${path}/look-inside`]);
  const { payload } = await visit(`/de${path}/look-inside`);
  expect(payload).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/de${path}">`));
  expect(payload).not.toContain('application/ld+json');
  expect((await visit('/speculation-rules.json')).payload).toContain('look-inside');
});

test('pages are turned in the direction of the language of the book', async () => {
  const persian = await makeProduct(shop, { title: 'دیوان', language: 'fa' });
  await setSamplePages(deps, persian.vid, await read(0));
  const { headers } = await visit(`/book/${persian.id}/x/look-inside`);
  expect((await visit(headers.location!)).payload).toMatch(/<ol class="sample-pages" dir="rtl"/);
  expect((await visit(`/fa${path}/look-inside`)).payload).toMatch(/<ol class="sample-pages" dir="ltr"/);
});

test('a file that is no sample page is not found', async () => {
  for (const name of ['0123456789abcdef-600.webp', 'x.webp', '..%2f..%2fpackage.json', '0123456789abcdef-600.jpg'])
    expect((await visit(`/samples/${name}`)).statusCode).toBe(404);
});

test('a product shows the sample of its first variant that has one', async () => {
  const many = await makeProduct(shop, { variants: [{ format: 'paperback' }, { format: 'hardback' }] });
  const [first, second] = many.variants;
  await setSamplePages(deps, second!.id, await read(0, 1));
  expect(await listSamplePages(deps.db, many.id)).toHaveLength(2);
  await setSamplePages(deps, first!.id, await read(2));
  expect(await listSamplePages(deps.db, many.id)).toHaveLength(1);
  expect(await removeSamplePages(deps.db, first!.id)).toBe(1);
  expect(await listSamplePages(deps.db, many.id)).toHaveLength(2);
});

test('a changed sample is told once to every server, and searches are not indexed anew', async () => {
  const client = new pg.Client(connect);
  await client.connect();
  const told: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => told.push(payload));
  await client.query('LISTEN product_changed');
  await pool.query('TRUNCATE product_change');
  const hear = async (change: () => Promise<unknown>) => {
    await change();
    await client.query("SELECT pg_notify('product_changed', 'end')");
    await expect.poll(() => told.at(-1)).toBe('end');
    return told.splice(0).slice(0, -1);
  };
  expect(await hear(() => setPages(0, 1, 2))).toEqual([String(book.id)]);
  expect(await hear(() => removeSamplePages(deps.db, book.vid))).toEqual([String(book.id)]);
  expect((await pool.query('SELECT FROM product_change')).rows).toEqual([]);
  await client.end();
});

test('of two sets at once one is there whole', async () => {
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([setPages(0, 0, 0), setPages(1, 1), setPages(2, 2, 2, 2)]);
    const hashes = (await listSamplePages(deps.db, book.id)).map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(1);
    expect([2, 3, 4]).toContain(hashes.length);
  }
});

test('pictures that no title shows are deleted a week later, and those in use stay', async () => {
  await setPages(0, 1);
  await setPages(0);
  await pool.query("UPDATE sample_image SET used_at = now() - interval '6 days'");
  const clean = () => withUnlimitedClient(connect, (client) => deleteUnusedPictures(databaseOn(client), deps.storage));
  expect(await clean()).toBe(0);
  await pool.query("UPDATE sample_image SET used_at = now() - interval '8 days'");
  const before = (await pool.query('SELECT FROM sample_image')).rowCount!;
  const used = (await pool.query('SELECT DISTINCT image_hash FROM sample_page')).rowCount!;
  expect(await clean()).toBe(before - used);
  const [page] = await listSamplePages(deps.db, book.id);
  expect((await visit(`/samples/${page!.hash}-600.webp`)).statusCode).toBe(200);
});
