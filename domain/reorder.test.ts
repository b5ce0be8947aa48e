import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRunningLow, isSupplied, suggestPurchase } from './reorder.ts';

test.each([
  [3, null, false],
  [2, null, true],
  [0, null, true],
  [5, 5, true],
  [1, 0, false],
  [0, 0, true],
])('%i copies where the format says %j and the shop 2: low %s', (stock, own, isLow) => {
  expect(isRunningLow(stock, { own, shop: 2 })).toBe(isLow);
});

const NOTHING = { stock: 0, onOrder: 0, sold: 0, awaited: 0, waiting: 0 };
const period = { leadDays: 7, coverDays: 28 };

test.each([
  ['nobody wants it', {}, [0, 0]],
  ['one in ninety days is kept in stock', { sold: 1 }, [1, 1]],
  ['35 of 90 days', { sold: 90 }, [35, 35]],
  ['what is there and on order counts', { sold: 90, stock: 12, onOrder: 20 }, [35, 3]],
  ['enough is there', { sold: 90, stock: 40 }, [35, 0]],
  ['orders and readers wait', { awaited: 3, waiting: 2 }, [0, 5]],
  ['orders wait for what is on order', { awaited: 3, onOrder: 3 }, [0, 0]],
])('a suggestion: %s', (_, facts, [expected, quantity]) => {
  expect(suggestPurchase({ ...NOTHING, ...facts }, period)).toEqual({ expected, quantity });
});

const copies = fc.integer({ min: 0, max: 100_000 });
const days = fc.integer({ min: 0, max: 365 });
const facts = fc.record({ stock: copies, onOrder: copies, sold: copies, awaited: copies, waiting: copies });
const periods = fc.record({ leadDays: days, coverDays: days });

test('a suggestion is never below zero, and with it the shop has what it expects to sell and what is asked for', () => {
  fc.assert(
    fc.property(facts, periods, (given, of) => {
      const { expected, quantity } = suggestPurchase(given, of);
      const has = given.stock + given.onOrder + quantity;
      const needs = expected + given.awaited + given.waiting;
      expect(quantity).toBeGreaterThanOrEqual(0);
      expect(has).toBeGreaterThanOrEqual(needs);
      if (quantity > 0) expect(has).toBe(needs);
      expect(expected * 90).toBeGreaterThanOrEqual(given.sold * (of.leadDays + of.coverDays));
      expect((expected - 1) * 90).toBeLessThan(Math.max(1, given.sold * (of.leadDays + of.coverDays)));
    }),
  );
});

test('once it is ordered nothing more is suggested, and a longer time never needs less', () => {
  fc.assert(
    fc.property(facts, periods, days, (given, of, longer) => {
      const { quantity } = suggestPurchase(given, of);
      expect(suggestPurchase({ ...given, onOrder: given.onOrder + quantity }, of).quantity).toBe(0);
      const more = suggestPurchase(given, { ...of, coverDays: of.coverDays + longer });
      expect(more.quantity).toBeGreaterThanOrEqual(quantity);
    }),
  );
});

const OFFER = { publishingStatus: null, availability: null, published: '2020', expected: null };

test.each([
  ['nothing is said', {}, true],
  ['available', { availability: '20' }, true],
  ['reprinting', { availability: '30' }, true],
  ['out of print', { publishingStatus: '07' }, false],
  ['withdrawn', { publishingStatus: '11' }, false],
  ['not sold', { availability: '40' }, false],
  ['print on demand ended', { availability: '51' }, false],
])('a supplier has it: %s', (_, said, isThere) => {
  expect(isSupplied({ ...OFFER, ...said }, '2026-11-26')).toBe(isThere);
});
