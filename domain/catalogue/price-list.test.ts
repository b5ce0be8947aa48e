import { expect, test } from 'vitest';
import { isBigMove } from './price-list.ts';

test('a price moves much by more than 20 percent of what it was, up or down', () => {
  const moves = [1200, 1201, 800, 799, 1000].map((after) => isBigMove(1000, after));
  expect(moves).toEqual([false, true, false, true, false]);
});
