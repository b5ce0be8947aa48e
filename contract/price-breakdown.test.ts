import { expect, test } from 'vitest';
import type { PriceBreakdown } from '#domain/pricing/price-breakdown.ts';
import { priceBreakdownInRinggit, priceBreakdownInSen } from './amounts.ts';
import { priceBreakdown } from './price-breakdown.ts';

const TOLD: PriceBreakdown = {
  lines: [
    {
      vid: 7,
      reasons: [
        { code: 'list_price', amount: 12_001, each: 12_001, qty: 1 },
        { code: 'member_price', amount: -1_999, each: 1_999, qty: 1 },
        { code: 'coupon_percent', amount: -1_200, coupon: 'TEN', percent: 10, qty: 1 },
      ],
    },
  ],
  delivery: { code: 'delivery_cost', amount: 800, from: 10_000, to: 86_900, threshold: 13_100, missing: 4_298 },
};

test('a price breakdown is in RM on the wire and converts back to sen', () => {
  const wire = priceBreakdownInRinggit(TOLD);
  expect(wire.lines[0]!.reasons[1]).toEqual({ code: 'member_price', amount: -19.99, each: 19.99, qty: 1 });
  expect(wire.delivery).toMatchObject({ amount: 8, from: 10_000, threshold: 131, missing: 42.98 });
  expect(priceBreakdown.parse(wire)).toEqual(wire);
  expect(priceBreakdownInSen(priceBreakdown.parse(wire))).toEqual(TOLD);
});
