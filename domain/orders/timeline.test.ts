import { expect, test } from 'vitest';
import { ORDER_STATES } from './order.ts';
import { isOrderState, mergeTimelines, TIMELINE_EVENTS } from './timeline.ts';

test('what happened is sorted by time, and at one time by where it comes from', () => {
  const orders = [
    { at: '2026-11-23T04:00:00.000Z', from: 'order' },
    { at: '2026-11-23T06:00:00.000Z', from: 'order' },
  ];
  const refunds = [
    { at: '2026-11-23T05:00:00.000Z', from: 'refund' },
    { at: '2026-11-23T06:00:00.000Z', from: 'refund' },
  ];
  expect(mergeTimelines(orders, refunds).map(({ from }) => from)).toEqual(['order', 'refund', 'order', 'refund']);
});

test('an order’s own states are told from the rest', () => {
  expect(TIMELINE_EVENTS.filter(isOrderState)).toEqual(ORDER_STATES);
});
