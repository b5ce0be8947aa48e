import { describe, expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { ADDRESS, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const NO_ID = '01900000-0000-7000-8000-000000000000';

async function withAddresses(count: number) {
  const { token } = await makeSignedInCustomer(shop);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await save({ name: `Home ${n}` }, token)).body.id);
  return { token, ids };
}

function save(changes: object, token: string) {
  return post(app, '/customer/address/add', { ...ADDRESS, ...changes }, { token });
}

async function list(token: string): Promise<{ id: string; is_default: boolean }[]> {
  return (await get(app, '/customer/address', { token })).body;
}

const setDefault = (id: unknown, token: string) => post(app, '/customer/address/set-default', { id }, { token });
const remove = (id: unknown, token: string) => post(app, '/api/address/remove', { id }, { token });
const defaults = async (token: string) => (await list(token)).filter((row) => row.is_default).map((row) => row.id);

test('addresses are listed newest first, as entered; the first is the default', async () => {
  const { token, ids } = await withAddresses(2);
  const rows = await list(token);
  expect(rows.map((row) => row.id)).toEqual(ids.toReversed());
  expect(rows[1]).toEqual({
    id: ids[0],
    ...ADDRESS,
    name: 'Home 0',
    phone: '+60123456789',
    line2: null,
    country: 'MY',
    is_default: true,
  });
});

test('an address is changed by its id and keeps its position', async () => {
  const { token, ids } = await withAddresses(2);
  const { body } = await save({ id: ids[0], name: 'Elsewhere', line2: 'Flat 3', zip: 93350 }, token);
  expect(body).toEqual({ id: ids[0] });
  expect(await list(token)).toMatchObject([
    { id: ids[1] },
    { name: 'Elsewhere', line2: 'Flat 3', zip: '93350', is_default: true },
  ]);
});

test('another default replaces the first', async () => {
  const { token, ids } = await withAddresses(3);
  expect((await setDefault(ids[2], token)).body).toEqual({ id: ids[2] });
  expect(await defaults(token)).toEqual([ids[2]]);
  expect((await setDefault(ids[2], token)).status).toBe(200);
});

test('the newest remaining address replaces a removed default', async () => {
  const { token, ids } = await withAddresses(3);
  expect((await remove(ids[0], token)).status).toBe(204);
  expect(await defaults(token)).toEqual([ids[2]]);
  await remove(ids[2], token);
  await remove(ids[1], token);
  expect(await list(token)).toEqual([]);
  expect(errorOf(await remove(ids[1], token))).toEqual([404, 'not_found']);
});

test('an order keeps its copy of a removed address', async () => {
  const { token, ids } = await withAddresses(1);
  const title = await makeProduct(shop);
  const { body } = await placeOrder(app, { lines: [title], token, address: { id: ids[0] } });
  await remove(ids[0], token);
  expect((await get(app, `/api/orders/${body.id}`, { token })).body.address).toMatchObject({
    name: 'Home 0',
    zip: '50480',
  });
});

describe('concurrently', () => {
  test('twenty concurrent default changes leave exactly one default', async () => {
    const { token, ids } = await withAddresses(5);
    const responses = await runConcurrently(20, 20, (index) => setDefault(ids[index % 5], token));
    expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 20 });
    expect(await defaults(token)).toHaveLength(1);
    await expectIntegrity(pool);
  });

  test('twenty first addresses have one default', async () => {
    const { token } = await makeSignedInCustomer(shop);
    await runConcurrently(20, 20, () => save({}, token));
    expect(await defaults(token)).toHaveLength(1);
  });

  test('changes, additions and removals leave exactly one default', async () => {
    const { token, ids } = await withAddresses(6);
    await runConcurrently(30, 20, async (index) => {
      const id = ids[index % 6]!;
      return index % 3 === 0
        ? setDefault(id, token)
        : index % 3 === 1
          ? remove(ids[index % 4], token)
          : save({}, token);
    });
    expect(await defaults(token)).toHaveLength(1);
    await expectIntegrity(pool);
  });

  test('the fifty-first address is rejected, also concurrently', async () => {
    const { token } = await makeSignedInCustomer(shop);
    const responses = await runConcurrently(60, 20, () => save({}, token));
    expect(countValues(responses.map((response) => response.body.code ?? response.status))).toEqual({
      200: 50,
      too_many: 10,
    });
  });
});

test('another customer’s address is not found and not changed', async () => {
  const owner = await withAddresses(2);
  const other = await withAddresses(1);
  const before = await list(owner.token);
  for (const act of [setDefault, remove, (id: unknown, token: string) => save({ id, name: 'Mine' }, token)]) {
    const [theirs, nobodys] = [await act(owner.ids[0], other.token), await act(NO_ID, other.token)];
    expect(errorOf(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe(nobodys.text);
    expect(errorOf(await act('1', other.token))).toEqual([404, 'not_found']);
  }
  expect(await list(owner.token)).toEqual(before);
  expect(await defaults(other.token)).toEqual(other.ids);
});

test('unknown fields are ignored', async () => {
  const { token, ids } = await withAddresses(2);
  const injected = {
    is_default: true,
    isDefault: true,
    customer_id: NO_ID,
    customerId: NO_ID,
    created_at: '2000-01-01',
  };
  await save({ id: ids[1], ...injected }, token);
  expect((await list(token)).map((row) => [row.id, row.is_default])).toEqual([
    [ids[1], false],
    [ids[0], true],
  ]);
});

describe('invalid fields, by path', () => {
  const BAD_ZIPS = ['9999', '86901', '86999', '98860', '1e4', '010000', '', 'abcde', '5048O', null, 50480.5, ['50480']];
  const BAD: [string, unknown][] = [
    ...BAD_ZIPS.map((zip): [string, unknown] => ['zip', zip]),
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(101)],
    ['line1', 'A\nB'],
    ['line2', 'A\0'],
    ['line2', '\ud800'],
    ['city', null],
    ['state', 5],
    ['phone', 'x'.repeat(31)],
    ['phone', '12'],
    ['phone', '012-345 67'],
    ['country', 'SG'],
  ];
  test.each(BAD)('%s %j', async (path, value) => {
    const { token } = await makeSignedInCustomer(shop);
    const response = await save({ [path]: value }, token);
    expect(errorOf(response)).toEqual([422, 'invalid']);
    expect(response.body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await list(token)).toEqual([]);
  });
});
