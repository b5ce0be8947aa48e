import { expect, test } from 'vitest';
import { makeProduct, makeSignedInCustomer, placeOrder, type MadeProduct } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;

const lineOf = ({ id, vid }: MadeProduct, qty = 1) => ({ id, vid, qty });
const change = (token: string, body: unknown) => post(app, '/api/cart/saved', body, { token });
type SavedLine = { vid: number; qty: number };
const savedBy = async (token: string): Promise<SavedLine[]> =>
  (await get(app, '/api/cart/saved', { token })).body.products;
const idsSavedBy = async (token: string) => (await savedBy(token)).map(({ vid }) => vid);

test('what is saved for later has today’s price and stock, the newest first, until it is removed', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const [emma, persuasion] = [await makeProduct(shop, { title: 'Emma', stock: 3 }), await makeProduct(shop)];
  await change(token, { add: [lineOf(persuasion)] });
  const { status, body } = await change(token, { add: [lineOf(emma, 2)] });
  expect([status, body.products.map(({ vid }: SavedLine) => vid)]).toEqual([200, [emma.vid, persuasion.vid]]);
  const [first] = await savedBy(token);
  expect(first).toMatchObject({ title: 'Emma', qty: 2, variants: [{ price: 36, original_price: 40, stock: 3 }] });
  await change(token, { add: [lineOf(persuasion, 4)], remove: [emma.vid] });
  expect((await savedBy(token)).map(({ vid, qty }) => [vid, qty])).toEqual([[persuasion.vid, 4]]);
});

test('the lines of a guest keep their order', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const titles = await Promise.all([1, 2, 3].map(() => makeProduct(shop)));
  await change(token, { add: titles.map((title) => lineOf(title)) });
  expect(await idsSavedBy(token)).toEqual(titles.map(({ vid }) => vid));
});

test('formats that do not exist or are another title’s are left out; a title that is not sold stays unlisted', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const [sold, gone] = [await makeProduct(shop), await makeProduct(shop)];
  const add = [{ id: sold.id, vid: gone.vid, qty: 1 }, { id: sold.id, vid: 2_000_000_000, qty: 1 }, lineOf(gone)];
  await change(token, { add });
  expect(await idsSavedBy(token)).toEqual([gone.vid]);
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [gone.id]);
  expect(await idsSavedBy(token)).toEqual([]);
});

test('the quantities of one format are added up, to at most 999', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop);
  await change(token, { add: [lineOf(title, 600), lineOf(title, 600)] });
  expect((await savedBy(token))[0]).toMatchObject({ qty: 999 });
});

test('nobody saves or sees what another customer saved', async () => {
  const [mine, theirs] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const title = await makeProduct(shop);
  await change(mine.token, { add: [lineOf(title)] });
  await change(theirs.token, { add: [], remove: [title.vid] });
  expect(await idsSavedBy(theirs.token)).toEqual([]);
  expect(await idsSavedBy(mine.token)).toEqual([title.vid]);
});

test('at most a hundred lines are saved, however many requests come at once', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const { id } = await makeProduct(shop);
  const { rows } = await pool.query<{ vid: number }>(
    `INSERT INTO variant (product_id, format, list_price, member_price)
     SELECT $1, 'paperback', 4000, 3600 FROM generate_series(1, 102) RETURNING id AS vid`,
    [id],
  );
  const lines = rows.map(({ vid }) => ({ id, vid, qty: 1 }));
  await change(token, { add: lines.slice(0, 99) });
  const responses = await runConcurrently(3, 3, (index) => change(token, { add: [lines[99 + index]] }));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await savedBy(token)).toHaveLength(100);
  expect(errorOf(await change(token, { add: [lines[101], lines[100]] }))).toEqual([409, 'too_many']);
  expect(await savedBy(token)).toHaveLength(100);
});

const volume = (name: string, number: string | null, told = {}) =>
  makeProduct(shop, { title: `${name} ${number}`, series: { name, number }, ...told });
type Volume = { id: number; next_in: { name: string; number: string } };
const nextOf = async (titles: MadeProduct[], token?: string): Promise<Volume[]> => {
  const query = titles.map(({ id }) => `id=${id}`).join('&');
  return (await get(app, `/api/site/next-in-series?${query}`, { token })).body.items;
};
const idsNextOf = async (titles: MadeProduct[], token?: string) => (await nextOf(titles, token)).map(({ id }) => id);

test('the next volume of each series follows, not one that is in the cart', async () => {
  const [one, two, three] = [await volume('Tides', '1'), await volume('Tides', '2'), await volume('Tides', '3')];
  const [first, second] = [await volume('Winds', '1'), await volume('Winds', '2')];
  const [{ next_in }] = (await nextOf([one!])) as [Volume];
  expect(next_in).toEqual({ name: 'Tides', slug: 'tides', number: '2' });
  expect(await idsNextOf([one!, two!])).toEqual([three!.id]);
  expect(await idsNextOf([first!, one!])).toEqual([second!.id, two!.id]);
  expect(await idsNextOf([three!])).toEqual([]);
});

test('a volume that cannot be bought is passed over, and titles without a number have no next one', async () => {
  const one = await volume('Clouds', '1');
  await volume('Clouds', '2', { stock: 0 });
  await volume('Clouds', '3', { format: 'ebook' });
  const four = await volume('Clouds', '4');
  const unnumbered = await volume('Clouds', null);
  expect(await idsNextOf([one])).toEqual([four.id]);
  expect(await idsNextOf([four])).toEqual([]);
  expect(await idsNextOf([unnumbered])).toEqual([]);
});

test('a volume that is not in stock but can be ordered follows, and says from when it is dispatched', async () => {
  const one = await volume('Dawns', '1');
  await volume('Dawns', '2', { variants: [{ stock: 0, availability: '43' }] });
  const three = await volume('Dawns', '3', { published: '2999-01', variants: [{ stock: 0, availability: '10' }] });
  expect(await nextOf([one])).toMatchObject([
    { id: three.id, vid: three.vid, availability: { state: 'preorder', from: '2999-01' } },
  ]);
  const two = await volume('Dusks', '2', { variants: [{ stock: 0, availability: '21', orderDays: 5 }] });
  await volume('Dusks', '3');
  const first = await volume('Dusks', '1');
  expect(await nextOf([first])).toMatchObject([{ id: two.id, availability: { state: 'back_order' } }]);
});

test('a volume that a customer bought is passed over for them alone', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const [one, two, three] = [await volume('Rains', '1'), await volume('Rains', '2'), await volume('Rains', '3')];
  await placeOrder(app, { lines: [two!], token });
  expect(await idsNextOf([one!], token)).toEqual([three!.id]);
  expect(await idsNextOf([one!])).toEqual([two!.id]);
});

test.each([
  ['no title', ''],
  ['zero', 'id=0'],
  ['a word', 'id=x'],
  ['one below zero', 'id=1&id=-2'],
  ['half a title', 'id=1.5'],
  ['more than a cart holds', 'id=1&'.repeat(101)],
])('%s has no next volume', async (_, query) => {
  expect(errorOf(await get(app, `/api/site/next-in-series?${query}`))).toEqual([422, 'invalid']);
});
