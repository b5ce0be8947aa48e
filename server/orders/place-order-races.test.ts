import { expect, test } from 'vitest';
import { runConcurrently, openTestApp, countValues } from '../../tests/test-app.ts';
import { makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';

const shop = await openTestApp({ DATABASE_POOL: '60' });
const { app, pool } = shop;
const AT_ONCE = 50;

/** The same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

function outcomes(responses: { status: number; body: { code?: string } }[]) {
  return countValues(responses.map((response) => response.body.code ?? response.status));
}

test('one of fifty concurrent buyers gets the last copy', async () => {
  const last = await makeProduct(shop, { stock: 1 });
  const responses = await runConcurrently(50, AT_ONCE, (index) =>
    placeOrder(app, { lines: [last], email: `last${index}@mail.test` }),
  );
  expect(outcomes(responses)).toEqual({ 201: 1, out_of_stock: 49 });
  const { rows } = await pool.query('SELECT stock FROM variant WHERE id = $1', [last.vid]);
  expect(rows).toEqual([{ stock: 0 }]);
  await expectIntegrity(pool);
});

test('a sale between read and reservation wins the last copy', async () => {
  const last = await makeProduct(shop, { stock: 1 });
  let rival: Promise<{ status: number }> | undefined;
  shop.deps.betweenReadAndWrite = async () => {
    delete shop.deps.betweenReadAndWrite;
    await (rival = placeOrder(app, { lines: [last], email: 'rival@mail.test' }));
  };
  const late = await placeOrder(app, { lines: [last], email: 'late@mail.test' });
  expect([(await rival!).status, late.status, late.body.code]).toEqual([201, 409, 'out_of_stock']);
  expect(late.body.lines).toEqual([{ id: last.id, vid: last.vid, available: 0 }]);
  await expectIntegrity(pool);
});

test('a hundred random carts over twenty titles sell exactly the stock', async () => {
  const roll = dice(7);
  const titles = await Promise.all(
    Array.from({ length: 20 }, () =>
      makeProduct(shop, { variants: [{ stock: 12 }, { stock: 12, format: 'hardback' }] }),
    ),
  );
  const carts = Array.from({ length: 100 }, () =>
    Array.from({ length: 5 }, () => {
      const of = titles[roll(titles.length)]!;
      return { of, qty: 1 + roll(3), variant: of.variants[roll(2)]! };
    }),
  );
  const responses = await runConcurrently(100, AT_ONCE, (index) =>
    placeOrder(app, { lines: carts[index]!, email: `cart${index}@mail.test` }),
  );
  const { out_of_stock: refused = 0, 201: sold = 0, ...rest } = outcomes(responses);
  expect(rest).toEqual({});
  expect(sold).toBeGreaterThan(20);
  expect(sold + refused).toBe(100);
  await expectIntegrity(pool);
});

test('buying the same variants in different orders causes no deadlock', async () => {
  const pair = () => makeProduct(shop, { variants: [{ stock: 10 }, { stock: 10, format: 'hardback' }] });
  const titles = [await pair(), await pair()];
  const responses = await runConcurrently(40, 40, (index) => {
    const lines = titles.map((of) => ({ of, variant: of.variants[index % 2]! }));
    return placeOrder(app, { lines: index % 3 ? lines : lines.toReversed(), email: `pair${index}@mail.test` });
  });
  expect(outcomes(responses)).toEqual({ 201: 20, out_of_stock: 20 });
  await expectIntegrity(pool);
});
