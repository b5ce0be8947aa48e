import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { missingForFreeDelivery, SHIPPING_UNAVAILABLE, shippingCost } from './shipping.ts';

const PENINSULA = '50450';
const EAST = '93000';
const amount = fc.integer({ min: 0, max: 200_000 });
const postalCode = fc.oneof(fc.integer({ min: 0, max: 99_999 }).map(String), fc.string());

test.each([
  [PENINSULA, 0, 800],
  [PENINSULA, 130_00, 800],
  [PENINSULA, 130_01, 800],
  [PENINSULA, 130_99, 800],
  [PENINSULA, 131_00, 0],
  [PENINSULA, 701_00, 0],
  [EAST, 0, 2700],
  [EAST, 131_00, 2700],
  [EAST, 700_00, 2700],
  [EAST, 700_99, 2700],
  [EAST, 701_00, 0],
])('delivery to %s for %d sen costs %d', (zip, sen, cost) => {
  expect(shippingCost(zip, sen)).toBe(cost);
});

test.each([
  ['9999', -1],
  ['10000', 800],
  ['86900', 800],
  ['86901', -1],
  ['86999', -1],
  ['87000', 2700],
  ['98859', 2700],
  ['98860', -1],
  ['1e4', -1],
  ['010000', -1],
  ['', -1],
  ['۵۰۴۵۰', 800],
  ['٩٣٠٠٠', 2700],
])('delivery to "%s" costs %d', (zip, cost) => {
  expect(shippingCost(zip, 0)).toBe(cost);
});

test('delivery never costs more for a larger amount', () => {
  fc.assert(
    fc.property(postalCode, amount, amount, (zip, a, b) => {
      expect(shippingCost(zip, Math.max(a, b))).toBeLessThanOrEqual(shippingCost(zip, Math.min(a, b)));
    }),
    { numRuns: 5_000 },
  );
});

test('delivery is free exactly when nothing is missing for it', () => {
  fc.assert(
    fc.property(postalCode, amount, (zip, sen) => {
      const missing = missingForFreeDelivery(zip, sen);
      const cost = shippingCost(zip, sen);
      expect(missing === undefined).toBe(cost === SHIPPING_UNAVAILABLE);
      expect(missing === 0).toBe(cost === 0);
      if (missing !== undefined) expect(shippingCost(zip, sen + missing)).toBe(0);
      if (missing) expect(shippingCost(zip, sen + missing - 1)).toBeGreaterThan(0);
    }),
    { numRuns: 5_000 },
  );
});

test.each([
  [PENINSULA, 130_00, 100],
  [PENINSULA, 130_99, 1],
  [PENINSULA, 131_00, 0],
  [EAST, 131_00, 570_00],
  ['86901', 0, undefined],
])('from %s with %d sen, %s sen are missing for free delivery', (zip, sen, missing) => {
  expect(missingForFreeDelivery(zip, sen)).toBe(missing);
});
