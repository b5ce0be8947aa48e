import { expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct } from '../../tests/factories.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const products = await Promise.all(['One', 'Two', 'Three'].map((title) => makeProduct(shop, { title })));
const ids = products.map(({ id }) => String(id));
const hidden = await makeProduct(shop);
await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [hidden.id]);

const add = (objectIDs: unknown, token: string) => post(app, '/api/wish-list/add', { objectIDs }, { token });
const list = async (token: string): Promise<string[]> => (await get(app, '/api/wish-list', { token })).body.items;

test('a guest’s products are added in their order, and the response has those that were not on the list', async () => {
  const { token } = await makeSignedInCustomer(shop);
  await post(app, '/api/wish-list/toggle', { objectID: ids[1] }, { token });
  expect((await add(ids, token)).body).toEqual({
    added: [
      { objectID: ids[0], title: 'One' },
      { objectID: ids[2], title: 'Three' },
    ],
  });
  expect(await list(token)).toEqual([ids[0], ids[2], ids[1]]);
  expect((await add(ids, token)).body).toEqual({ added: [] });
});

test('unknown products are left out, and an empty list is valid', async () => {
  const { token } = await makeSignedInCustomer(shop);
  expect((await add([String(hidden.id), '2147483648', '2000000000'], token)).body).toEqual({ added: [] });
  expect((await add([], token)).body).toEqual({ added: [] });
});

test('concurrent requests add each product once without deadlocks', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const responses = await runConcurrently(20, 20, (index) => add(index % 2 ? ids : ids.toReversed(), token));
  expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
  expect(responses.flatMap((response) => response.body.added)).toHaveLength(3);
  expect((await list(token)).toSorted()).toEqual(ids.toSorted());
});

test('a list that would become too long is not changed', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  await pool.query(
    `INSERT INTO product OVERRIDING SYSTEM VALUE
     SELECT (jsonb_populate_record(p, jsonb_build_object('id', 900000 + n, 'slug', 'copy-' || n, 'work_key', 'copy-' || n))).*
     FROM product p, generate_series(1, 998) n WHERE p.id = $1`,
    [hidden.id],
  );
  await pool.query(
    'INSERT INTO wishlist_item (customer_id, product_id, price_when_added) SELECT $1, id, 0 FROM product WHERE id > 900000',
    [id],
  );
  expect(errorOf(await add(ids, token))[1]).toBe('too_many');
  expect(await list(token)).toHaveLength(998);
  expect((await add(ids.slice(1), token)).body.added).toHaveLength(2);
});

test.each([
  ['a word', ['x']],
  ['a number', [1]],
  ['a single id', '1'],
  ['more than a guest’s list has', Array(101).fill('1')],
])('%s is not a valid list', async (_name, objectIDs) => {
  const { token } = await makeSignedInCustomer(shop);
  expect(errorOf(await add(objectIDs, token))).toEqual([422, 'invalid']);
});
