import { beforeAll, describe, expect, test } from 'vitest';
import { get, openDoor, refusal } from '../../tests/door.ts';
import { makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { moveOrder } from './move-order.ts';

const shop = await openDoor();
const { app, deps } = shop;
const me = await makeSignedIn(shop);

const TITLES = [
  { title: 'L’Étranger', isbn: '9782070360024', language: 'fr' },
  { title: 'Der Prozeß & andere Größen', isbn: '9783150096765' },
  { title: 'بوف كور', isbn: '9789643510015', language: 'fa' },
  { title: 'The 100% Guide_to \\ Cœur, Æsop & Smørrebrød', isbn: '9780141439518' },
];
const numbers: string[] = [];
const ids: string[] = [];

beforeAll(async () => {
  for (const told of TITLES) {
    const lines = [await makeTitle(shop, told), await makeTitle(shop)];
    const { body } = await placeOrder(app, { lines, token: me.token });
    numbers.push(body.number);
    ids.push(body.id);
  }
});

async function find(query: Record<string, string>): Promise<number[]> {
  const { status, body } = await get(app, `/customer/order?${new URLSearchParams(query)}`, { token: me.token });
  expect(status).toBe(200);
  return body.map((order: { number: string }) => numbers.indexOf(order.number));
}

describe('orders are found', () => {
  test.each([
    ['letranger', [0]],
    ['L’ÉTRANGER', [0]],
    ['prozess', [1]],
    ['grossen prozess', [1]],
    ['بوف کور', [2]],
    ['100 guide', [3]],
    ['coeur aesop smorrebrod', [3]],
    ['978-2-07-036002-4', [0]],
    ['2070360024', [0]],
    ['978014', [3]],
    ['%', []],
    ['_', []],
    ['!!!', []],
    ['prozess letranger', []],
    ['nothing like it', []],
    ['', [3, 2, 1, 0]],
    [' ', [3, 2, 1, 0]],
  ])('by %j', async (q, found) => {
    expect(await find({ q })).toEqual(found);
  });

  test('by their number, whole or in part', async () => {
    const [first] = numbers as [string];
    expect(await find({ q: first })).toEqual([0]);
    expect(await find({ q: ` ${first.toLowerCase()} ` })).toEqual([0]);
    expect(await find({ q: first.slice(3) })).toEqual([0]);
    expect(await find({ q: 'BK-100' })).toEqual([3, 2, 1, 0]);
    expect(await find({ q: 'BK-999999' })).toEqual([]);
  });

  test('by their state, together with words', async () => {
    await moveOrder(deps, ids[1]!, { to: 'paid', actor: 'operator' });
    expect(await find({ status: 'paid' })).toEqual([1]);
    expect(await find({ status: 'placed' })).toEqual([3, 2, 0]);
    expect(await find({ status: 'placed', q: 'prozess' })).toEqual([]);
  });

  test('page by page', async () => {
    expect(await find({ q: 'BK-100', limit: '2' })).toEqual([3, 2]);
    expect(await find({ q: 'BK-100', limit: '2', before: ids[2]! })).toEqual([1, 0]);
  });

  test('among one’s own alone', async () => {
    const other = await makeSignedIn(shop);
    const { body } = await get(app, `/customer/order?q=${numbers[0]}`, { token: other.token });
    expect(body).toEqual([]);
  });
});

test.each([{ status: 'lost' }, { q: 'x'.repeat(101) }])('%j cannot be asked', async (query) => {
  const answer = await get(app, `/customer/order?${new URLSearchParams(query)}`, { token: me.token });
  expect(refusal(answer)).toEqual([422, 'invalid']);
});
