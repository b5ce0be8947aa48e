import { expect, test, describe } from 'vitest';
import { cartChanges, limitToStock, availableLines, planReorder } from './cart-changes.ts';
import { MAX_LINES, MAX_QTY, type CartLine } from './cart.ts';

const line = { productId: 1, variantId: 1, qty: 2, listPrice: 4000, memberPrice: 3600, stock: 10 };

test('a cart that is fully in stock has no changes but the member savings', () => {
  expect(cartChanges([line, { ...line, variantId: 2, qty: 3, memberPrice: 3999 }])).toEqual({
    shortages: [],
    memberSaving: 803,
  });
});

test('lines with too little stock are reported with what is left', () => {
  const { shortages } = cartChanges([
    { ...line, qty: 10 },
    { ...line, variantId: 2, qty: 11 },
    { ...line, variantId: 3, stock: 0 },
  ]);
  expect(shortages).toEqual([
    { variantId: 2, requested: 11, available: 10 },
    { variantId: 3, requested: 2, available: 0 },
  ]);
});

test('an empty cart has no changes', () => {
  expect(cartChanges([])).toEqual({ shortages: [], memberSaving: 0 });
});

test('unavailable lines save nothing', () => {
  const lines = [
    { ...line, qty: 50, stock: 1 },
    { ...line, variantId: 2, stock: 0 },
  ];
  expect(cartChanges(lines).memberSaving).toBe(400);
  expect(availableLines(lines)).toEqual([{ ...line, qty: 1, stock: 1 }]);
});

test('quantities are reduced to the stock; sold-out lines stay until removed', () => {
  const stocks = new Map([
    [1, 1],
    [2, 0],
    [3, 5],
  ]);
  const lines = [1, 2, 3, 4].map((vid) => ({ id: vid, vid, qty: 50 }));
  expect(limitToStock(lines, (vid) => stocks.get(vid))).toEqual({
    lines: [
      { id: 1, vid: 1, qty: 1 },
      { id: 2, vid: 2, qty: 50 },
      { id: 3, vid: 3, qty: 5 },
      { id: 4, vid: 4, qty: 50 },
    ],
    lowered: [
      { variantId: 1, requested: 50, available: 1 },
      { variantId: 3, requested: 50, available: 5 },
    ],
  });
});

const LINE = { id: 1, vid: 10, qty: 3, price: 2_000 };

function plan(stock: number | undefined, cart: readonly CartLine[] = []) {
  const onSale = new Map(stock === undefined ? [] : [[10, { stock, price: 2_100 }]]);
  const [{ code, qty, currentPrice } = { code: 'none', qty: 0, now: 0 }] = planReorder([LINE], onSale, cart);
  return [code, qty, currentPrice];
}

describe('a reordered line', () => {
  test('is added as before, at the current price', () => {
    expect(plan(5)).toEqual(['added', 3, 2_100]);
  });

  test('is reduced to the stock not yet in the cart', () => {
    expect(plan(2)).toEqual(['fewer', 2, 2_100]);
    expect(plan(4, [{ id: 1, vid: 10, qty: 2 }])).toEqual(['fewer', 2, 2_100]);
    expect(plan(2, [{ id: 1, vid: 10, qty: 2 }])).toEqual(['fewer', 0, 2_100]);
  });

  test('may be sold out or no longer available', () => {
    expect(plan(0)).toEqual(['sold_out', 0, 2_100]);
    expect(plan(undefined)).toEqual(['gone', 0, undefined]);
  });

  test('is not added to a full cart', () => {
    const others = Array.from({ length: MAX_LINES }, (_, index) => ({ id: 2, vid: 100 + index, qty: 1 }));
    expect(plan(5, others)).toEqual(['full', 0, 2_100]);
    expect(plan(5, others.with(0, { id: 1, vid: 10, qty: 1 }))).toEqual(['added', 3, 2_100]);
    expect(plan(5_000, [{ id: 1, vid: 10, qty: MAX_QTY }])).toEqual(['full', 0, 2_100]);
  });
});

test('the last free line of a cart is used once', () => {
  const lines = [LINE, { ...LINE, vid: 11 }];
  const onSale = new Map([10, 11].map((vid) => [vid, { stock: 9, price: 2_000 }]));
  const others = Array.from({ length: MAX_LINES - 1 }, (_, index) => ({ id: 2, vid: 100 + index, qty: 1 }));
  expect(planReorder(lines, onSale, others).map(({ code }) => code)).toEqual(['added', 'full']);
});
