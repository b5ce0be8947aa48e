import { expect, test } from 'vitest';
import { formatCount } from './count.ts';

test.each([
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1.0k'],
  [1049, '1.0k'],
  [1050, '1.1k'],
  [1200, '1.2k'],
  [1950, '2.0k'],
  [9999, '10.0k'],
  [12_345, '12.3k'],
  [1_234_567, '1234.6k'],
])('%d is written %s', (count, written) => {
  expect(formatCount(count, 'en')).toBe(written);
});

test('small counts are in the reader’s digits, thousands are written alike everywhere', () => {
  expect([formatCount(312, 'fa'), formatCount(1200, 'fa'), formatCount(1200, 'de')]).toEqual(['۳۱۲', '1.2k', '1.2k']);
});
