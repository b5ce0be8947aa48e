import { expect, test } from 'vitest';
import {
  canTransitionRefund,
  REFUND_STATES,
  REFUND_TRANSITIONS,
  refundProgress,
  refundStatesBefore,
  type RefundProgress,
  type RefundState,
} from './refund.ts';

test('a refund changes only by the allowed transitions', () => {
  const moves = REFUND_STATES.flatMap((from) => REFUND_STATES.map((to) => [from, to] as const));
  const allowed = moves.filter(([from, to]) => canTransitionRefund(from, to)).map(([from, to]) => `${from} → ${to}`);
  expect(allowed).toEqual(['requested → approved', 'requested → declined', 'approved → paid_out']);
});

test.each<[RefundState, RefundState[]]>([
  ['requested', []],
  ['approved', ['requested']],
  ['paid_out', ['approved']],
  ['declined', ['requested']],
])('a refund becomes %s only from %j', (to, before) => {
  expect(refundStatesBefore(to)).toEqual(before);
});

test('no refund returns to a former state', () => {
  const after = (from: RefundState): RefundState[] => REFUND_TRANSITIONS[from].flatMap((to) => [to, ...after(to)]);
  for (const state of REFUND_STATES) expect(after(state)).not.toContain(state);
});

test.each<[string, [RefundState, number][], RefundProgress | undefined]>([
  ['nothing asked back', [], undefined],
  ['all declined', [['declined', 4400]], undefined],
  ['asked for', [['requested', 4400]], 'requested'],
  ['on its way', [['approved', 4400]], 'approved'],
  ['all paid back', [['paid_out', 4400]], 'refunded'],
  [
    'all paid back in parts',
    [
      ['paid_out', 4000],
      ['declined', 400],
      ['paid_out', 400],
    ],
    'refunded',
  ],
  ['a part paid back', [['paid_out', 1000]], 'partly_refunded'],
  [
    'a part paid back, another asked for',
    [
      ['paid_out', 1000],
      ['requested', 3400],
    ],
    'requested',
  ],
  [
    'a part paid back, another on its way',
    [
      ['approved', 1000],
      ['paid_out', 1000],
    ],
    'approved',
  ],
])('an order of RM 44.00 with %s', (_, refunds, standing) => {
  const known = refunds.map(([state, amount]) => ({ state, amount }));
  expect(refundProgress(known, 4400)).toBe(standing);
});
