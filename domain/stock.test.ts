import { expect, test } from 'vitest';
import { isFew } from './stock.ts';

test('one to three copies are few; none is not few, it is none', () => {
  expect([0, 1, 3, 4].map(isFew)).toEqual([false, true, true, false]);
});
