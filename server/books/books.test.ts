import { expect, test } from 'vitest';
import { coverLook } from '../covers/cover.ts';
import type { BegunSeries, BoughtTitle } from '#contract/books.ts';
import { makeOrder, makeProduct, makeSignedInCustomer, type MadeProduct } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;

const by = (name: string) => [{ name, role: 'author' as const }];
const make = (title: string, author = 'Jane Austen') =>
  makeProduct(shop, { title, contributors: by(author), stock: 99 });
const emma = await make('Emma');
const hobbit = await make('The Hobbit', 'J. R. R. Tolkien');
const persuasion = await make('Persuasion');

type Reader = { token: string };
const buy = (reader: Reader, of: MadeProduct[], state?: 'placed' | 'paid' | 'cancelled' | 'shipped') =>
  makeOrder(shop, { lines: of, token: reader.token, ...(state && { state }) });
const books = async (reader: Reader, query = '') => (await get(app, `/api/books?${query}`, reader)).body;
const titles = async (reader: Reader, query = ''): Promise<string[]> =>
  (await books(reader, query)).rows.map((row: BoughtTitle) => row.title);

test('each bought title is there once with its formats, the last order of each and the review', async () => {
  const reader = await makeSignedInCustomer(shop);
  const both = await makeProduct(shop, { title: 'Both', variants: [{ format: 'paperback' }, { format: 'hardback' }] });
  await buy(reader, [both]);
  const second = await buy(reader, [both]);
  const line = { of: both, variant: both.variants[1]! };
  const third = await makeOrder(shop, { lines: [line], token: reader.token, state: 'paid' });
  const { rows, total } = await books(reader);
  expect(total).toBe(1);
  expect(rows[0].copies.map((copy: BoughtTitle['copies'][number]) => [copy.format, copy.order])).toEqual([
    ['hardback', third.number],
    ['paperback', second.number],
  ]);
  expect(rows[0]).toMatchObject({ own_rating: null, may_review: true, is_listed: true });
  const review = { product_id: both.id, rating: 4, text: 'Good.', language: 'en', has_spoilers: false };
  await post(app, '/api/reviews/save', review, reader);
  expect((await books(reader)).rows[0].own_rating).toBe(4);
});

test('what is not paid, cancelled, refunded or another customer’s is not bought', async () => {
  const [reader, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  await buy(other, [emma]);
  await buy(reader, [emma], 'placed');
  await buy(reader, [hobbit], 'cancelled');
  const { id, lines } = await buy(reader, [persuasion, hobbit]);
  expect(await titles(reader, 'sort=title')).toEqual(['The Hobbit', 'Persuasion']);
  const request = { id, reason: 'damaged', items: [{ id: lines[0]!.id, qty: 1 }] };
  const refund = await post(app, '/customer/order/refund', request, reader);
  expect(await titles(reader)).toHaveLength(2);
  await transitionRefund(deps, refund.body.id, { to: 'approved', actor: 'staff' });
  expect(await titles(reader)).toEqual(['The Hobbit']);
});

test('who keeps one of two copies has the title', async () => {
  const reader = await makeSignedInCustomer(shop);
  const { id, lines } = await makeOrder(shop, { lines: [{ of: emma, qty: 2 }], token: reader.token });
  const request = { id, reason: 'damaged', items: [{ id: lines[0]!.id, qty: 1 }] };
  const refund = await post(app, '/customer/order/refund', request, reader);
  await transitionRefund(deps, refund.body.id, { to: 'approved', actor: 'staff' });
  expect(await titles(reader)).toEqual(['Emma']);
});

test('they are sorted, and searched by title, author and series', async () => {
  const reader = await makeSignedInCustomer(shop);
  const volume = await makeProduct(shop, { title: 'Equal Rites', series: { name: 'Discworld', number: '3' } });
  await buy(reader, [persuasion]);
  await buy(reader, [hobbit]);
  await buy(reader, [emma, volume]);
  expect(await titles(reader, 'sort=title')).toEqual(['Emma', 'Equal Rites', 'The Hobbit', 'Persuasion']);
  expect((await titles(reader, 'sort=author')).slice(1)).toEqual(['Emma', 'Persuasion', 'The Hobbit']);
  expect((await titles(reader)).slice(2)).toEqual(['The Hobbit', 'Persuasion']);
  expect(await titles(reader, 'q=the+HOBBIT')).toEqual(['The Hobbit']);
  expect(await titles(reader, 'q=austen&sort=title')).toEqual(['Emma', 'Persuasion']);
  expect(await titles(reader, 'q=discworld')).toEqual(['Equal Rites']);
  for (const nothing of ['q=%25', 'q=_', "q=';--", 'q=nowhere']) expect(await titles(reader, nothing)).toEqual([]);
});

test.each(['-bought_at', 'title', 'author'])('a list by %s continues after its last title', async (sort) => {
  const reader = await makeSignedInCustomer(shop);
  await buy(reader, [persuasion]);
  await buy(reader, [emma, hobbit]);
  const all = await titles(reader, `sort=${sort}`);
  const paged: string[] = [];
  let after = '';
  for (let page = 0; page < 3; page += 1) {
    const { rows, total } = await books(reader, `sort=${sort}&limit=1${after}`);
    expect(total).toBe(3);
    paged.push(rows[0].title);
    after = `&after=${rows[0].id}`;
  }
  expect(paged).toEqual(all);
  expect((await books(reader, `sort=${sort}${after}`)).rows).toEqual([]);
});

test('only an own title is a place to continue after', async () => {
  const reader = await makeSignedInCustomer(shop);
  await buy(reader, [emma]);
  expect(errorOf(await get(app, `/api/books?after=${hobbit.id}`, reader))).toEqual([404, 'not_found']);
  expect(errorOf(await get(app, '/api/books?after=x', reader))).toEqual([422, 'invalid']);
  expect(errorOf(await get(app, '/api/books'))).toEqual([401, 'token_missing']);
});

test('a title that left the shop stays', async () => {
  const reader = await makeSignedInCustomer(shop);
  const gone = await make('Gone');
  await buy(reader, [gone]);
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [gone.id]);
  expect((await books(reader)).rows).toMatchObject([{ title: 'Gone', is_listed: false }]);
});

