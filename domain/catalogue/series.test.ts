import { expect, test } from 'vitest';
import { LAST_POSITION, seriesPosition } from './series.ts';

test('volumes stand in the order of their numbers, those without one last', () => {
  const numbers = [null, '10', '2', 'Prologue', '2.5', '9', '0', '1', '3', '2,75'];
  const ordered = numbers.toSorted((one, other) => seriesPosition(one) - seriesPosition(other));
  expect(ordered).toEqual(['0', '1', '2', '2.5', '2,75', '3', '9', '10', null, 'Prologue']);
});

test.each([
  ['Vol. 3', 300],
  ['1-3', 100],
  ['۱۲', 1200],
  ['٢٫٥', 250],
  ['', LAST_POSITION],
])('the number %j is at %i', (number, position) => {
  expect(seriesPosition(number)).toBe(position);
});

test('no number is beyond the last place', () => {
  expect(seriesPosition('9'.repeat(40))).toBeLessThan(LAST_POSITION);
  expect(Number.isInteger(seriesPosition('9'.repeat(40)))).toBe(true);
});
