import { expect, test } from 'vitest';
import {
  canTransitionOrder,
  FINAL_ORDER_STATES,
  ORDER_TRANSITIONS,
  ORDER_STATES,
  orderStatesBefore,
  type OrderState,
  UNPAID_LIMIT_SCOPES,
  checkUnpaidLimits,
  UNPAID_LIMITS,
  unpaidCopiesAvailable,
  type UnpaidHoldings,
  type UnpaidLimitScope,
} from './order.ts';
import fc from 'fast-check';

const ALLOWED = [
  'placed → paid',
  'placed → cancelled',
  'paid → packed',
  'paid → cancelled',
  'packed → shipped',
  'shipped → delivered',
];

test('an order changes only by the allowed transitions', () => {
  const moves = ORDER_STATES.flatMap((from) => ORDER_STATES.map((to) => [from, to] as const));
  const allowed = moves.filter(([from, to]) => canTransitionOrder(from, to)).map(([from, to]) => `${from} → ${to}`);
  expect(allowed).toEqual(ALLOWED);
});

test.each<[OrderState, OrderState[]]>([
  ['placed', []],
  ['paid', ['placed']],
  ['packed', ['paid']],
  ['shipped', ['packed']],
  ['delivered', ['shipped']],
  ['cancelled', ['placed', 'paid']],
])('an order becomes %s only from %j', (to, before) => {
  expect(orderStatesBefore(to)).toEqual(before);
});

test('every state is reachable from placed, and none twice', () => {
  const after = (from: OrderState): OrderState[] => ORDER_TRANSITIONS[from].flatMap((to) => [to, ...after(to)]);
  expect(new Set(['placed', ...after('placed')])).toEqual(new Set(ORDER_STATES));
  for (const state of ORDER_STATES) expect(after(state)).not.toContain(state);
});

test('an order is open until it is delivered or cancelled', () => {
  expect(FINAL_ORDER_STATES).toEqual(['delivered', 'cancelled']);
});

const count = (max: number) => fc.integer({ min: 0, max });

function held(kind: UnpaidLimitScope, byVariant: [number, number][] = [], orders = byVariant.length): UnpaidHoldings {
  const copies = byVariant.reduce((sum, [, qty]) => sum + qty, 0);
  return { scope: kind, orders, copies, byVariant: new Map(byVariant) };
}

const nothing = UNPAID_LIMIT_SCOPES.map((kind) => held(kind));

test.each([
  [50, 0, 10],
  [40, 10, 0],
  [9, 0, 1],
  [1, 0, 1],
  [0, 0, 0],
  [3, 1, 0],
  [49, 1, 9],
])('of %i copies an origin that holds %i may reserve %i', (free, own, left) => {
  expect(unpaidCopiesAvailable(free, own)).toBe(left);
});

test('an origin never holds more than a fifth, or one copy, across orders', () => {
  fc.assert(
    fc.property(count(5000), fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 20 }), (stock, wishes) => {
      let own = 0;
      for (const qty of wishes) if (qty <= unpaidCopiesAvailable(stock - own, own)) own += qty;
      expect(own).toBeLessThanOrEqual(Math.max(1, stock / 5));
      expect(own).toBeLessThanOrEqual(stock);
    }),
  );
});

test('an origin that holds nothing can always reserve one copy in stock', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), (free) => {
      expect(checkUnpaidLimits(nothing, [{ variantId: 1, qty: 1, free }])).toBeUndefined();
    }),
  );
});

test('the reported limit can be reserved, one copy more cannot', () => {
  fc.assert(
    fc.property(count(400), count(80), (free, own) => {
      const origins = UNPAID_LIMIT_SCOPES.map((kind) => held(kind, own > 0 ? [[1, own]] : []));
      const refusal = checkUnpaidLimits(origins, [{ variantId: 1, qty: 999, free }]);
      const left = refusal?.code === 'too_many_unpaid_copies' ? refusal.lines[0]!.available : NaN;
      if (left > 0 && own + left <= UNPAID_LIMITS.buyer.copies)
        expect(checkUnpaidLimits(origins, [{ variantId: 1, qty: left, free }])).toBeUndefined();
      expect(checkUnpaidLimits(origins, [{ variantId: 1, qty: left + 1, free }])).toBeDefined();
    }),
  );
});

test.each(UNPAID_LIMIT_SCOPES)('the limits of the %s bound orders and copies', (kind) => {
  const { orders, copies } = UNPAID_LIMITS[kind];
  const wanted = [{ variantId: 1, qty: 1, free: 100_000 }];
  expect(checkUnpaidLimits([held(kind, [], orders - 1)], wanted)).toBeUndefined();
  expect(checkUnpaidLimits([held(kind, [], orders)], wanted)).toEqual({ code: 'too_many_unpaid_orders' });
  expect(checkUnpaidLimits([held(kind, [[2, copies - 1]])], wanted)).toBeUndefined();
  expect(checkUnpaidLimits([held(kind, [[2, copies]])], wanted)).toEqual({ code: 'too_many_unpaid_copies', lines: [] });
});

test('a network is limited by the total of its origins', () => {
  const origins = [held('buyer'), held('address'), held('network', [[1, 9]])];
  expect(checkUnpaidLimits(origins, [{ variantId: 1, qty: 2, free: 41 }])).toEqual({
    code: 'too_many_unpaid_copies',
    lines: [{ variantId: 1, available: 1 }],
  });
});
