import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIXED_PER_UNIT, PERCENTAGE, type CouponTerms } from './coupon.ts';
import {
  quoteCart,
  unitPrice,
  type CartToQuote,
  type PricedLine,
  type QuotedLine,
  changedTotals,
  orderTotals,
} from './quote.ts';
import { DEFAULT_ZONES } from '../shipping.ts';

const DEAREST = 99_999_999;
const price = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: DEAREST }));

const pricedLine: fc.Arbitrary<PricedLine> = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 999 }), price, price)
  .map(([productId, qty, a, b]) => {
    const variantId = productId * 10;
    return { productId, variantId, qty, listPrice: Math.max(a, b), memberPrice: Math.min(a, b) };
  });

const terms: fc.Arbitrary<CouponTerms> = fc.record({
  valueType: fc.constantFrom(PERCENTAGE, FIXED_PER_UNIT),
  value: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: DEAREST })),
  covers: fc.oneof(fc.constant('*' as const), fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 5 })),
});

const anyCart: fc.Arbitrary<CartToQuote> = fc.record({
  lines: fc.array(pricedLine, { maxLength: 12 }),
  isMember: fc.boolean(),
  coupon: fc.option(terms, { nil: undefined }),
  zones: fc.constant(DEFAULT_ZONES),
  postalCode: fc.constantFrom('10000', '50450', '86900', '87000', '98859', '9999', '86901', ''),
  giftWrap: fc.constantFrom(undefined, 500),
});

/** The contract's cart rules once more, line by line, in whole numbers without bounds. */
function countNaively({ lines, isMember, coupon, postalCode, giftWrap: wrap = 0 }: CartToQuote) {
  let [subtotal, memberDiscount, couponDiscount] = [0n, 0n, 0n];
  for (const line of lines) {
    const qty = BigInt(line.qty);
    const list = BigInt(line.listPrice) * qty;
    const own = BigInt(isMember ? line.memberPrice : line.listPrice) * qty;
    subtotal += list;
    memberDiscount += list - own;
    if (!coupon || (coupon.covers !== '*' && !coupon.covers.includes(line.productId))) continue;
    const times = list * BigInt(coupon.value);
    const percent = times / 10_000n + ((times % 10_000n) * 2n >= 10_000n ? 1n : 0n);
    const wanted = coupon.valueType === 1 ? percent : BigInt(coupon.value) * qty;
    couponDiscount += wanted > own ? own : wanted;
  }
  const merchandiseTotal = subtotal - memberDiscount - couponDiscount;
  const shipping = shipNaively(Number(postalCode), merchandiseTotal);
  const giftWrap = BigInt(wrap);
  const total = merchandiseTotal + (shipping < 0n ? 0n : shipping) + giftWrap;
  return { subtotal, memberDiscount, couponDiscount, merchandiseTotal, shipping, giftWrap, total };
}

function shipNaively(zip: number, amount: bigint): bigint {
  if (zip >= 10000 && zip <= 86900) return amount < 13_100n ? 800n : 0n;
  if (zip >= 87000 && zip <= 98859) return amount < 70_100n ? 2_700n : 0n;
  return -1n;
}

function figuresOf(cart: CartToQuote) {
  const { lines: _lines, ...figures } = quoteCart(cart);
  return figures;
}

test('a quote equals a second, naive computation', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const exact = Object.entries(countNaively(cart)).map(([name, value]) => [name, Number(value)]);
      expect(figuresOf(cart)).toEqual(Object.fromEntries(exact));
    }),
    { numRuns: 100_000 },
  );
});

test('every amount is a non-negative integer and the sum of its lines', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const { lines, shipping, ...quote } = quoteCart(cart);
      const sumOf = (figure: (line: QuotedLine) => number) => lines.reduce((sum, line) => sum + figure(line), 0);
      for (const { subtotal, totalBeforeCoupon, memberDiscount, couponDiscount } of lines) {
        expect(subtotal - memberDiscount).toBe(totalBeforeCoupon);
        expect(
          Math.min(subtotal, totalBeforeCoupon, memberDiscount, couponDiscount, totalBeforeCoupon - couponDiscount),
        ).toBeGreaterThanOrEqual(0);
      }
      expect(quote.subtotal).toBe(sumOf(({ subtotal }) => subtotal));
      expect(quote.memberDiscount).toBe(sumOf(({ memberDiscount }) => memberDiscount));
      expect(quote.couponDiscount).toBe(sumOf(({ couponDiscount }) => couponDiscount));
      expect(quote.merchandiseTotal).toBe(
        sumOf(({ totalBeforeCoupon, couponDiscount }) => totalBeforeCoupon - couponDiscount),
      );
      expect(quote.total).toBe(quote.merchandiseTotal + Math.max(0, shipping) + quote.giftWrap);
      expect(Object.values(quote).every((figure) => Number.isSafeInteger(figure) && figure >= 0)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('the order of the lines does not change any total', () => {
  const shuffled = anyCart.chain((cart) =>
    fc.tuple(fc.constant(cart), fc.shuffledSubarray([...cart.lines], { minLength: cart.lines.length })),
  );
  fc.assert(
    fc.property(shuffled, ([cart, lines]) => {
      expect(figuresOf({ ...cart, lines })).toEqual(figuresOf(cart));
    }),
    { numRuns: 5_000 },
  );
});

test('one copy costs a member the member price and a guest the list price', () => {
  const book = { listPrice: 3_990, memberPrice: 3_590 };
  expect([unitPrice(book, true), unitPrice(book, false)]).toEqual([3_590, 3_990]);
});

test('a guest has no discount', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const quote = quoteCart({ ...cart, isMember: false });
      expect(quote.memberDiscount).toBe(0);
      expect(quote.lines.every(({ memberDiscount }) => memberDiscount === 0)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

const figures = { subtotal: 8000, memberDiscount: 0, couponDiscount: 400, shipping: 800, giftWrap: 0, total: 8400 };

test('without a delivery cost there is a subtotal but no total', () => {
  expect(orderTotals({ ...figures, shipping: -1, total: 7600 }).map(({ label }) => label)).toEqual([
    'total',
    'shipping_unknown',
    'subtotal',
  ]);
  expect(orderTotals(figures).at(-1)).toEqual({ label: 'payable', amount: 8400 });
});

test('changed amounts are listed one by one', () => {
  expect(changedTotals(figures, figures)).toEqual([]);
  expect(changedTotals(figures, { ...figures, memberDiscount: 500, couponDiscount: 0, total: 8300 })).toEqual([
    { label: 'discount', before: 0, now: -500 },
    { label: 'coupon', before: -400, now: 0 },
    { label: 'payable', before: 8400, now: 8300 },
  ]);
});

test('gift wrap adds its price to the total, and nothing to what delivery depends on', () => {
  const line = { productId: 1, variantId: 1, qty: 1, listPrice: 130_00, memberPrice: 130_00 };
  const cart = { lines: [line], isMember: false, zones: DEFAULT_ZONES, postalCode: '50480' };
  const [plain, wrapped] = [quoteCart(cart), quoteCart({ ...cart, giftWrap: 500 })];
  expect(wrapped).toEqual({ ...plain, giftWrap: 500, total: plain.total + 500 });
  expect(wrapped.shipping).toBe(800);
  expect(orderTotals(wrapped).slice(-2)).toEqual([
    { label: 'gift_wrap', amount: 500 },
    { label: 'payable', amount: 143_00 },
  ]);
  expect(changedTotals(plain, wrapped)).toEqual([
    { label: 'gift_wrap', before: 0, now: 500 },
    { label: 'payable', before: 138_00, now: 143_00 },
  ]);
});
