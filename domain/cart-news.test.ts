import { expect, test } from 'vitest';
import { cartNews } from './cart-news.ts';

const line = { productId: 1, variantId: 1, qty: 2, listPrice: 4000, memberPrice: 3600, stock: 10 };

test('a cart of which everything is there has no news but what members save', () => {
  expect(cartNews([line, { ...line, variantId: 2, qty: 3, memberPrice: 3999 }])).toEqual({
    short: [],
    memberSaving: 803,
  });
});

test('lines of which there is too little are told with what is left', () => {
  const { short } = cartNews([
    { ...line, qty: 10 },
    { ...line, variantId: 2, qty: 11 },
    { ...line, variantId: 3, stock: 0 },
  ]);
  expect(short).toEqual([
    { variantId: 2, wanted: 11, left: 10 },
    { variantId: 3, wanted: 2, left: 0 },
  ]);
});

test('an empty cart has none', () => {
  expect(cartNews([])).toEqual({ short: [], memberSaving: 0 });
});
