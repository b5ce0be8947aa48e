import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_ID, MAX_LINES, MAX_QTY, mergeLines, parseStoredCart, type CartLine } from './cart.ts';
import { PERCENTAGE } from './coupon.ts';
import { quoteCart } from './quote.ts';
import { DEFAULT_ZONES } from '../shipping.ts';

const cartLine: fc.Arbitrary<CartLine> = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  vid: fc.integer({ min: 1, max: 5 }),
  qty: fc.integer({ min: 1, max: 999 }),
});
const part = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double(), fc.constantFrom('1', true, null, undefined, []));
const lineLike = fc.record({ id: part, vid: part, qty: part }, { requiredKeys: [] });
const anyStored = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withSparseArray: true }),
  fc.jsonValue(),
  fc.array(fc.oneof(lineLike, cartLine, fc.anything())),
);

test('reading a stored cart never fails and always gives a valid cart', () => {
  fc.assert(
    fc.property(anyStored, (stored) => {
      const cart = parseStoredCart(stored);
      expect(cart.length).toBeLessThanOrEqual(MAX_LINES);
      expect(new Set(cart.map(({ vid }) => vid)).size).toBe(cart.length);
      for (const line of cart) {
        expect(Object.keys(line).toSorted()).toEqual(['id', 'qty', 'vid']);
        expect(line.qty).toBeLessThanOrEqual(MAX_QTY);
        expect(Object.values(line).every((value) => Number.isSafeInteger(value) && value > 0)).toBe(true);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('reading a stored cart is idempotent', () => {
  fc.assert(
    fc.property(anyStored, (stored) => {
      const cart = parseStoredCart(stored);
      expect(parseStoredCart(cart)).toEqual(cart);
      expect(parseStoredCart(JSON.parse(JSON.stringify(cart)))).toEqual(cart);
    }),
    { numRuns: 5_000 },
  );
});

test.each([-1, 0, 1.5, '1', true, null, [], NaN, Infinity, 2 ** 53])('a line with quantity %j is dropped', (qty) => {
  expect(parseStoredCart([{ id: 1, vid: 1, qty }])).toEqual([]);
});

test.each([MAX_ID + 1, Number.MAX_SAFE_INTEGER])('a line with the impossible id %d is dropped', (id) => {
  expect(parseStoredCart([{ id, vid: 1, qty: 1 }])).toEqual([]);
  expect(parseStoredCart([{ id: 1, vid: id, qty: 1 }])).toEqual([]);
});

test.each([1000, 1e9, Number.MAX_SAFE_INTEGER])('quantity %d becomes 999', (qty) => {
  expect(parseStoredCart([{ id: 1, vid: 1, qty }])).toEqual([{ id: 1, vid: 1, qty: 999 }]);
});

test('only id, variant and quantity are kept, of the first hundred variants', () => {
  const stored = Array.from({ length: 150 }, (_, index) => ({
    id: index + 1,
    vid: index + 1,
    qty: 2,
    price: 0,
  }));
  expect(parseStoredCart(stored)).toEqual(stored.slice(0, 100).map(({ id, vid, qty }) => ({ id, vid, qty })));
});

test('lines of one variant are merged at the position of the first', () => {
  const lines = [
    { id: 1, vid: 10, qty: 2 },
    { id: 2, vid: 20, qty: 1 },
    { id: 1, vid: 10, qty: 3 },
  ];
  expect(mergeLines(lines)).toEqual([
    { id: 1, vid: 10, qty: 5 },
    { id: 2, vid: 20, qty: 1 },
  ]);
});

test('merging keeps every copy, does not mutate its input and is idempotent', () => {
  fc.assert(
    fc.property(fc.array(cartLine), (lines) => {
      const before = lines.map((line) => ({ ...line }));
      const merged = mergeLines(lines);
      const copies = (of: CartLine[], vid: number) =>
        of.filter((line) => line.vid === vid).reduce((sum, line) => sum + line.qty, 0);
      for (const { vid } of lines) expect(copies(merged, vid)).toBe(copies(lines, vid));
      expect(merged.map(({ vid }) => vid)).toEqual([...new Set(lines.map(({ vid }) => vid))]);
      expect(mergeLines(merged)).toEqual(merged);
      expect(lines).toEqual(before);
    }),
    { numRuns: 2_000 },
  );
});

test('the largest cart stays exact', () => {
  const price = 99_999_999;
  const lines = Array.from({ length: MAX_LINES }, (_, index) => {
    return { productId: index, variantId: index, qty: MAX_QTY, listPrice: price, memberPrice: price - 1 };
  });
  const coupon = { valueType: PERCENTAGE, value: 3_333, covers: '*' } as const;
  const quote = quoteCart({ lines, isMember: true, coupon, zones: DEFAULT_ZONES, postalCode: '98859' });
  expect([quote.subtotal, quote.memberDiscount, quote.couponDiscount]).toEqual([
    9_989_999_900_100, 99_900, 3_329_666_966_700,
  ]);
  expect([quote.merchandiseTotal, quote.total]).toEqual([6_660_332_833_500, 6_660_332_833_500]);
});

test('three copies at RM 33.33 less 10 % cost RM 89.99 and delivery', () => {
  const lines = [{ productId: 1, variantId: 1, qty: 3, listPrice: 33_33, memberPrice: 30_00 }];
  const coupon = { valueType: PERCENTAGE, value: 1_000, covers: '*' } as const;
  const quote = quoteCart({ lines, isMember: false, coupon, zones: DEFAULT_ZONES, postalCode: '50450' });
  expect(quote).toMatchObject({
    subtotal: 99_99,
    memberDiscount: 0,
    couponDiscount: 10_00,
    merchandiseTotal: 89_99,
    total: 97_99,
  });
});
