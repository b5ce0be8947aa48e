import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIXED_PER_UNIT, PERCENTAGE } from '../pricing/coupon.ts';
import { quoteCart, unitPrice } from '../pricing/quote.ts';
import type { CouponTerms } from '../pricing/coupon.ts';
import type { PricedLine } from '../pricing/quote.ts';
import {
  refundableLines,
  refundableQuantity,
  quoteRefund,
  earlierRefundTotal,
  type RefundableOrder,
  type EarlierRefund,
  type QuoteTerms,
  type RequestedLine,
} from './refund.ts';
import { DEFAULT_ZONES } from '../shipping.ts';

const ZIP = '50480';
const DELIVERY = { deliveryCost: 800, freeFrom: 131_00 };

type Coupon = CouponTerms & { minimumSubtotal: number };

/** A member's order with the figures that the price engine gave it. */
function orderOf(lines: readonly PricedLine[], coupon?: Coupon): RefundableOrder & { terms: QuoteTerms } {
  const quote = quoteCart({ lines, isMember: true, coupon, zones: DEFAULT_ZONES, postalCode: ZIP });
  return {
    lines: quote.lines.map((line) => ({
      id: String(line.variantId),
      qty: line.qty,
      listPrice: line.listPrice,
      unitPrice: unitPrice(line, true),
      promo: line.couponDiscount,
    })),
    shipping: quote.shipping,
    giftWrap: 0,
    earlier: [],
    terms: { ...DELIVERY, couponMinimum: coupon?.minimumSubtotal ?? 0 },
  };
}

/** What the copies that stay would cost, ordered by themselves. */
function quoteRest(order: RefundableOrder, lines: readonly PricedLine[], coupon?: Coupon) {
  const rest = lines.map((line, index) => ({ ...line, qty: refundableQuantity(order.lines[index]!, order) }));
  const list = rest.reduce((sum, line) => sum + line.listPrice * line.qty, 0);
  const earned = coupon && list >= coupon.minimumSubtotal ? coupon : undefined;
  return quoteCart({
    lines: rest.filter((line) => line.qty > 0),
    isMember: true,
    coupon: earned,
    zones: DEFAULT_ZONES,
    postalCode: ZIP,
  });
}

const price = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 20_000 }));
const line = fc.record({ listPrice: price, part: fc.double({ min: 0, max: 1, noNaN: true }), qty: fc.nat(4) });
const lines: fc.Arbitrary<PricedLine[]> = fc.array(line, { minLength: 1, maxLength: 4 }).map((made) =>
  made.map(({ listPrice, part, qty }, index) => ({
    productId: index + 1,
    variantId: index + 1,
    qty: qty + 1,
    listPrice,
    memberPrice: Math.max(1, Math.round(listPrice * part)),
  })),
);
const coupon: fc.Arbitrary<Coupon | undefined> = fc.option(
  fc.record({
    valueType: fc.constantFrom<1 | 2>(PERCENTAGE, FIXED_PER_UNIT),
    value: fc.integer({ min: 1, max: 10_000 }),
    covers: fc.oneof(fc.constant<'*'>('*'), fc.subarray([1, 2, 3, 4], { minLength: 1 })),
    minimumSubtotal: fc.constantFrom(0, 500, 5000, 20_000),
  }),
  { nil: undefined },
);

/** A coupon is used only by a cart that reaches its minimum. */
const bought = fc.tuple(lines, coupon).map(([priced, used]) => {
  const list = priced.reduce((sum, one) => sum + one.listPrice * one.qty, 0);
  const earned = used && list >= used.minimumSubtotal ? used : undefined;
  return { priced, coupon: earned, order: orderOf(priced, earned) };
});

const part = fc.double({ min: 0, max: 1, noNaN: true });
const parts = fc.array(part, { minLength: 4, maxLength: 4 });
const step = fc.record({ parts, declines: fc.option(fc.nat(9)), leaves: fc.boolean() });
const steps = fc.array(step, { maxLength: 8 });

