import { expect, test } from 'vitest';
import type { Explanation } from '#domain/explain.ts';
import { explanation, explanationInRinggit, explanationInSen } from './explanation.ts';

const TOLD: Explanation = {
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

test('an explanation goes over the wire in RM and comes back in sen', () => {
  const wire = explanationInRinggit(TOLD);
  expect(wire.lines[0]!.reasons[1]).toEqual({ code: 'member_price', amount: -19.99, each: 19.99, qty: 1 });
  expect(wire.delivery).toMatchObject({ amount: 8, from: 10_000, threshold: 131, missing: 42.98 });
  expect(explanation.parse(wire)).toEqual(wire);
  expect(explanationInSen(explanation.parse(wire))).toEqual(TOLD);
});
