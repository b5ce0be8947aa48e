import { expect, test } from 'vitest';
import { ORDER_STATES } from './order.ts';
import { REFUND_STATES, REFUND_TRANSITIONS } from './refund.ts';
import { isSentBack, mayWithdraw, RETURN_STATES, RETURN_TRANSITIONS, returnState } from './return.ts';

const DAY = 86_400_000;

test('whatever happens to its refund, a return changes only as allowed', () => {
  for (const from of REFUND_STATES)
    for (const to of REFUND_TRANSITIONS[from])
      for (const isAccepted of [false, true]) {
        const [before, after] = [from, to].map((refund) => returnState({ refund, isAccepted }));
        expect([before, RETURN_TRANSITIONS[before!]]).toEqual([before, expect.arrayContaining([after])]);
      }
});

test('every state is reached, and accepting changes a requested return alone', () => {
  const all = REFUND_STATES.flatMap((refund) => [false, true].map((isAccepted) => returnState({ refund, isAccepted })));
  expect(new Set(all)).toEqual(new Set(RETURN_STATES));
  expect(REFUND_STATES.filter((refund) => accepted(refund) !== returnState({ refund, isAccepted: false }))).toEqual([
    'requested',
  ]);
});

function accepted(refund: (typeof REFUND_STATES)[number]) {
  return returnState({ refund, isAccepted: true });
}

test('only what has left the shop is sent back', () => {
  expect(ORDER_STATES.filter(isSentBack)).toEqual(['shipped', 'delivered']);
});

test('an order can be withdrawn from until two weeks after its delivery, to the millisecond', () => {
  expect(ORDER_STATES.filter((state) => mayWithdraw({ state, deliveredAt: null }, 0))).toEqual([
    'paid',
    'packed',
    'shipped',
    'delivered',
  ]);
  const delivered = { state: 'delivered', deliveredAt: 5 } as const;
  expect([14 * DAY + 5, 14 * DAY + 6].map((now) => mayWithdraw(delivered, now))).toEqual([true, false]);
});
