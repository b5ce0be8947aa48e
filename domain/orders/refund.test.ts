import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  refundableLines,
  isRestockable,
  refundableQuantity,
  isRequoted,
  quoteRefund,
  refundDeadline,
  earlierRefundTotal,
  checkOrderRefundable,
  checkRefundEligibility,
  type RefundableLine,
  type RefundableOrder,
  type EarlierRefund,
  type OrderProgress,
  type RequestedLine,
} from './refund.ts';

const price = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 99_999_999 }));
const qty = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 999 }));

/** A line as any coupon may have left it: its share is anything up to what the line costs. */
const line = fc.tuple(qty, price, fc.double({ min: 0, max: 1, noNaN: true })).map(([copies, unitPrice, part]) => ({
  qty: copies,
  listPrice: unitPrice,
  unitPrice,
  promo: Math.min(Math.round(unitPrice * copies * part), unitPrice * copies),
}));

const fresh: fc.Arbitrary<RefundableOrder> = fc.record({
  lines: fc
    .array(line, { minLength: 1, maxLength: 4 })
    .map((lines) => lines.map((one, index) => ({ ...one, id: `line ${index}` }))),
  shipping: fc.constantFrom(0, 800, 2700),
  giftWrap: fc.constantFrom(0, 500),
  earlier: fc.constant([]),
  terms: fc.constant(null),
});

/** Part of what is left, chosen by a row of numbers from 0 to 1. */
function someOf(order: RefundableOrder, parts: readonly number[]): RequestedLine[] {
  return order.lines
    .map((one, index) => ({ id: one.id, qty: Math.ceil(refundableQuantity(one, order) * (parts[index] ?? 0)) }))
    .filter((wanted) => wanted.qty > 0);
}

function ask(order: RefundableOrder, wanted: readonly RequestedLine[]): RefundableOrder {
  const { lines, shipping, withdrawn } = quoteRefund(order, wanted);
  return { ...order, earlier: [...order.earlier, { state: 'requested', lines, shipping, withdrawn }] };
}

function decline(order: RefundableOrder, which: number): RefundableOrder {
  const earlier = order.earlier.map((refund, index): EarlierRefund =>
    index === which % order.earlier.length ? { ...refund, state: 'declined' } : refund,
  );
  return { ...order, earlier };
}

function paidFor({ lines, shipping }: RefundableOrder): number {
  return lines.reduce((total, { unitPrice, qty: copies, promo }) => total + unitPrice * copies - promo, shipping);
}

const part = fc.double({ min: 0, max: 1, noNaN: true });
/** Requests of parts, and now and then one that is declined. */
const steps = fc.array(
  fc.record({ parts: fc.array(part, { minLength: 4, maxLength: 4 }), declines: fc.option(fc.nat(9)) }),
  { maxLength: 8 },
);

test('partial refunds in any order, some declined, add up to exactly what was paid', () => {
  fc.assert(
    fc.property(fresh, steps, (bought, taken) => {
      let order = bought;
      for (const { parts, declines } of taken) {
        const wanted = someOf(order, parts);
        if (wanted.length > 0) order = ask(order, wanted);
        if (declines !== null && order.earlier.length > 0) order = decline(order, declines);
        expect(earlierRefundTotal(order)).toBeLessThanOrEqual(paidFor(order));
      }
      if (refundableLines(order).length > 0) order = ask(order, refundableLines(order));
      expect(refundableLines(order)).toEqual([]);
      expect(goodsOf(order)).toBe(paidFor(order) - order.shipping);
    }),
    { numRuns: 20_000 },
  );
});

test('partial refunds refund delivery exactly once, with the last copy', () => {
  fc.assert(
    fc.property(fresh, steps, (bought, taken) => {
      let order = bought;
      for (const { parts } of taken) {
        const wanted = someOf(order, parts);
        if (wanted.length > 0) order = ask(order, wanted);
      }
      if (refundableLines(order).length > 0) order = ask(order, refundableLines(order));
      expect(order.earlier.map((refund) => refund.shipping)).toEqual([
        ...order.earlier.slice(1).map(() => 0),
        order.shipping,
      ]);
      expect(earlierRefundTotal(order)).toBe(paidFor(order));
    }),
    { numRuns: 5_000 },
  );
});

