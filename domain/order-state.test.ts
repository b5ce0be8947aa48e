import { expect, test } from 'vitest';
import { canMove, LAST_STATES, ORDER_MOVES, ORDER_STATES, statesBefore, type OrderState } from './order-state.ts';

const ALLOWED = [
  'placed → paid',
  'placed → cancelled',
  'paid → packed',
  'paid → cancelled',
  'packed → shipped',
  'shipped → delivered',
];

test('an order moves only as the contract says', () => {
  const moves = ORDER_STATES.flatMap((from) => ORDER_STATES.map((to) => [from, to] as const));
  const allowed = moves.filter(([from, to]) => canMove(from, to)).map(([from, to]) => `${from} → ${to}`);
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
  expect(statesBefore(to)).toEqual(before);
});

test('every state can be reached from placed, and no order comes back to where it was', () => {
  const after = (from: OrderState): OrderState[] => ORDER_MOVES[from].flatMap((to) => [to, ...after(to)]);
  expect(new Set(['placed', ...after('placed')])).toEqual(new Set(ORDER_STATES));
  for (const state of ORDER_STATES) expect(after(state)).not.toContain(state);
});

test('an order is open until it has arrived or is cancelled', () => {
  expect(LAST_STATES).toEqual(['delivered', 'cancelled']);
});
