import { describe, expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct } from '../../tests/factories.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeProduct(shop);
const other = await makeProduct(shop);
const hidden = await makeProduct(shop);
await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [hidden.id]);

const toggle = (objectID: unknown, token: string) => post(app, '/api/wish-list/toggle', { objectID }, { token });
const list = async (token: string): Promise<string[]> => (await get(app, '/api/wish-list', { token })).body.items;

test('a product is added and removed, newest first', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const [one, two] = [String(title.id), String(other.id)];
  expect((await toggle(one, token)).body).toEqual({ objectID: one, wished: true });
  await toggle(two, token);
  expect(await list(token)).toEqual([two, one]);
  expect((await toggle(one, token)).body).toEqual({ objectID: one, wished: false });
  expect(await list(token)).toEqual([two]);
});

test('a list is its customer’s own', async () => {
  const [me, them] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  await toggle(String(title.id), me.token);
  expect(await list(them.token)).toEqual([]);
  await toggle(String(title.id), them.token);
  await toggle(String(title.id), them.token);
  expect(await list(me.token)).toEqual([String(title.id)]);
});

test('concurrent toggles leave one item or none, and never fail', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const responses = await runConcurrently(20, 20, () => toggle(String(title.id), token));
  expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200));
  expect((await list(token)).length).toBeLessThanOrEqual(1);
});

describe('an unknown product is not found', () => {
  test.each(['2000000000', '2147483648', '9999999999', String(hidden.id)])('%s', async (objectID) => {
    const { token } = await makeSignedInCustomer(shop);
    expect(errorOf(await toggle(objectID, token))).toEqual([404, 'not_found']);
  });
});

test.each([1, '', '0', '-1', '1.5', '1e3', 'x', null, ['1'], '10000000000'])(
  '%j is not a valid id',
  async (objectID) => {
    const { token } = await makeSignedInCustomer(shop);
    expect(errorOf(await toggle(objectID, token))).toEqual([422, 'invalid']);
  },
);

test('a product that is no longer listed can be removed', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const leaving = await makeProduct(shop);
  await toggle(String(leaving.id), token);
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [leaving.id]);
  expect((await toggle(String(leaving.id), token)).body.wished).toBe(false);
});
