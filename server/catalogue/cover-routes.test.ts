import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { makeCover } from '../../tests/made-covers.ts';
import { makeProduct } from '../../tests/factories.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { coverPictureOf, emailCoverPath, openGraphImageOf } from '#contract/covers.ts';
import { COVER, readPicture } from '../covers/encode-picture.ts';
import { removeCover, setCover } from '../covers/store-cover.ts';
import { deleteUnusedPictures } from '../covers/store-picture.ts';
import { databaseOn, withUnlimitedClient } from '../db/connection.ts';

const shop = await openTestApp();
const { app, deps, pool, connect } = shop;
const ISBN = '9780141439600';
const FOREVER = 'public, max-age=31536000, immutable';
let product: Awaited<ReturnType<typeof makeProduct>>;

beforeAll(async () => {
  product = await makeProduct(shop, { isbn: ISBN, title: 'A Tale of Two Cities' });
});

async function setMadeCover(background: string, vid = product.vid): Promise<void> {
  const picture = await readPicture(await makeCover({ width: 500, height: 800, background }), COVER);
  await setCover(deps, vid, { picture, origin: 'folder' });
}

async function coverOf(id = product.id): Promise<string> {
  return (await get(app, `/api/site/products/${id}`)).body.cover;
}

async function fetchPicture(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: sent, rawPayload } = await app.inject({ url, headers });
  const type = String(sent['content-type']);
  return { status: statusCode, type, cache: sent['cache-control'], etag: String(sent.etag), bytes: rawPayload };
}

test('a stored cover is in every list and on the page, and every file that its path stands for is there for ever', async () => {
  const before = await coverOf();
  expect(before).toMatch(/^\/covers\/\d+-[0-9a-f]{8}\.svg$/);
  await setMadeCover('#804020');
  const cover = await coverOf();
  const picture = coverPictureOf(cover)!;
  expect(picture).toMatchObject({ width: 500, height: 800 });
  const urls = picture.sources.flatMap(({ srcSet }) => srcSet.split(', ').map((one) => one.split(' ')[0]!));
  expect(urls).toHaveLength(8);
  for (const url of [cover, ...urls]) {
    const { status, type, cache, bytes } = await fetchPicture(url);
    expect({ status, type, cache }).toEqual({ status: 200, type: `image/${url.split('.').at(-1)}`, cache: FOREVER });
    const width = Number(/-(\d+)(?:x\d+-\w+)?\.\w+$/.exec(url)![1]);
    expect((await sharp(bytes).metadata()).width).toBe(width);
  }
  const { body } = await get(app, '/api/site/products?q=Tale');
  expect(body.rows[0].cover).toBe(cover);
  const detail = { ids: [{ pid: product.id, vid: product.vid, qty: 1 }] };
  const { body: cart } = await app
    .inject({ method: 'POST', url: '/api/site/get-cart-detail', payload: detail })
    .then((response) => ({ body: response.json() }));
  expect(cart.products[0].cover).toBe(cover);
});

test('whoever has a cover already is told so', async () => {
  const cover = await coverOf();
  const { etag } = await fetchPicture(cover);
  expect(await fetchPicture(cover, { 'if-none-match': etag })).toMatchObject({ status: 304, cache: FOREVER });
  expect(await fetchPicture(cover, { 'if-none-match': '"another"' })).toMatchObject({ status: 200 });
});

test('emails and links to the page show the stored cover', async () => {
  const cover = await coverOf();
  const email = await fetchPicture(emailCoverPath(cover));
  expect(email).toMatchObject({ status: 200, type: 'image/jpeg', cache: FOREVER });
  expect(await sharp(email.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 144 });
  const link = await fetchPicture(openGraphImageOf(cover));
  expect(link).toMatchObject({ status: 200, type: 'image/png', cache: FOREVER });
  const { data } = await sharp(link.bytes)
    .extract({ left: 230, top: 300, width: 8, height: 8 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]!).toBeGreaterThan(data[2]! + 20);
});

test('the paths of an older cover show the present one, for a while', async () => {
  const old = await coverOf();
  await setMadeCover('#204080');
  const now = await coverOf();
  expect(now).not.toBe(old);
  await pool.query(`UPDATE cover_image SET used_at = now() - interval '8 days'`);
  await withUnlimitedClient(connect, async (client) => {
    expect(await deleteUnusedPictures(databaseOn(client), deps.storage)).toBe(1);
    expect(await deleteUnusedPictures(databaseOn(client), deps.storage)).toBe(0);
  });
  const drawn = `/covers/${product.id}-00000000.svg`;
  for (const path of [drawn, emailCoverPath(drawn), openGraphImageOf(drawn)])
    expect(await fetchPicture(path)).toMatchObject({ status: 200, cache: 'public, max-age=300' });
  expect(await fetchPicture(drawn)).toMatchObject({ type: 'image/webp' });
  expect(await fetchPicture('/covers/999999-0123456789abcdef-120.avif')).toMatchObject({ status: 404 });
});

test('a title whose files are lost shows a drawn cover instead of none', async () => {
  const other = await makeProduct(shop, { title: 'Lost' });
  await setMadeCover('#108020', other.vid);
  const cover = await coverOf(other.id);
  for await (const key of deps.storage.list(`covers/${cover.split('-')[1]!.slice(0, 2)}/`))
    await deps.storage.delete(key);
  expect(await fetchPicture(cover)).toMatchObject({ status: 200, type: 'image/svg+xml', cache: 'public, max-age=300' });
});

test('a product shows the cover of its first variant that has one, and a drawn one after the last is removed', async () => {
  const many = await makeProduct(shop, { variants: [{ format: 'paperback' }, { format: 'hardback' }] });
  const [first, second] = many.variants;
  await setMadeCover('#404040', second!.id);
  const hardback = await coverOf(many.id);
  await setMadeCover('#a0a040', first!.id);
  expect(await coverOf(many.id)).not.toBe(hardback);
  await removeCover(deps.db, first!.id);
  expect(await coverOf(many.id)).toBe(hardback);
  await removeCover(deps.db, second!.id);
  expect(await coverOf(many.id)).toMatch(/\.svg$/);
});

test('a changed cover is told to every server, for its pages and search indexes', async () => {
  const told = await makeProduct(shop);
  await pool.query('TRUNCATE product_change');
  await setMadeCover('#402040', told.vid);
  expect((await pool.query('SELECT product_id FROM product_change')).rows).toEqual([{ product_id: told.id }]);
  await pool.query('TRUNCATE product_change');
  await setMadeCover('#402040', told.vid);
  expect((await pool.query('SELECT product_id FROM product_change')).rows).toEqual([]);
  await removeCover(deps.db, told.vid);
  expect((await pool.query('SELECT product_id FROM product_change')).rows).toEqual([{ product_id: told.id }]);
});

test('a generated cover is compressed once, and the same for those who take no compression', async () => {
  const { id } = await makeProduct(shop, { title: 'Plain' });
  const url = await coverOf(id);
  const zipped = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  const plain = await app.inject({ url });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': FOREVER });
  expect(zipped.rawPayload.length).toBeLessThan(6000);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.payload).toMatch(/^<svg /);
});
