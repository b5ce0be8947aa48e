import { expect, test } from 'vitest';
import { crowd, openDoor, tally } from '../../tests/door.ts';
import { makeTitle, placeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';

const shop = await openDoor({ DATABASE_POOL: '60' });
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

function outcomes(answers: { status: number; body: { code?: string } }[]) {
  return tally(answers.map((answer) => answer.body.code ?? answer.status));
}

test('of fifty buyers of the last copy one gets it', async () => {
  const last = await makeTitle(shop, { stock: 1 });
  const answers = await crowd(50, AT_ONCE, (index) =>
    placeOrder(app, { lines: [last], email: `last${index}@mail.test` }),
  );
  expect(outcomes(answers)).toEqual({ 201: 1, out_of_stock: 49 });
  const { rows } = await pool.query('SELECT stock FROM variant WHERE id = $1', [last.vid]);
  expect(rows).toEqual([{ stock: 0 }]);
  await expectSound(pool);
});

test('who comes between the reading and the taking of the last copy gets it', async () => {
  const last = await makeTitle(shop, { stock: 1 });
  let rival: Promise<{ status: number }> | undefined;
  shop.deps.betweenReadAndWrite = async () => {
    delete shop.deps.betweenReadAndWrite;
    await (rival = placeOrder(app, { lines: [last], email: 'rival@mail.test' }));
  };
  const late = await placeOrder(app, { lines: [last], email: 'late@mail.test' });
  expect([(await rival!).status, late.status, late.body.code]).toEqual([201, 409, 'out_of_stock']);
  expect(late.body.lines).toEqual([{ id: last.id, vid: last.vid, available: 0 }]);
  await expectSound(pool);
});

test('a hundred random carts over twenty titles sell just what was there', async () => {
  const roll = dice(7);
  const titles = await Promise.all(
    Array.from({ length: 20 }, () => makeTitle(shop, { editions: [{ stock: 12 }, { stock: 12, format: 'hardback' }] })),
  );
  const carts = Array.from({ length: 100 }, () =>
    Array.from({ length: 5 }, () => {
      const of = titles[roll(titles.length)]!;
      return { of, qty: 1 + roll(3), variant: of.variants[roll(2)]! };
    }),
  );
  const answers = await crowd(100, AT_ONCE, (index) =>
    placeOrder(app, { lines: carts[index]!, email: `cart${index}@mail.test` }),
  );
  const { out_of_stock: refused = 0, 201: sold = 0, ...rest } = outcomes(answers);
  expect(rest).toEqual({});
  expect(sold).toBeGreaterThan(20);
  expect(sold + refused).toBe(100);
  await expectSound(pool);
});

test('whoever buys both formats of two titles to the end leaves no one waiting for another', async () => {
  const pair = () => makeTitle(shop, { editions: [{ stock: 10 }, { stock: 10, format: 'hardback' }] });
  const titles = [await pair(), await pair()];
  const answers = await crowd(40, 40, (index) => {
    const lines = titles.map((of) => ({ of, variant: of.variants[index % 2]! }));
    return placeOrder(app, { lines: index % 3 ? lines : lines.toReversed(), email: `pair${index}@mail.test` });
  });
  expect(outcomes(answers)).toEqual({ 201: 20, out_of_stock: 20 });
  await expectSound(pool);
});
