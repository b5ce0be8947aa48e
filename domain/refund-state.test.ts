import { expect, test } from 'vitest';
import { canMoveRefund, REFUND_MOVES, REFUND_STATES, refundStatesBefore, type RefundState } from './refund-state.ts';

test('a refund moves only as the contract says', () => {
  const moves = REFUND_STATES.flatMap((from) => REFUND_STATES.map((to) => [from, to] as const));
  const allowed = moves.filter(([from, to]) => canMoveRefund(from, to)).map(([from, to]) => `${from} → ${to}`);
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

test('no refund comes back to where it was', () => {
  const after = (from: RefundState): RefundState[] => REFUND_MOVES[from].flatMap((to) => [to, ...after(to)]);
  for (const state of REFUND_STATES) expect(after(state)).not.toContain(state);
});
