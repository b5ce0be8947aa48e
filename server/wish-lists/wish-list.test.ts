import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post, refusal } from '../../tests/door.ts';
import { makeSignedIn, makeTitle } from '../../tests/factories.ts';

const shop = await openDoor({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeTitle(shop);
const other = await makeTitle(shop);
const hidden = await makeTitle(shop);
await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [hidden.id]);

const toggle = (objectID: unknown, token: string) => post(app, '/api/wish-list/toggle', { objectID }, { token });
const list = async (token: string): Promise<string[]> => (await get(app, '/api/wish-list', { token })).body.items;

test('a title is wished and unwished, newest first', async () => {
  const { token } = await makeSignedIn(shop);
  const [one, two] = [String(title.id), String(other.id)];
  expect((await toggle(one, token)).body).toEqual({ objectID: one, wished: true });
  await toggle(two, token);
  expect(await list(token)).toEqual([two, one]);
  expect((await toggle(one, token)).body).toEqual({ objectID: one, wished: false });
  expect(await list(token)).toEqual([two]);
});

test('a list is its customer’s own', async () => {
  const [me, them] = [await makeSignedIn(shop), await makeSignedIn(shop)];
  await toggle(String(title.id), me.token);
  expect(await list(them.token)).toEqual([]);
  await toggle(String(title.id), them.token);
  await toggle(String(title.id), them.token);
  expect(await list(me.token)).toEqual([String(title.id)]);
});

test('many toggles at once leave one wish or none, and never fail', async () => {
  const { token } = await makeSignedIn(shop);
  const answers = await crowd(20, 20, () => toggle(String(title.id), token));
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
  expect((await list(token)).length).toBeLessThanOrEqual(1);
});

describe('what is no title is not found', () => {
  test.each(['2000000000', '2147483648', '9999999999', String(hidden.id)])('%s', async (objectID) => {
    const { token } = await makeSignedIn(shop);
    expect(refusal(await toggle(objectID, token))).toEqual([404, 'not_found']);
  });
});

test.each([1, '', '0', '-1', '1.5', '1e3', 'x', null, ['1'], '10000000000'])('%j is no id', async (objectID) => {
  const { token } = await makeSignedIn(shop);
  expect(refusal(await toggle(objectID, token))).toEqual([422, 'invalid']);
});

test('a title that left the shop can still be unwished', async () => {
  const { token } = await makeSignedIn(shop);
  const leaving = await makeTitle(shop);
  await toggle(String(leaving.id), token);
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [leaving.id]);
  expect((await toggle(String(leaving.id), token)).body.wished).toBe(false);
});
