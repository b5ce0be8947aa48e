import { beforeAll, describe, expect, test } from 'vitest';
import { get, openTestApp, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp();
const { app, deps } = shop;
const me = await makeSignedInCustomer(shop);

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
    const lines = [await makeProduct(shop, told), await makeProduct(shop)];
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

  test('by status, combined with a search', async () => {
    await transitionOrder(deps, ids[1]!, { to: 'paid', actor: 'operator' });
    expect(await find({ status: 'paid' })).toEqual([1]);
    expect(await find({ status: 'placed' })).toEqual([3, 2, 0]);
    expect(await find({ status: 'placed', q: 'prozess' })).toEqual([]);
  });

  test('page by page', async () => {
    expect(await find({ q: 'BK-100', limit: '2' })).toEqual([3, 2]);
    expect(await find({ q: 'BK-100', limit: '2', before: ids[2]! })).toEqual([1, 0]);
  });

  test('among the customer’s own only', async () => {
    const other = await makeSignedInCustomer(shop);
    const { body } = await get(app, `/customer/order?q=${numbers[0]}`, { token: other.token });
    expect(body).toEqual([]);
  });
});

test.each([{ status: 'lost' }, { q: 'x'.repeat(101) }])('the query %j is invalid', async (query) => {
  const response = await get(app, `/customer/order?${new URLSearchParams(query)}`, { token: me.token });
  expect(errorOf(response)).toEqual([422, 'invalid']);
});

test('a page ends before its orders exceed a thousand lines', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const titles = await Promise.all(Array.from({ length: 100 }, () => makeProduct(shop, { stock: 100 })));
  const placed: string[] = [];
  for (let orders = 0; orders < 12; orders += 1)
    placed.unshift((await placeOrder(app, { lines: orders === 11 ? [titles[0]!] : titles, token })).body.id);
  const list = async (query: string) => {
    const { body } = await get(app, `/customer/order?${query}`, { token });
    return (body as { id: string }[]).map(({ id }) => id);
  };
  const first = await list('limit=100');
  expect(first).toEqual(placed.slice(0, 10));
  expect(await list(`limit=100&before=${first.at(-1)}`)).toEqual(placed.slice(10));
  expect(await list(`limit=100&before=${placed.at(-1)}`)).toEqual([]);
  expect(await list('limit=10')).toEqual(placed.slice(0, 10));
  expect((await get(app, '/customer/order?limit=100', { token })).body[1].lines).toHaveLength(100);
});
