import { describe, expect, test } from 'vitest';
import { MAX_LINES, MAX_QTY, type CartLine } from './cart.ts';
import { planReorder } from './reorder.ts';

const LINE = { id: 1, vid: 10, qty: 3, price: 2_000 };

function plan(stock: number | undefined, cart: readonly CartLine[] = []) {
  const onSale = new Map(stock === undefined ? [] : [[10, { stock, price: 2_100 }]]);
  const [{ code, qty, now } = { code: 'none', qty: 0, now: 0 }] = planReorder([LINE], onSale, cart);
  return [code, qty, now];
}

describe('a line that is bought again', () => {
  test('goes into the cart as it was, at today’s price', () => {
    expect(plan(5)).toEqual(['added', 3, 2_100]);
  });

  test('is fewer copies where there are no more, those in the cart counted', () => {
    expect(plan(2)).toEqual(['fewer', 2, 2_100]);
    expect(plan(4, [{ id: 1, vid: 10, qty: 2 }])).toEqual(['fewer', 2, 2_100]);
    expect(plan(2, [{ id: 1, vid: 10, qty: 2 }])).toEqual(['fewer', 0, 2_100]);
  });

  test('may be sold out, or no longer sold', () => {
    expect(plan(0)).toEqual(['sold_out', 0, 2_100]);
    expect(plan(undefined)).toEqual(['gone', 0, undefined]);
  });

  test('finds no room in a cart that is full', () => {
    const others = Array.from({ length: MAX_LINES }, (_, index) => ({ id: 2, vid: 100 + index, qty: 1 }));
    expect(plan(5, others)).toEqual(['full', 0, 2_100]);
    expect(plan(5, others.with(0, { id: 1, vid: 10, qty: 1 }))).toEqual(['added', 3, 2_100]);
    expect(plan(5_000, [{ id: 1, vid: 10, qty: MAX_QTY }])).toEqual(['full', 0, 2_100]);
  });
});

test('the last place in a cart is given once', () => {
  const lines = [LINE, { ...LINE, vid: 11 }];
  const onSale = new Map([10, 11].map((vid) => [vid, { stock: 9, price: 2_000 }]));
  const others = Array.from({ length: MAX_LINES - 1 }, (_, index) => ({ id: 2, vid: 100 + index, qty: 1 }));
  expect(planReorder(lines, onSale, others).map(({ code }) => code)).toEqual(['added', 'full']);
});