test('gift wrap is refunded once, with the last copy, and all refunds are what was paid', () => {
  fc.assert(
    fc.property(fresh, steps, (bought, taken) => {
      let order = bought;
      const quotes: ReturnType<typeof quoteRefund>[] = [];
      for (const wanted of [
        ...taken.map(
          ({ parts }) =>
            () =>
              someOf(order, parts),
        ),
        () => refundableLines(order),
      ]) {
        const lines = wanted();
        if (lines.length === 0) continue;
        quotes.push(quoteRefund(order, lines));
        order = ask(order, lines);
      }
      expect(quotes.map(({ giftWrap }) => giftWrap)).toEqual([...quotes.slice(1).map(() => 0), order.giftWrap]);
      expect(quotes.reduce((sum, { amount }) => sum + amount, 0)).toBe(paidFor(order) + order.giftWrap);
    }),
    { numRuns: 5_000 },
  );
});

test('refund amounts are non-negative integers and never above the price without coupon', () => {
  fc.assert(
    fc.property(fresh, steps, (bought, taken) => {
      let order = bought;
      for (const { parts, declines } of taken) {
        const wanted = someOf(order, parts);
        const { lines, ...sums } = quoteRefund(order, wanted);
        for (const { totalBeforeCoupon, couponDiscount, amount } of lines) {
          expect(Number.isSafeInteger(amount)).toBe(true);
          expect(Math.min(totalBeforeCoupon, couponDiscount, amount)).toBeGreaterThanOrEqual(0);
          expect(totalBeforeCoupon - couponDiscount).toBe(amount);
        }
        expect(sums.totalBeforeCoupon - sums.couponDiscount).toBe(sums.merchandiseTotal);
        expect(sums.merchandiseTotal + sums.shipping + sums.giftWrap).toBe(sums.amount);
        if (wanted.length > 0) order = ask(order, wanted);
        if (declines !== null && order.earlier.length > 0) order = decline(order, declines);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('refunds of single copies add up to the whole, each within a sen of an even share', () => {
  fc.assert(
    fc.property(line, (bought) => {
      let order: RefundableOrder = {
        lines: [{ ...bought, id: 'line' }],
        shipping: 800,
        giftWrap: 0,
        earlier: [],
        terms: null,
      };
      const whole = quoteRefund(order, refundableLines(order)).amount;
      for (let copy = 0; copy < Math.min(bought.qty, 40); copy += 1) {
        const { amount, shipping } = quoteRefund(order, [{ id: 'line', qty: 1 }]);
        expect(Math.abs(amount - shipping - (whole - 800) / bought.qty)).toBeLessThanOrEqual(1);
        order = ask(order, [{ id: 'line', qty: 1 }]);
      }
      if (refundableLines(order).length > 0) order = ask(order, refundableLines(order));
      expect(earlierRefundTotal(order)).toBe(whole);
    }),
    { numRuns: 1_000 },
  );
});

function goodsOf(order: RefundableOrder): number {
  const shipping = order.earlier
    .filter((refund) => refund.state !== 'declined')
    .reduce((total, refund) => total + refund.shipping, 0);
  expect([0, order.shipping]).toContain(shipping);
  return earlierRefundTotal(order) - shipping;
}

const three: RefundableLine = { id: 'a', qty: 3, listPrice: 1000, unitPrice: 1000, promo: 100 };
const one: RefundableLine = { id: 'b', qty: 1, listPrice: 500, unitPrice: 500, promo: 0 };
const order: RefundableOrder = { lines: [three, one], shipping: 800, giftWrap: 0, earlier: [], terms: null };

test('a coupon is split over the copies by cumulative rounding', () => {
  const amounts: number[] = [];
  let bought = order;
  for (let copy = 0; copy < 3; copy += 1) {
    amounts.push(quoteRefund(bought, [{ id: 'a', qty: 1 }]).amount);
    bought = ask(bought, [{ id: 'a', qty: 1 }]);
  }
  expect(amounts).toEqual([967, 966, 967]);
  expect(quoteRefund(bought, [{ id: 'b', qty: 1 }])).toMatchObject({
    merchandiseTotal: 500,
    shipping: 800,
    amount: 1300,
  });
});

test('repeated lines in one request are merged', () => {
  const wanted = [
    { id: 'a', qty: 1 },
    { id: 'a', qty: 2 },
  ];
  expect(quoteRefund(order, wanted).lines).toEqual([
    { id: 'a', qty: 3, totalBeforeCoupon: 3000, couponDiscount: 100, amount: 2900 },
  ]);
});

test('delivery is not refunded twice', () => {
  const all = decline(ask(ask(order, [{ id: 'a', qty: 3 }]), [{ id: 'b', qty: 1 }]), 0);
  expect(all.earlier.map((refund) => refund.shipping)).toEqual([0, 800]);
  expect(quoteRefund(all, refundableLines(all))).toMatchObject({ merchandiseTotal: 2900, shipping: 0 });
  const other = decline(all, 1);
  expect(quoteRefund(other, refundableLines(other))).toMatchObject({ merchandiseTotal: 3400, shipping: 800 });
});

describe('a refund is rejected', () => {
  const NOW = Date.UTC(2026, 10, 21);
  const DAYS_30 = 30 * 86_400_000;
  test.each<[string | undefined, OrderProgress]>([
    ['never_paid', { state: 'placed', deliveredAt: null }],
    [undefined, { state: 'paid', deliveredAt: null }],
    [undefined, { state: 'packed', deliveredAt: null }],
    [undefined, { state: 'shipped', deliveredAt: null }],
    [undefined, { state: 'delivered', deliveredAt: NOW }],
    [undefined, { state: 'delivered', deliveredAt: NOW - DAYS_30 }],
    ['too_late', { state: 'delivered', deliveredAt: NOW - DAYS_30 - 1 }],
    ['cancelled', { state: 'cancelled', deliveredAt: null }],
  ])('%s: %j', (why, progress) => {
    expect(checkOrderRefundable(progress, NOW)).toBe(why);
  });

  test('30 days after delivery', () => {
    expect(refundDeadline(NOW)).toBe(NOW + DAYS_30);
    expect(refundDeadline(null)).toBeUndefined();
  });

  const asked = ask(order, [{ id: 'a', qty: 2 }]);
  test.each<[string | undefined, RefundableOrder, RequestedLine[]]>([
    [undefined, order, [{ id: 'a', qty: 3 }]],
    ['more_than_bought', order, [{ id: 'a', qty: 4 }]],
    ['more_than_bought', order, [{ id: 'a', qty: 2 }, { id: 'a', qty: 2 }]], // prettier-ignore
    [undefined, asked, [{ id: 'a', qty: 1 }]],
    ['already_asked', asked, [{ id: 'a', qty: 2 }]],
    [undefined, decline(asked, 0), [{ id: 'a', qty: 3 }]],
    ['already_asked', order, []],
  ])('%s', (why, bought, wanted) => {
    expect(checkRefundEligibility(bought, wanted)).toBe(why);
  });
});

test('copies are restocked unless they were shipped and returned damaged', () => {
  expect(isRestockable('damaged', 'delivered')).toBe(false);
  expect(isRestockable('damaged', 'shipped')).toBe(false);
  expect(isRestockable('damaged', 'packed')).toBe(true);
  expect(isRestockable('damaged', 'cancelled')).toBe(true);
  expect(isRestockable('changed_mind', 'delivered')).toBe(true);
});

test('an order is quoted again while it is paid or packed', () => {
  expect(
    ['placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled'].filter((state) => isRequoted(state as 'paid')),
  ).toEqual(['paid', 'packed']);
});
