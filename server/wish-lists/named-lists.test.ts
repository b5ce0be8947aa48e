import { expect, test } from 'vitest';
import type { ListedTitle, NamedList } from '#contract/lists.ts';
import { MAX_LISTS } from '#domain/named-list.ts';
import { makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const emma = await makeProduct(shop, { title: 'Emma' });
const kim = await makeProduct(shop, { title: 'Kim' });

type Reader = { token: string };
const save = (reader: Reader, changes: Record<string, unknown> = {}) =>
  post(app, '/api/lists/save', { name: 'Summer', visibility: 'private', is_gift: false, ...changes }, reader);
const put = (reader: Reader, id: string, product = emma, note = '') =>
  post(app, '/api/lists/save-title', { id, product_id: product.id, note }, reader);
const move = (reader: Reader, product: { id: number }, from: string | null, to: string | null) =>
  post(app, '/api/lists/move-title', { product_id: product.id, from, to }, reader);
const lists = async (reader: Reader): Promise<NamedList[]> => (await get(app, '/api/lists', reader)).body.items;
const rowsOf = async (reader: Reader, id: string): Promise<ListedTitle[]> =>
  (await get(app, `/api/lists/${id}`, reader)).body.rows;
const titlesOf = async (reader: Reader, id: string) =>
  (await rowsOf(reader, id)).map(({ title, note }) => [title, note]);

test('a list is made, renamed, filled with notes and deleted', async () => {
  const reader = await makeSignedInCustomer(shop);
  const { id, link } = (await save(reader)).body;
  expect(link).toBeNull();
  await save(reader, { id, name: 'Winter', is_gift: true });
  await put(reader, id, emma, 'The old edition');
  await put(reader, id, kim);
  await put(reader, id, emma, 'Any edition');
  expect(await lists(reader)).toEqual([
    { id, name: 'Winter', visibility: 'private', is_gift: true, titles: 2, path: null },
  ]);
  expect(await titlesOf(reader, id)).toEqual([
    ['Kim', ''],
    ['Emma', 'Any edition'],
  ]);
  await post(app, '/api/lists/remove-title', { id, product_id: kim.id }, reader);
  expect(await titlesOf(reader, id)).toHaveLength(1);
  expect((await post(app, '/api/lists/remove', { id }, reader)).status).toBe(204);
  expect(await lists(reader)).toEqual([]);
});

test('a title moves with its note between lists and the wish list', async () => {
  const reader = await makeSignedInCustomer(shop);
  const [one, two] = [(await save(reader)).body.id, (await save(reader)).body.id];
  await put(reader, one, emma, 'Please');
  expect((await move(reader, emma, one, two)).status).toBe(204);
  expect([await titlesOf(reader, one), await titlesOf(reader, two)]).toEqual([[], [['Emma', 'Please']]]);
  await move(reader, emma, two, null);
  const wishes = async () => (await get(app, '/api/wish-list', reader)).body.items;
  expect([await wishes(), await titlesOf(reader, two)]).toEqual([[String(emma.id)], []]);
  await move(reader, emma, null, one);
  expect([await wishes(), await titlesOf(reader, one)]).toEqual([[], [['Emma', '']]]);
  expect(errorOf(await move(reader, kim, one, two))).toEqual([404, 'not_found']);
  expect(errorOf(await move(reader, kim, null, two))).toEqual([404, 'not_found']);
});

test('the secret link is told once, ends with a new one and with another visibility', async () => {
  const reader = await makeSignedInCustomer(shop);
  const { id, link } = (await save(reader, { visibility: 'link' })).body;
  expect(link).toMatch(/^\/lists\/[\w-]{43}$/);
  expect((await save(reader, { id, visibility: 'link', name: 'Other' })).body.link).toBeNull();
  expect((await lists(reader))[0]!.path).toBeNull();
  const renewed = (await save(reader, { id, visibility: 'link', renew: true })).body.link;
  expect(renewed).not.toBe(link);
  const { rows } = await pool.query('SELECT token_hash FROM named_list WHERE id = $1', [id]);
  expect(rows[0].token_hash.toString('base64url')).not.toContain(renewed.slice(7));
  await save(reader, { id, visibility: 'public' });
  expect((await lists(reader))[0]!.path).toBe(`/lists/${id}`);
});

test('another customer’s list does not exist', async () => {
  const [owner, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const { id } = (await save(owner, { visibility: 'public' })).body;
  const mine = (await save(other)).body.id;
  await put(owner, id);
  const answers = await Promise.all([
    get(app, `/api/lists/${id}`, other),
    save(other, { id }),
    post(app, '/api/lists/remove', { id }, other),
    put(other, id),
    post(app, '/api/lists/remove-title', { id, product_id: emma.id }, other),
    move(other, emma, id, mine),
    move(other, emma, id, null),
  ]);
  expect(answers.map(errorOf)).toEqual(answers.map(() => [404, 'not_found']));
  expect(await titlesOf(owner, id)).toEqual([['Emma', '']]);
});

test('concurrent requests make no more lists than are allowed', async () => {
  const reader = await makeSignedInCustomer(shop);
  const answers = await runConcurrently(MAX_LISTS + 6, 13, () => save(reader));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_LISTS);
  expect(answers.filter((answer) => errorOf(answer)[1] === 'too_many')).toHaveLength(6);
  expect(await lists(reader)).toHaveLength(MAX_LISTS);
});

test.each([
  { name: '' },
  { name: 'two\nlines' },
  { name: 'x'.repeat(61) },
  { visibility: 'everybody' },
  { is_gift: 'yes' },
])('%o is refused', async (changes) => {
  expect(errorOf(await save(await makeSignedInCustomer(shop), changes))).toEqual([422, 'invalid']);
});

test('a title that the shop does not have, and too long a note, are refused', async () => {
  const reader = await makeSignedInCustomer(shop);
  const { id } = (await save(reader)).body;
  expect(errorOf(await put(reader, id, { ...emma, id: 2_000_000_000 }))).toEqual([404, 'not_found']);
  expect(errorOf(await put(reader, id, emma, 'x'.repeat(301)))).toEqual([422, 'invalid']);
});

test('a deleted account leaves no list', async () => {
  const reader = await makeSignedInCustomer(shop);
  const { id } = (await save(reader, { name: 'Mine alone' })).body;
  await put(reader, id, emma, 'Secret note');
  const { text } = await get(app, '/api/account/export', reader);
  expect(text).toMatch(/Mine alone[^]*Secret note/);
  expect((await post(app, '/api/account/delete', { password: reader.password }, reader)).status).toBe(204);
  const { rows } = await pool.query('SELECT 1 FROM named_list_title WHERE list_id = $1', [id]);
  expect(rows).toEqual([]);
});
