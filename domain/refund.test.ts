import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  everythingLeft,
  goesBackOnShelf,
  leftOf,
  quoteRefund,
  refundDeadline,
  refundedBefore,
  refuseAnyRefund,
  refuseWanted,
  type BoughtLine,
  type BoughtOrder,
  type EarlierRefund,
  type OrderProgress,
  type WantedLine,
} from './refund.ts';

const price = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 99_999_999 }));
const qty = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 999 }));

/** A line as any coupon may have left it: its share is anything up to what the line costs. */
const line = fc.tuple(qty, price, fc.double({ min: 0, max: 1, noNaN: true })).map(([copies, unitPrice, part]) => ({
  qty: copies,
  unitPrice,
  promo: Math.min(Math.round(unitPrice * copies * part), unitPrice * copies),
}));

const fresh: fc.Arbitrary<BoughtOrder> = fc.record({
  lines: fc
    .array(line, { minLength: 1, maxLength: 4 })
    .map((lines) => lines.map((one, index) => ({ ...one, id: `line ${index}` }))),
  shipping: fc.constantFrom(0, 800, 2700),
  earlier: fc.constant([]),
});

/** Part of what is left, chosen by a row of numbers from 0 to 1. */
function someOf(order: BoughtOrder, parts: readonly number[]): WantedLine[] {
  return order.lines
    .map((one, index) => ({ id: one.id, qty: Math.ceil(leftOf(one, order) * (parts[index] ?? 0)) }))
    .filter((wanted) => wanted.qty > 0);
}

function ask(order: BoughtOrder, wanted: readonly WantedLine[]): BoughtOrder {
  const { lines, shipping } = quoteRefund(order, wanted);
  return { ...order, earlier: [...order.earlier, { state: 'requested', lines, shipping }] };
}

function decline(order: BoughtOrder, which: number): BoughtOrder {
  const earlier = order.earlier.map((refund, index): EarlierRefund =>
    index === which % order.earlier.length ? { ...refund, state: 'declined' } : refund,
  );
  return { ...order, earlier };
}

function paidFor({ lines, shipping }: BoughtOrder): number {
  return lines.reduce((total, { unitPrice, qty: copies, promo }) => total + unitPrice * copies - promo, shipping);
}

const part = fc.double({ min: 0, max: 1, noNaN: true });
/** Requests of parts, and now and then one that is declined. */
const steps = fc.array(
  fc.record({ parts: fc.array(part, { minLength: 4, maxLength: 4 }), declines: fc.option(fc.nat(9)) }),
  { maxLength: 8 },
);

test('partial refunds in any order, with any of them declined on the way, add up to exactly what was paid', () => {
  fc.assert(
    fc.property(fresh, steps, (bought, taken) => {
      let order = bought;
      for (const { parts, declines } of taken) {
        const wanted = someOf(order, parts);
        if (wanted.length > 0) order = ask(order, wanted);
        if (declines !== null && order.earlier.length > 0) order = decline(order, declines);
        expect(refundedBefore(order)).toBeLessThanOrEqual(paidFor(order));
      }
      if (everythingLeft(order).length > 0) order = ask(order, everythingLeft(order));
      expect(everythingLeft(order)).toEqual([]);
      expect(goodsOf(order)).toBe(paidFor(order) - order.shipping);
    }),
    { numRuns: 20_000 },
  );
});

test('partial refunds give delivery back exactly once, with the last copy', () => {
  fc.assert(
    fc.property(fresh, steps, (bought, taken) => {
      let order = bought;
      for (const { parts } of taken) {
        const wanted = someOf(order, parts);
        if (wanted.length > 0) order = ask(order, wanted);
      }
      if (everythingLeft(order).length > 0) order = ask(order, everythingLeft(order));
      expect(order.earlier.map((refund) => refund.shipping)).toEqual([
        ...order.earlier.slice(1).map(() => 0),
        order.shipping,
      ]);
      expect(refundedBefore(order)).toBe(paidFor(order));
    }),
    { numRuns: 5_000 },
  );
});

test('every amount of a refund is whole, never negative, and never above what the copies cost without the coupon', () => {
  fc.assert(
    fc.property(fresh, steps, (bought, taken) => {
      let order = bought;
      for (const { parts, declines } of taken) {
        const wanted = someOf(order, parts);
        const { lines, ...sums } = quoteRefund(order, wanted);
        for (const { own, promo, amount } of lines) {
          expect(Number.isSafeInteger(amount)).toBe(true);
          expect(Math.min(own, promo, amount)).toBeGreaterThanOrEqual(0);
          expect(own - promo).toBe(amount);
        }
        expect(sums.own - sums.promo).toBe(sums.goods);
        expect(sums.goods + sums.shipping).toBe(sums.amount);
        if (wanted.length > 0) order = ask(order, wanted);
        if (declines !== null && order.earlier.length > 0) order = decline(order, declines);
      }
    }),
    { numRuns: 5_000 },
  );
});

