import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks } from './spending.tsx';

test.each([
  [[0], [0, 100]],
  [[350], [0, 100, 200, 300, 400]],
  [[12_345], [0, 5000, 10_000, 15_000]],
  [
    [40_000, 0],
    [0, 10_000, 20_000, 30_000, 40_000],
  ],
  [
    [5000, -2500],
    [-4000, -2000, 0, 2000, 4000, 6000],
  ],
  [[-100], [-100, 0]],
])('the axis lines for %j are %j', (values, lines) => {
  expect(axisTicks(values)).toEqual(lines);
});

test('there are few evenly spaced lines, which enclose every value and 0', () => {
  const sen = fc.integer({ min: -1e11, max: 1e11 });
  fc.assert(
    fc.property(fc.array(sen, { minLength: 1, maxLength: 12 }), (values) => {
      const lines = axisTicks(values);
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines).toContain(0);
      expect(new Set(lines.slice(1).map((line, index) => line - lines[index]!)).size).toBe(1);
      expect(lines[0]).toBeLessThanOrEqual(Math.min(...values));
      expect(lines.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
    }),
  );
});
