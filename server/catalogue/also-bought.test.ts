import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { alsoBought, order } from '../db/tables.ts';
import { MIN_BUYERS, refreshAlsoBought } from './also-bought.ts';

const shop = await openTestApp();
const { app, deps, connect } = shop;
const { db } = deps;

type Made = Awaited<ReturnType<typeof makeProduct>>;

async function buy(lines: Made[], buyer: { token?: string } = {}, state: 'paid' | 'placed' | 'cancelled' = 'paid') {
  const token = buyer.token ?? (await makeSignedInCustomer(shop)).token;
  return makeOrder(shop, { lines, token, state });
}

const othersOf = async ({ id }: Made) =>
  (await get(app, `/api/site/products/${id}`)).body.also_bought.map((row: { id: number }) => row.id);

const products = (count: number) => Promise.all(Array.from({ length: count }, () => makeProduct(shop, { stock: 50 })));

test('lists what three buyers of a title bought too, the most often first', async () => {
  const [one, two, three, four] = (await products(4)) as [Made, Made, Made, Made];
  for (const lines of [
    [one, two, three],
    [one, two, three],
    [one, two, three],
    [one, three],
    [one, four],
  ])
    await buy(lines);
  expect(await refreshAlsoBought(connect)).toBe(6);
  expect([await othersOf(one), await othersOf(two), await othersOf(four)]).toEqual([
    [three.id, two.id],
    [three.id, one.id].toSorted((a, b) => a - b),
    [],
  ]);
});

test('two buyers are too few, however often they buy', async () => {
  const [one, two] = (await products(2)) as [Made, Made];
  const [first, second] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  for (const buyer of [first, second, second, second]) {
    await buy([one], buyer);
    await buy([two], buyer);
  }
  await refreshAlsoBought(connect);
  expect(MIN_BUYERS).toBe(3);
  expect(await othersOf(one)).toEqual([]);
});

test('one address counts once, in any case, and orders that were not paid or are too old not at all', async () => {
  const [one, two] = (await products(2)) as [Made, Made];
  const guests = await Promise.all([0, 1, 2].map(() => buy([one, two])));
  for (const { id } of guests)
    await db.update(order).set({ customerId: null, email: 'Guest@mail.test' }).where(eq(order.id, id));
  await buy([one, two], {}, 'placed');
  await buy([one, two], {}, 'cancelled');
  const { id } = await buy([one, two]);
  await db
    .update(order)
    .set({ placedAt: new Date('2020-01-01') })
    .where(eq(order.id, id));
  await buy([one, two]);
  await refreshAlsoBought(connect);
  expect(await othersOf(one)).toEqual([]);
  await buy([one, two]);
  await refreshAlsoBought(connect);
  expect(await othersOf(one)).toEqual([two.id]);
});

test('whoever was anonymized is nobody', async () => {
  const [one, two] = (await products(2)) as [Made, Made];
  for (let buyer = 0; buyer < 4; buyer += 1) await buy([one, two]);
  await refreshAlsoBought(connect);
  expect(await othersOf(one)).toEqual([two.id]);
  await db.update(order).set({ email: 'nobody@deleted.invalid' });
  await refreshAlsoBought(connect);
  expect(await db.$count(alsoBought)).toBe(0);
});
