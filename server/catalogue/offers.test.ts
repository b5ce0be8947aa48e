import { expect, test } from 'vitest';
import { bookPath } from '#contract/pages.ts';
import { addDays, dayInMalaysia, formatShortDate } from '#domain/dates.ts';
import { makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { get, post } from '../../tests/test-app.ts';
import { indexProducts } from './search-index.ts';

const shop = await openStorefront();
const { app, deps, pool, visit } = shop;

const today = dayInMalaysia(new Date().toISOString());
const supplied = addDays(today, 9);
const TO_ORDER = { availability: '22', orderDays: 9 };
const coming = await makeProduct(shop, {
  title: 'Zebra Coming',
  variants: [{ stock: 0, availability: '10', embargo: '2099-12-24' }],
});
const ordered = await makeProduct(shop, { title: 'Zebra Ordered', variants: [{ stock: 0, ...TO_ORDER }] });
const shelved = await makeProduct(shop, { title: 'Zebra Shelved', variants: [{ stock: 5, ...TO_ORDER }] });
const recalled = await makeProduct(shop, { title: 'Zebra Recalled', variants: [{ publishingStatus: '15' }] });
const choice = await makeProduct(shop, {
  title: 'Zebra Choice',
  variants: [
    { format: 'paperback', listPrice: 2000, stock: 0 },
    { format: 'hardback', listPrice: 5000, stock: 0, ...TO_ORDER },
  ],
});

type Row = { title: string; available: boolean; availability: object; vid: number | null };
const rowsOf = async (filter = '') =>
  (await get(app, `/api/site/products?q=zebra&sort=title${filter}`)).body.rows as Row[];

test('a row says how its format is sold now, and adds it to the cart', async () => {
  const rows = (await rowsOf()).map(({ title, available, availability, vid }) => [title, available, availability, vid]);
  const none = { state: 'out_of_stock', from: null };
  expect(rows).toEqual([
    ['Zebra Choice', true, none, null],
    ['Zebra Coming', true, { state: 'preorder', from: '2099-12-24' }, coming.vid],
    ['Zebra Ordered', true, { state: 'back_order', from: supplied }, ordered.vid],
    ['Zebra Recalled', false, none, null],
    ['Zebra Shelved', true, { state: 'in_stock', from: null }, shelved.vid],
  ]);
});

test('in stock is what is on the shelf', async () => {
  expect((await rowsOf('&in_stock=true')).map(({ title }) => title)).toEqual(['Zebra Recalled', 'Zebra Shelved']);
});

test('a card says from when it is dispatched, beside a button that works', async () => {
  const { body } = await visit('/browse?q=zebra&sort=title');
  const cards = body.split('<article class="card">').slice(1);
  const [chosen, first, second, third] = cards.map((card) => card.split('</article>')[0]!);
  expect(first).toContain('Pre-order · 24 Dec 2099');
  expect(first).toContain(`data-line="${coming.id}.${coming.vid}"`);
  expect(second).toContain(`Dispatched from ${formatShortDate(supplied, 'en', today)}`);
  expect(second).toContain(`data-line="${ordered.id}.${ordered.vid}"`);
  expect(chosen).toContain('Choose a format');
  for (const card of [first, second, chosen]) expect(card).not.toContain('Out of stock');
  expect(third).toContain('Out of stock');
  expect(third).not.toContain('data-line');
  expect((await visit('/fa/browse?q=zebra')).body).toContain('پیش‌خرید · ');
});

test('the wish list offers the cheapest format that can be had, from the shelf first', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const ids = [coming.id, shelved.id, recalled.id, choice.id];
  await post(app, '/api/wish-list/add', { objectIDs: ids.map(String) }, { token });
  const { rows } = (await get(app, '/api/wish-list/titles?sort=title', { token })).body;
  const offers = rows.map(({ offer }: { offer: { vid: number; availability: object } | null }) => [
    offer?.vid,
    offer?.availability,
  ]);
  expect(offers).toEqual([
    [choice.variants[1]!.id, { state: 'back_order', from: supplied }],
    [coming.vid, { state: 'preorder', from: '2099-12-24' }],
    [undefined, undefined],
    [shelved.vid, { state: 'in_stock', from: null }],
  ]);
});

test('pages and catalogues say the same to machines', async () => {
  const { body: page } = await visit(bookPath({ id: coming.id, slug: 'zebra-coming' }));
  expect(page).toContain('"availability":"https://schema.org/PreOrder","availabilityStarts":"2099-12-24"');
  const { body } = await get(app, `/opds/publications/${ordered.id}`);
  const offer = body.links.find(({ properties }: { properties?: object }) => properties);
  expect(offer.properties.availability).toEqual({ state: 'unavailable', until: supplied });
});

test('with the last place a row is out of stock', async () => {
  await pool.query('UPDATE variant SET awaited_limit = 0 WHERE id = $1', [ordered.vid]);
  await indexProducts(deps.db, [ordered.id]);
  const row = (await rowsOf()).find(({ title }) => title === 'Zebra Ordered');
  expect(row).toMatchObject({ available: false, availability: { state: 'out_of_stock' }, vid: null });
});