function someOf(order: RefundableOrder, share: readonly number[]): RequestedLine[] {
  return order.lines
    .map((one, index) => ({
      id: one.id,
      qty: Math.ceil(refundableQuantity(one, order) * Math.max(0, share[index]! * 2 - 1)),
    }))
    .filter(({ qty }) => qty > 0);
}

function ask<T extends RefundableOrder>(order: T, wanted: readonly RequestedLine[]): T {
  const { lines: back, shipping, withdrawn } = quoteRefund(order, wanted);
  return { ...order, earlier: [...order.earlier, { state: 'requested', lines: back, shipping, withdrawn }] };
}

function decline<T extends RefundableOrder>(order: T, which: number): T {
  const earlier = order.earlier.map((refund, index): EarlierRefund =>
    index === which % order.earlier.length ? { ...refund, state: 'declined' } : refund,
  );
  return { ...order, earlier };
}

function paidFor({ lines: all, shipping }: RefundableOrder): number {
  return all.reduce((sum, one) => sum + one.unitPrice * one.qty - one.promo, shipping);
}

const amountOf = ({ lines: back, shipping, withdrawn }: EarlierRefund) =>
  back.reduce((sum, one) => sum + one.amount, shipping) - withdrawn.reduce((sum, one) => sum + one.amount, 0);

