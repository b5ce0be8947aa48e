import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { ADDRESS, makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';

const shop = await openDoor({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const NO_ID = '01900000-0000-7000-8000-000000000000';

async function withAddresses(count: number) {
  const { token } = await makeSignedIn(shop);
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
const defaults = async (token: string) => (await list(token)).filter((one) => one.is_default).map((one) => one.id);

test('addresses are listed newest first, as they were given; the first is the default', async () => {
  const { token, ids } = await withAddresses(2);
  const rows = await list(token);
  expect(rows.map((row) => row.id)).toEqual(ids.toReversed());
  expect(rows[1]).toEqual({ id: ids[0], ...ADDRESS, name: 'Home 0', line2: null, country: 'MY', is_default: true });
});

test('an address is changed by its id, and stays in its place', async () => {
  const { token, ids } = await withAddresses(2);
  const { body } = await save({ id: ids[0], name: 'Elsewhere', line2: 'Flat 3', zip: 93350 }, token);
  expect(body).toEqual({ id: ids[0] });
  expect(await list(token)).toMatchObject([
    { id: ids[1] },
    { name: 'Elsewhere', line2: 'Flat 3', zip: '93350', is_default: true },
  ]);
});

test('another default takes the place of the first', async () => {
  const { token, ids } = await withAddresses(3);
  expect((await setDefault(ids[2], token)).body).toEqual({ id: ids[2] });
  expect(await defaults(token)).toEqual([ids[2]]);
  expect((await setDefault(ids[2], token)).status).toBe(200);
});

test('the newest left takes the place of a removed default', async () => {
  const { token, ids } = await withAddresses(3);
  expect((await remove(ids[0], token)).status).toBe(204);
  expect(await defaults(token)).toEqual([ids[2]]);
  await remove(ids[2], token);
  await remove(ids[1], token);
  expect(await list(token)).toEqual([]);
  expect(refusal(await remove(ids[1], token))).toEqual([404, 'not_found']);
});

test('an order keeps its copy of a removed address', async () => {
  const { token, ids } = await withAddresses(1);
  const title = await makeTitle(shop);
  const { body } = await placeOrder(app, { lines: [title], token, address: { id: ids[0] } });
  await remove(ids[0], token);
  expect((await get(app, `/api/orders/${body.id}`, { token })).body.address).toMatchObject({
    name: 'Home 0',
    zip: '50480',
  });
});

describe('at once', () => {
  test('twenty choices of a default leave exactly one', async () => {
    const { token, ids } = await withAddresses(5);
    const answers = await crowd(20, 20, (index) => setDefault(ids[index % 5], token));
    expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 20 });
    expect(await defaults(token)).toHaveLength(1);
    await expectSound(pool);
  });

  test('twenty first addresses have one default', async () => {
    const { token } = await makeSignedIn(shop);
    await crowd(20, 20, () => save({}, token));
    expect(await defaults(token)).toHaveLength(1);
  });

  test('choices, additions and removals leave exactly one default', async () => {
    const { token, ids } = await withAddresses(6);
    await crowd(30, 20, async (index) => {
      const id = ids[index % 6]!;
      return index % 3 === 0
        ? setDefault(id, token)
        : index % 3 === 1
          ? remove(ids[index % 4], token)
          : save({}, token);
    });
    expect(await defaults(token)).toHaveLength(1);
    await expectSound(pool);
  });

  test('the fifty-first address is refused, however many are added', async () => {
    const { token } = await makeSignedIn(shop);
    const answers = await crowd(60, 20, () => save({}, token));
    expect(tally(answers.map((answer) => answer.body.code ?? answer.status))).toEqual({ 200: 50, too_many: 10 });
  });
});

test('another’s address is not found, exactly like one that is not there, and stays as it is', async () => {
  const owner = await withAddresses(2);
  const other = await withAddresses(1);
  const before = await list(owner.token);
  for (const act of [setDefault, remove, (id: unknown, token: string) => save({ id, name: 'Mine' }, token)]) {
    const [theirs, nobodys] = [await act(owner.ids[0], other.token), await act(NO_ID, other.token)];
    expect(refusal(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe(nobodys.text);
    expect(refusal(await act('1', other.token))).toEqual([404, 'not_found']);
  }
  expect(await list(owner.token)).toEqual(before);
  expect(await defaults(other.token)).toEqual(other.ids);
});

test('fields that an address does not have are dropped', async () => {
  const { token, ids } = await withAddresses(2);
  const forged = { is_default: true, isDefault: true, customer_id: NO_ID, customerId: NO_ID, created_at: '2000-01-01' };
  await save({ id: ids[1], ...forged }, token);
  expect((await list(token)).map((row) => [row.id, row.is_default])).toEqual([
    [ids[1], false],
    [ids[0], true],
  ]);
});

describe('what is refused, by its path', () => {
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
    ['country', 'SG'],
  ];
  test.each(BAD)('%s %j', async (path, value) => {
    const { token } = await makeSignedIn(shop);
    const answer = await save({ [path]: value }, token);
    expect(refusal(answer)).toEqual([422, 'invalid']);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await list(token)).toEqual([]);
  });
});