test('refunds of one copy at a time are the whole, each within a sen of its even share', () => {
  fc.assert(
    fc.property(line, (bought) => {
      let order: BoughtOrder = { lines: [{ ...bought, id: 'line' }], shipping: 800, earlier: [] };
      const whole = quoteRefund(order, everythingLeft(order)).amount;
      for (let copy = 0; copy < Math.min(bought.qty, 40); copy += 1) {
        const { amount, shipping } = quoteRefund(order, [{ id: 'line', qty: 1 }]);
        expect(Math.abs(amount - shipping - (whole - 800) / bought.qty)).toBeLessThanOrEqual(1);
        order = ask(order, [{ id: 'line', qty: 1 }]);
      }
      if (everythingLeft(order).length > 0) order = ask(order, everythingLeft(order));
      expect(refundedBefore(order)).toBe(whole);
    }),
    { numRuns: 1_000 },
  );
});

function goodsOf(order: BoughtOrder): number {
  const shipping = order.earlier
    .filter((refund) => refund.state !== 'declined')
    .reduce((total, refund) => total + refund.shipping, 0);
  expect([0, order.shipping]).toContain(shipping);
  return refundedBefore(order) - shipping;
}

const three: BoughtLine = { id: 'a', qty: 3, unitPrice: 1000, promo: 100 };
const one: BoughtLine = { id: 'b', qty: 1, unitPrice: 500, promo: 0 };
const order: BoughtOrder = { lines: [three, one], shipping: 800, earlier: [] };

test('a coupon is split over the copies by cumulative rounding', () => {
  const amounts: number[] = [];
  let bought = order;
  for (let copy = 0; copy < 3; copy += 1) {
    amounts.push(quoteRefund(bought, [{ id: 'a', qty: 1 }]).amount);
    bought = ask(bought, [{ id: 'a', qty: 1 }]);
  }
  expect(amounts).toEqual([967, 966, 967]);
  expect(quoteRefund(bought, [{ id: 'b', qty: 1 }])).toMatchObject({ goods: 500, shipping: 800, amount: 1300 });
});

test('the same line asked for twice in one request is one line with the sum', () => {
  const wanted = [
    { id: 'a', qty: 1 },
    { id: 'a', qty: 2 },
  ];
  expect(quoteRefund(order, wanted).lines).toEqual([{ id: 'a', qty: 3, own: 3000, promo: 100, amount: 2900 }]);
});

test('delivery that came back with a living request does not come back again', () => {
  const all = decline(ask(ask(order, [{ id: 'a', qty: 3 }]), [{ id: 'b', qty: 1 }]), 0);
  expect(all.earlier.map((refund) => refund.shipping)).toEqual([0, 800]);
  expect(quoteRefund(all, everythingLeft(all))).toMatchObject({ goods: 2900, shipping: 0 });
  const other = decline(all, 1);
  expect(quoteRefund(other, everythingLeft(other))).toMatchObject({ goods: 3400, shipping: 800 });
});

describe('a refund is refused', () => {
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
    expect(refuseAnyRefund(progress, NOW)).toBe(why);
  });

  test('30 days after delivery', () => {
    expect(refundDeadline(NOW)).toBe(NOW + DAYS_30);
    expect(refundDeadline(null)).toBeUndefined();
  });

  const asked = ask(order, [{ id: 'a', qty: 2 }]);
  test.each<[string | undefined, BoughtOrder, WantedLine[]]>([
    [undefined, order, [{ id: 'a', qty: 3 }]],
    ['more_than_bought', order, [{ id: 'a', qty: 4 }]],
    ['more_than_bought', order, [{ id: 'a', qty: 2 }, { id: 'a', qty: 2 }]], // prettier-ignore
    [undefined, asked, [{ id: 'a', qty: 1 }]],
    ['already_asked', asked, [{ id: 'a', qty: 2 }]],
    [undefined, decline(asked, 0), [{ id: 'a', qty: 3 }]],
    ['already_asked', order, []],
  ])('%s', (why, bought, wanted) => {
    expect(refuseWanted(bought, wanted)).toBe(why);
  });
});

test('copies are sold again unless they left the shop and came back damaged', () => {
  expect(goesBackOnShelf('damaged', 'delivered')).toBe(false);
  expect(goesBackOnShelf('damaged', 'shipped')).toBe(false);
  expect(goesBackOnShelf('damaged', 'packed')).toBe(true);
  expect(goesBackOnShelf('damaged', 'cancelled')).toBe(true);
  expect(goesBackOnShelf('changed_mind', 'delivered')).toBe(true);
});