test('partial refunds before and after dispatch, some declined, add up to exactly what was paid', () => {
  fc.assert(
    fc.property(bought, steps, ({ order: fresh }, taken) => {
      let order: RefundableOrder = fresh;
      for (const { parts: share, declines, leaves } of taken) {
        if (leaves) order = { ...order, terms: null };
        const wanted = someOf(order, share);
        if (wanted.length > 0) order = ask(order, wanted);
        if (declines !== null && order.earlier.length > 0) order = decline(order, declines);
        expect(earlierRefundTotal(order)).toBeLessThanOrEqual(paidFor(order));
      }
      if (refundableLines(order).length > 0) {
        order = ask(order, refundableLines(order));
        expect(earlierRefundTotal(order)).toBe(paidFor(order));
      }
      for (const refund of order.earlier) expect(amountOf(refund)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 20_000 },
  );
});

test('amounts are non-negative integers, and a quote adds up', () => {
  fc.assert(
    fc.property(bought, steps, ({ order: fresh }, taken) => {
      let order: RefundableOrder = fresh;
      for (const { parts: share, declines, leaves } of taken) {
        if (leaves) order = { ...order, terms: null };
        const wanted = someOf(order, share);
        const quote = quoteRefund(order, wanted);
        for (const one of quote.lines)
          expect(Math.min(one.totalBeforeCoupon, one.couponDiscount, one.amount)).toBeGreaterThanOrEqual(0);
        for (const one of quote.withdrawn) expect(one.amount).toBeGreaterThan(0);
        expect(Number.isSafeInteger(quote.amount)).toBe(true);
        expect(quote.amount).toBeGreaterThanOrEqual(0);
        expect(quote.amount).toBe(quote.merchandiseTotal - quote.withdrawnTotal + quote.shipping);
        expect(quote.totalBeforeCoupon - quote.couponDiscount).toBe(quote.merchandiseTotal);
        if (wanted.length > 0) order = ask(order, wanted);
        if (declines !== null && order.earlier.length > 0) order = decline(order, declines);
      }
    }),
    { numRuns: 10_000 },
  );
});

test('before dispatch the rest costs what it would cost alone, or what was paid if that is less', () => {
  fc.assert(
    fc.property(bought, fc.array(parts, { maxLength: 5 }), ({ priced, coupon: used, order: fresh }, taken) => {
      let order = fresh;
      for (const share of taken) {
        const wanted = someOf(order, share);
        if (wanted.length === 0) continue;
        const before = paidFor(order) - earlierRefundTotal(order);
        order = ask(order, wanted);
        const after = paidFor(order) - earlierRefundTotal(order);
        const { merchandiseTotal, total } = quoteRest(order, priced, used);
        const rounding = order.lines.length;
        const isAtThreshold = Math.abs(merchandiseTotal - DELIVERY.freeFrom) <= rounding;
        if (refundableLines(order).length === 0) expect(after).toBe(0);
        else if (!isAtThreshold) expect(Math.abs(after - Math.min(before, total))).toBeLessThanOrEqual(rounding);
      }
    }),
    { numRuns: 20_000 },
  );
});

const book = (variantId: number, listPrice: number, qty = 1): PricedLine => ({
  productId: variantId,
  variantId,
  qty,
  listPrice,
  memberPrice: listPrice,
});
const perCopy: Coupon = { valueType: FIXED_PER_UNIT, value: 2000, covers: '*', minimumSubtotal: 20_000 };

const refundOne = (order: RefundableOrder, id: string) => quoteRefund(order, [{ id, qty: 1 }]);

test('delivery that the rest no longer earns free is deducted before dispatch and refunded with the last copy', () => {
  const order = orderOf([book(1, 7000), book(2, 7000)]);
  const quote = refundOne(order, '1');
  expect(quote).toMatchObject({ merchandiseTotal: 7000, shipping: -800, amount: 6200, withdrawn: [] });
  const asked = ask(order, [{ id: '1', qty: 1 }]);
  expect(refundOne(asked, '2')).toMatchObject({
    merchandiseTotal: 7000,
    shipping: 800,
    amount: 7800,
  });
  const sent = { ...asked, terms: null };
  expect(refundOne(sent, '2')).toMatchObject({
    merchandiseTotal: 7000,
    shipping: 800,
    amount: 7800,
  });
});

test('a coupon is revoked before dispatch for a rest below its minimum', () => {
  const order = orderOf([book(1, 10_000), book(2, 15_000)], perCopy);
  const quote = refundOne(order, '1');
  expect(quote).toMatchObject({
    totalBeforeCoupon: 10_000,
    couponDiscount: 2000,
    merchandiseTotal: 8000,
    withdrawnTotal: 2000,
    shipping: 0,
    amount: 6000,
  });
  expect(quote.withdrawn).toEqual([{ id: '2', amount: 2000 }]);
  const sent = { ...ask(order, [{ id: '1', qty: 1 }]), terms: null };
  expect(refundOne(sent, '2')).toMatchObject({
    merchandiseTotal: 15_000,
    shipping: 0,
    amount: 15_000,
  });
});

test('a refund is never negative', () => {
  const order = orderOf([book(1, 500), book(2, 13_000)]);
  expect(refundOne(order, '1')).toMatchObject({
    merchandiseTotal: 500,
    shipping: -500,
    amount: 0,
  });
  const asked = ask(order, [{ id: '1', qty: 1 }]);
  expect(refundOne(asked, '2')).toMatchObject({
    merchandiseTotal: 13_000,
    shipping: 500,
    amount: 13_500,
  });
});

test('discounts that the rest still earns stay', () => {
  const order = orderOf([book(1, 2000), book(2, 10_000, 3)], perCopy);
  expect(refundOne(order, '1')).toMatchObject({
    merchandiseTotal: 0,
    withdrawnTotal: 0,
    shipping: 0,
    amount: 0,
  });
  expect(refundOne(order, '2')).toMatchObject({
    merchandiseTotal: 8000,
    withdrawnTotal: 0,
    shipping: 0,
    amount: 8000,
  });
});

test('a rest that reaches free delivery without the coupon gets its delivery refunded', () => {
  const dear = orderOf([book(1, 3000), book(2, 17_000)], { ...perCopy, value: 8000, covers: [2] });
  expect(dear.shipping).toBe(800);
  expect(refundOne(dear, '1')).toMatchObject({
    merchandiseTotal: 3000,
    withdrawnTotal: 3800,
    shipping: 800,
    amount: 0,
  });
});

test('a declined refund releases what other requests no longer withhold', () => {
  const order = ask(orderOf([book(1, 7000), book(2, 7000)]), [{ id: '1', qty: 1 }]);
  expect(refundOne(decline(order, 0), '2')).toMatchObject({ shipping: -800, amount: 6200 });
});
