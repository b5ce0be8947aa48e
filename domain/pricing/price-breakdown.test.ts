import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumAdjustments, priceBreakdown, adjustmentValues } from './price-breakdown.ts';
import { FIXED_PER_UNIT, PERCENTAGE, type CouponTerms } from './coupon.ts';
import { quoteCart, type CartToQuote, type PricedLine, orderTotals } from './quote.ts';
import { DEFAULT_ZONES, SHIPPING_UNAVAILABLE } from '../shipping.ts';

type NamedCoupon = CouponTerms & { code: string };
type Cart = Omit<CartToQuote, 'coupon'> & { coupon?: NamedCoupon | undefined };

const price = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 99_999_999 }));
const line: fc.Arbitrary<PricedLine> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 999 }), price, price)
  .map(([productId, qty, a, b]) => ({
    productId,
    variantId: productId * 10,
    qty,
    listPrice: Math.max(a, b),
    memberPrice: Math.min(a, b),
  }));
const coupon: fc.Arbitrary<NamedCoupon> = fc.record({
  code: fc.constant('SOME'),
  valueType: fc.constantFrom(PERCENTAGE, FIXED_PER_UNIT),
  value: fc.oneof(fc.integer({ min: 0, max: 10_000 }), price),
  covers: fc.oneof(fc.constant('*' as const), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 })),
});
const anyCart: fc.Arbitrary<Cart> = fc.record({
  lines: fc.array(line, { maxLength: 12 }),
  isMember: fc.boolean(),
  coupon: fc.option(coupon, { nil: undefined }),
  zones: fc.constant(DEFAULT_ZONES),
  postalCode: fc.constantFrom('10000', '50450', '86900', '87000', '98859', '9999', '86901', ''),
});

function explained(cart: Cart) {
  const quote = quoteCart(cart);
  return { quote, ...priceBreakdown(quote, cart) };
}

test('the adjustments add up to the quote exactly', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { quote, lines, delivery } = explained(cart);
      quote.lines.forEach(({ totalBeforeCoupon, couponDiscount }, index) =>
        expect(sumAdjustments(lines[index]!.reasons)).toBe(totalBeforeCoupon - couponDiscount),
      );
      const goods = lines.reduce((sum, { reasons }) => sum + sumAdjustments(reasons), 0);
      expect(goods).toBe(quote.merchandiseTotal);
      expect(goods + delivery.amount).toBe(quote.total);
      expect(delivery.code === 'delivery_unknown').toBe(quote.shipping === SHIPPING_UNAVAILABLE);
    }),
    { numRuns: 20_000 },
  );
});

test('the listed totals add up to the last one, the amount payable', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { quote } = explained(cart);
      const sums = orderTotals(quote, cart.coupon?.code);
      const payable = sums.pop()!;
      expect(payable).toEqual({ label: quote.shipping < 0 ? 'subtotal' : 'payable', amount: quote.total });
      expect(sums.reduce((sum, { amount }) => sum + amount, 0)).toBe(quote.total);
    }),
    { numRuns: 5_000 },
  );
});

const three = { productId: 1, variantId: 10, qty: 3, listPrice: 2_000, memberPrice: 1_800 };
const all = { code: 'SOME', covers: '*' } as const;
const of = (cart: Partial<Cart>) =>
  explained({ lines: [three], isMember: true, zones: DEFAULT_ZONES, postalCode: '50480', ...cart });
const codes = (cart: Partial<Cart>) => of(cart).lines[0]!.reasons.map(({ code, amount }) => [code, amount]);

describe('a line has each amount with its reason', () => {
  test('a guest pays the list price', () => {
    expect(codes({ isMember: false })).toEqual([['list_price', 6_000]]);
  });

  test('a member pays less per copy', () => {
    expect(of({}).lines[0]!.reasons).toEqual([
      { code: 'list_price', amount: 6_000, each: 2_000, qty: 3 },
      { code: 'member_price', amount: -600, each: 200, qty: 3 },
    ]);
  });

  test('a percentage coupon applies to the list price', () => {
    const reasons = of({ coupon: { ...all, valueType: PERCENTAGE, value: 1_250 } }).lines[0]!.reasons;
    expect(reasons.at(-1)).toEqual({ code: 'coupon_percent', amount: -750, coupon: 'SOME', percent: 12.5, qty: 3 });
  });

  test('a fixed coupon applies per copy', () => {
    const reasons = of({ coupon: { ...all, valueType: FIXED_PER_UNIT, value: 500 } }).lines[0]!.reasons;
    expect(reasons.at(-1)).toEqual({ code: 'coupon_per_copy', amount: -1_500, coupon: 'SOME', each: 500, qty: 3 });
  });

  test('a coupon is capped at the line’s price', () => {
    expect(codes({ coupon: { ...all, valueType: FIXED_PER_UNIT, value: 1_800 } }).at(-1)).toEqual([
      'coupon_per_copy',
      -5_400,
    ]);
    expect(codes({ coupon: { ...all, valueType: FIXED_PER_UNIT, value: 1_801 } }).at(-1)).toEqual([
      'coupon_capped',
      -5_400,
    ]);
  });

  test('a coupon that does not cover the title is listed as not applied', () => {
    const coupon = { ...all, covers: [2], valueType: PERCENTAGE, value: 1_000 } as const;
    expect(codes({ coupon }).at(-1)).toEqual(['coupon_not_covering', 0]);
  });
});

describe('delivery has its cost and the amount missing for free delivery', () => {
  test.each([
    [
      '50480',
      126_90,
      { code: 'delivery_cost', amount: 800, from: 10_000, to: 86_900, threshold: 131_00, missing: 410 },
    ],
    ['50480', 131_00, { code: 'delivery_free', amount: 0, from: 10_000, to: 86_900, threshold: 131_00 }],
    [
      '93350',
      700_99,
      { code: 'delivery_cost', amount: 2_700, from: 87_000, to: 98_859, threshold: 701_00, missing: 1 },
    ],
    ['', 126_90, { code: 'delivery_unknown', amount: 0 }],
  ])('to %s for %i sen', (postalCode, listPrice, delivery) => {
    expect(of({ lines: [{ ...three, qty: 1, listPrice }], isMember: false, postalCode }).delivery).toEqual(delivery);
  });
});

test('a message is filled with formatted amounts', () => {
  const [, member] = of({}).lines[0]!.reasons;
  expect(adjustmentValues(member!)).toMatchObject({ each: 'RM 2.00', qty: 3, cost: '−RM 6.00' });
  expect(adjustmentValues(of({}).delivery)).toMatchObject({ cost: 'RM 8.00', threshold: 'RM 131.00', from: '10000' });
});
