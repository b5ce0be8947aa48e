import { expect, test } from 'vitest';
import { formatTimeLeft } from './output.ts';

test.each([
  [0, '1s'],
  [8.4, '8s'],
  [59.6, '1m 0s'],
  [160, '2m 40s'],
  [3905, '1h 5m'],
  [Number.POSITIVE_INFINITY, '–'],
  [Number.NaN, '–'],
])('the time left of %s seconds is %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});
