import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  couponCovers,
  lineCouponDiscount,
  FIXED_PER_UNIT,
  PERCENTAGE,
  canEditCoupon,
  checkCouponEligibility,
  type Coupon,
  type EditableCoupon,
} from './coupon.ts';
import { quoteCart, type PricedLine } from './quote.ts';
import { DEFAULT_ZONES } from '../shipping.ts';

const DAY = 86_400_000;
const cart = { productIds: [7, 8], total: 10_000 };

const coupon: Coupon = {
  valueType: PERCENTAGE,
  value: 1_000,
  covers: '*',
  startsAt: DAY,
  endsAt: 2 * DAY,
  minimumSubtotal: 0,
  maxUses: null,
  used: 0,
  maxUsesPerCustomer: null,
  usedByCustomer: 0,
};

const rule = fc.record({
  valueType: fc.constantFrom(PERCENTAGE, FIXED_PER_UNIT),
  value: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 99_999_999 })),
});

const ids = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 9 });

function lineOf(productId: number, listPrice: number, qty: number): PricedLine {
  return { productId, variantId: productId, qty, listPrice, memberPrice: listPrice };
}

test('a coupon discount is never negative and never above the line’s price', () => {
  const sums = fc.tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99_999_999 }));
  fc.assert(
    fc.property(rule, sums, fc.integer({ min: 1, max: 999 }), (anyRule, [a, b], qty) => {
      const line = { list: Math.max(a, b) * qty, own: Math.min(a, b) * qty, qty };
      const taken = lineCouponDiscount(anyRule, line);
      expect(Number.isSafeInteger(taken)).toBe(true);
      expect(taken).toBeGreaterThanOrEqual(0);
      expect(taken).toBeLessThanOrEqual(line.own);
    }),
    { numRuns: 10_000 },
  );
});

test('a coupon discounts covered titles only, each independently', () => {
  fc.assert(
    fc.property(rule, ids, ids, fc.integer({ min: 0, max: 99_999 }), (anyRule, covers, productIds, price) => {
      const lines = productIds.map((id, index) => lineOf(id, price + index, index + 1));
      const whole = { isMember: false, zones: DEFAULT_ZONES, postalCode: '50450' };
      const some = quoteCart({ ...whole, lines, coupon: { ...anyRule, covers } });
      const all = quoteCart({ ...whole, lines, coupon: { ...anyRule, covers: '*' } });
      const expected = all.lines.map(({ productId, couponDiscount }) =>
        covers.includes(productId) ? couponDiscount : 0,
      );
      expect(some.lines.map(({ couponDiscount }) => couponDiscount)).toEqual(expected);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  ['a star', '*', true],
  ['its title', [7], true],
  ['its title twice', [7, 7], true],
  ['other titles', [6, 70, 77], false],
  ['an empty list', [], false],
] as const)('a coupon for %s covers title 7: %j, %j', (_name, covers, expected) => {
  expect(couponCovers({ valueType: PERCENTAGE, value: 1_000, covers }, 7)).toBe(expected);
});

test.each([
  ['0 %', PERCENTAGE, 0, 0],
  ['10 %', PERCENTAGE, 1_000, 1_000],
  ['12.5 %', PERCENTAGE, 1_250, 1_250],
  ['100 % of the list price', PERCENTAGE, 10_000, 8_000],
  ['101 %', PERCENTAGE, 10_100, 8_000],
  ['nothing per copy', FIXED_PER_UNIT, 0, 0],
  ['RM 5 per copy', FIXED_PER_UNIT, 500, 1_000],
  ['RM 40 per copy', FIXED_PER_UNIT, 4_000, 8_000],
  ['more than a copy costs', FIXED_PER_UNIT, 4_001, 8_000],
] as const)('%s of two copies at RM 50, RM 40 to members', (_name, valueType, value, expected) => {
  expect(lineCouponDiscount({ valueType, value }, { list: 10_000, own: 8_000, qty: 2 })).toBe(expected);
});

test.each<[string, Partial<Coupon>, number, string | undefined]>([
  ['a millisecond early', {}, DAY - 1, 'coupon_not_started'],
  ['at its start', {}, DAY, undefined],
  ['in its last millisecond', {}, 2 * DAY - 1, undefined],
  ['at its end', {}, 2 * DAY, 'coupon_expired'],
  ['without an end', { endsAt: null }, 1e15, undefined],
  ['before its last use', { maxUses: 5, used: 4 }, DAY, undefined],
  ['after its last use', { maxUses: 5, used: 5 }, DAY, 'coupon_used_up'],
  ['of no uses', { maxUses: 0 }, DAY, 'coupon_used_up'],
  ['used by others', { maxUsesPerCustomer: 1, used: 9 }, DAY, undefined],
  ['used by this customer', { maxUsesPerCustomer: 1, usedByCustomer: 1 }, DAY, 'coupon_already_used'],
  ['for one title of the cart', { covers: [1, 8] }, DAY, undefined],
  ['for other titles', { covers: [1, 2] }, DAY, 'coupon_not_applicable'],
  ['for no title', { covers: [] }, DAY, 'coupon_not_applicable'],
  ['exactly at its minimum', { minimumSubtotal: 10_000 }, DAY, undefined],
  ['a sen under its minimum', { minimumSubtotal: 10_001 }, DAY, 'coupon_minimum_not_met'],
])('a coupon %s', (_name, changes, now, refusal) => {
  expect(checkCouponEligibility({ ...coupon, ...changes }, cart, now)).toBe(refusal);
});

test('a coupon does not apply to an empty cart', () => {
  expect(checkCouponEligibility(coupon, { productIds: [], total: 0 }, DAY)).toBe('coupon_not_applicable');
});

const terms: EditableCoupon = {
  valueType: PERCENTAGE,
  value: 1_000,
  scope: { kind: 'subject', subject: 'FBC' },
  minimumSubtotal: 0,
  maxUses: 10,
  maxUsesPerCustomer: 3,
  startsAt: DAY,
  endsAt: 3 * DAY,
};
const unused = { all: 0, most: 0 };
const used = { all: 5, most: 2 };

test.each<[string, Partial<EditableCoupon>, typeof used, boolean]>([
  ['nothing', {}, used, true],
  ['the discount before its first use', { value: 500 }, unused, true],
  ['the discount', { value: 500 }, used, false],
  ['the kind of discount', { valueType: FIXED_PER_UNIT }, used, false],
  ['what it covers', { scope: { kind: 'series', seriesId: 1 } }, used, false],
  ['its minimum', { minimumSubtotal: 1 }, used, false],
  ['its start', { startsAt: 2 * DAY }, used, false],
  ['its start to after its end', { startsAt: 3 * DAY }, unused, false],
  ['its end', { endsAt: 2 * DAY }, used, true],
  ['its end to none', { endsAt: null }, used, true],
  ['its limit to its uses', { maxUses: 5 }, used, true],
  ['its limit to fewer', { maxUses: 4 }, used, false],
  ['its limit to none', { maxUses: null }, used, true],
  ['the limit of each customer to what one used', { maxUsesPerCustomer: 2 }, used, true],
  ['the limit of each customer to fewer', { maxUsesPerCustomer: 1 }, used, false],
])('of a coupon may change: %s', (_, changes, uses, expected) => {
  expect(canEditCoupon(terms, { ...terms, ...changes }, uses)).toBe(expected);
});
