import { expect, test } from 'vitest';
import { ORDER_STATES, type OrderState } from './order.ts';
import { openOrderRequests } from './order-request.ts';

const openBy = (hasRefundable: boolean) =>
  Object.fromEntries(ORDER_STATES.map((state) => [state, openOrderRequests({ state, hasRefundable })]));

test('what can be asked for depends on the state of the order', () => {
  const open: Record<OrderState, string[]> = {
    placed: ['address'],
    paid: ['address', 'cancel-items'],
    packed: [],
    shipped: [],
    delivered: [],
    cancelled: [],
  };
  expect(openBy(true)).toEqual(open);
});

test('where nothing can be refunded, no copies can be cancelled', () => {
  expect(Object.values(openBy(false)).flat()).toEqual(['address', 'address']);
});
