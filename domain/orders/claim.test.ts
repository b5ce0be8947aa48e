import { expect, test } from 'vitest';
import { CLAIM_STATES, CLAIM_TRANSITIONS, checkClaimable, claimStatesBefore, type ClaimedOrder } from './claim.ts';
import { ORDER_STATES } from './order.ts';

const DAY = 86_400_000;
const sent: ClaimedOrder = { state: 'shipped', deliveredAt: null, expectedTo: '2026-11-25' };
const check = (order: ClaimedOrder, today: string, now = 0) => checkClaimable(order, { now, today });

test('a claim is decided once, and every decision ends it', () => {
  expect(CLAIM_STATES.filter((state) => CLAIM_TRANSITIONS[state].length > 0)).toEqual(['open']);
  for (const to of CLAIM_STATES) expect(claimStatesBefore(to)).toEqual(to === 'open' ? [] : ['open']);
});

test('an order is claimed from the day after the last promised one', () => {
  const days = ['2026-11-24', '2026-11-25', '2026-11-26'];
  expect(days.map((day) => check(sent, day))).toEqual(['too_early', 'too_early', undefined]);
  expect(check({ ...sent, expectedTo: null }, '2026-11-24')).toBeUndefined();
});

test('what was not sent is not claimed, and what was delivered for 30 days', () => {
  const states = ORDER_STATES.filter((state) => check({ ...sent, state }, '2026-12-01') !== 'not_sent');
  expect(states).toEqual(['shipped', 'delivered']);
  const delivered: ClaimedOrder = { ...sent, state: 'delivered', deliveredAt: 5 };
  expect([30 * DAY + 5, 30 * DAY + 6].map((now) => check(delivered, '2026-12-01', now))).toEqual([
    undefined,
    'too_late',
  ]);
});
