import { expect, test } from 'vitest';
import { changedPrices, isBigMove, parseCopies, parsePrice } from './price-list.ts';

test('a price moves much by more than 20 percent of what it was, up or down', () => {
  const moves = [1200, 1201, 800, 799, 1000].map((after) => isBigMove(1000, after));
  expect(moves).toEqual([false, true, false, true, false]);
});

test('a member price that is not given stays, or follows a list price that falls below it', () => {
  const before = { listPrice: 4000, memberPrice: 3600 };
  const given = [
    { listPrice: 4500 },
    { listPrice: 3000 },
    { memberPrice: 3500 },
    { listPrice: 3000, memberPrice: 3500 },
  ];
  expect(given.map((one) => changedPrices(before, one)).map(Object.values)).toEqual([
    [4500, 3600],
    [3000, 3000],
    [4000, 3500],
    [3000, 3500],
  ]);
});

test('prices and copies are read as they are typed, in the digits of any keyboard', () => {
  expect(['39.9', '39,90', '۳۹٫۹۰', '٣٩', '0', '39.999', '-1', ''].map(parsePrice)).toEqual([
    3990,
    3990,
    3990,
    3900,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(['0', '۱۲', '1.5', '-1', ''].map(parseCopies)).toEqual([0, 12, undefined, undefined, undefined]);
});
