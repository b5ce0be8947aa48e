import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { makeCoupon, makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { openTestApp } from '../../tests/test-app.ts';

const shop = await openTestApp();

/** The statements of transactions meanwhile; those that travelled together are one list. */
async function roundTripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const trips: string[][] = [];
  const outstanding = new WeakMap<pg.Client, number>();
  const send = pg.Client.prototype.query as unknown as (...given: unknown[]) => Promise<unknown> | undefined;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const answer = send.apply(this, given);
    // The pool itself asks with a callback, outside of transactions.
    if (!answer) return undefined;
    const before = outstanding.get(this) ?? 0;
    if (before === 0) trips.push([]);
    const [statement] = given as unknown as [string | { text: string }];
    trips.at(-1)!.push(typeof statement === 'string' ? statement : statement.text);
    outstanding.set(this, before + 1);
    const settle = () => outstanding.set(this, outstanding.get(this)! - 1);
    answer.then(settle, settle);
    return answer as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return trips;
}

test('an order asks the database twice before its commit, and locks stock before the coupon', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const lines = [await makeProduct(shop), await makeProduct(shop)];
  const coupon = await makeCoupon(shop, { value: 1000 });
  const trips = await roundTripsOf(() => placeOrder(shop.app, { lines, token, coupon }));
  const begin = trips.findIndex(([first]) => first!.startsWith('begin'));
  const [read, write, commit] = trips.slice(begin);
  expect(read![0]).toBe('begin; SET LOCAL plan_cache_mode = force_generic_plan');
  expect(read![1]).toContain('"idempotency"');
  expect(commit).toEqual(['commit']);
  const places = ['FOR UPDATE', 'update "coupon"', 'insert into "order"', 'insert into "audit_entry"'].map((part) =>
    write!.findIndex((text) => text.includes(part)),
  );
  expect(places).toEqual(places.toSorted((one, next) => one - next));
  expect(places).not.toContain(-1);
});
