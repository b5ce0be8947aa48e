import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatSen, isWholeSen, portionOf, ringgitFromSen, senFromRinggit } from './money.ts';

/** 100 lines × 999 × RM 999,999.99: the largest total a cart can have. */
const LARGEST_CART = 100 * 999 * 99_999_999;

const sen = fc.integer({ min: -LARGEST_CART, max: LARGEST_CART });
const onePrice = fc.integer({ min: 0, max: 999 * 99_999_999 });
const runs = { numRuns: 5_000 };

test('every amount of a cart survives conversion to the wire and back', () => {
  fc.assert(
    fc.property(sen, (amount) => {
      const wire = JSON.parse(JSON.stringify(ringgitFromSen(amount))) as number;
      expect(senFromRinggit(wire)).toBe(amount);
    }),
    runs,
  );
});

test.each([13_421_772_802, 13_599_999_864])('%d sen survive the wire as whole sen', (amount) => {
  expect(isWholeSen(ringgitFromSen(amount))).toBe(true);
});

test('every amount of a cart is valid on the wire', () => {
  fc.assert(
    fc.property(sen, (amount) => {
      expect(isWholeSen(ringgitFromSen(amount))).toBe(true);
    }),
    runs,
  );
});

test('a third decimal is not whole sen', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 1, max: 9 }), (amount, third) => {
      const whole = Math.trunc(amount / 100);
      expect(isWholeSen(Number(`${whole}.${String(amount % 100).padStart(2, '0')}${third}`))).toBe(false);
    }),
    runs,
  );
});

test.each([NaN, Infinity, -Infinity, 0.001, 1e-7])('%d is not whole sen', (amount) => {
  expect(isWholeSen(amount)).toBe(false);
});

test.each([
  [0, 'RM 0.00'],
  [5, 'RM 0.05'],
  [99, 'RM 0.99'],
  [100, 'RM 1.00'],
  [99_999, 'RM 999.99'],
  [123_450, 'RM 1,234.50'],
  [99_999_999, 'RM 999,999.99'],
  [100_000_000, 'RM 1,000,000.00'],
  [-3_990, '−RM 39.90'],
  [-1, '−RM 0.01'],
  [LARGEST_CART, 'RM 99,899,999,001.00'],
])('%d sen are written %s', (amount, written) => {
  expect(formatSen(amount)).toBe(written);
});

test('amounts in Persian have only Persian digits', () => {
  expect([formatSen(123_450, 'fa'), formatSen(-3_990, 'fa')]).toEqual(['RM ۱٬۲۳۴٫۵۰', '−RM ۳۹٫۹۰']);
});

test('a formatted price can be parsed back', () => {
  fc.assert(
    fc.property(sen, (amount) => {
      const written = formatSen(amount);
      expect(written).toMatch(/^−?RM \d{1,3}(,\d{3})*\.\d{2}$/);
      expect(Number(written.replace('−', '-').replace(/[RM ,.]/g, ''))).toBe(amount);
    }),
    runs,
  );
});

test.each([
  [9_999, 1_000, 10_000, 1_000],
  [9_995, 1_000, 10_000, 1_000],
  [9_994, 1_000, 10_000, 999],
  [1, 1, 2, 1],
  [1, 1, 3, 0],
  [2, 1, 3, 1],
  [0, 1, 3, 0],
])('%d × %d / %d is %d', (amount, part, whole, expected) => {
  expect(portionOf(amount, part, whole)).toBe(expected);
});

test('a percentage of the largest amount is exact, rounded half up', () => {
  fc.assert(
    fc.property(onePrice, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
      const product = BigInt(amount) * BigInt(basisPoints);
      const isHalfOrMore = (product % 10_000n) * 2n >= 10_000n;
      expect(BigInt(portionOf(amount, basisPoints, 10_000))).toBe(product / 10_000n + (isHalfOrMore ? 1n : 0n));
    }),
    runs,
  );
});

test.each([
  ['of 72,917 copies at RM 132,628.11', 967_084_389_687, 9_377, 906_835_032_209],
  ['of a very large cart', 8_414_338_256_987, 1_077, 906_224_230_277],
])('a percentage %s is exact', (_name, amount, basisPoints, expected) => {
  expect(portionOf(amount, basisPoints, 10_000)).toBe(expected);
});