const begun = async (reader: Reader): Promise<BegunSeries[]> =>
  (await get(app, '/api/books/series', reader)).body.items;

function makeSeries(name: string, numbers: readonly (string | null)[]) {
  return Promise.all(
    numbers.map((number) => makeProduct(shop, { title: `${name} ${number}`, series: { name, number }, stock: 9 })),
  );
}

test('a begun series says what is owned and which volume is next', async () => {
  const reader = await makeSignedInCustomer(shop);
  const [one, , three] = await makeSeries('Earthsea', ['1', '2', '3', '4', null]);
  await buy(reader, [one!, three!]);
  const [earthsea] = await begun(reader);
  expect(earthsea!.volumes.map((volume) => volume.is_owned)).toEqual([true, false, true, false]);
  expect(earthsea!.next).toMatchObject({ title: 'Earthsea 4', number: '4', price: 36 });
  expect(earthsea!.next!.vid).not.toBeNull();
});

test('the series bought last comes first; a complete one has nothing next', async () => {
  const reader = await makeSignedInCustomer(shop);
  const [first] = await makeSeries('Begun', ['1', '2']);
  const all = await makeSeries('Complete', ['1', '2']);
  await buy(reader, [first!]);
  await buy(reader, all);
  expect((await begun(reader)).map(({ name, next }) => [name, next?.title])).toEqual([
    ['Complete', undefined],
    ['Begun', 'Begun 2'],
  ]);
});

test('no volume that left the shop is next, and a series of one volume or without numbers is none', async () => {
  const reader = await makeSignedInCustomer(shop);
  const [one, two] = await makeSeries('Leaving', ['1', '2', '3']);
  const [alone] = await makeSeries('Alone', ['1']);
  const [unnumbered] = await makeSeries('Classics', [null, null]);
  await buy(reader, [one!, alone!, unnumbered!]);
  await pool.query('UPDATE product SET is_listed = false WHERE id = ANY($1)', [[one!.id, two!.id]]);
  const found = await begun(reader);
  expect(found.map(({ name, volumes, next }) => [name, volumes.length, next?.number])).toEqual([['Leaving', 2, '3']]);
});

test('no two covers of one look stand beside each other', async () => {
  const reader = await makeSignedInCustomer(shop);
  const made = [];
  for (let count = 0; count < 12; count += 1) made.push(await makeProduct(shop));
  await buy(reader, made);
  const { rows } = await books(reader, 'sort=title');
  const looks = rows.map(({ id, title, cover }: BoughtTitle) => {
    const look = Number(/-(\d)\.svg$/.exec(cover)?.[1] ?? 0);
    return coverLook({ id, title }, look).composition;
  });
  for (const [index, look] of looks.entries()) expect(looks.slice(index + 1, index + 3)).not.toContain(look);
});
