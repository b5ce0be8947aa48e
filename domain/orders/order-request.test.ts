import { expect, test } from 'vitest';
import { ORDER_STATES, type OrderState } from './order.ts';
import { openOrderRequests } from './order-request.ts';

const openBy = (hasRefundable: boolean, now = 0) =>
  Object.fromEntries(
    ORDER_STATES.map((state) => {
      const deliveredAt = state === 'delivered' ? 0 : null;
      return [state, openOrderRequests({ state, deliveredAt, hasRefundable }, now)];
    }),
  );

test('what can be asked for depends on the state of the order', () => {
  const open: Record<OrderState, string[]> = {
    placed: ['address'],
    paid: ['address', 'cancel-items', 'withdraw'],
    packed: ['withdraw'],
    shipped: ['return', 'withdraw'],
    delivered: ['return', 'withdraw'],
    cancelled: [],
  };
  expect(openBy(true)).toEqual(open);
  expect(openBy(true, 15 * 86_400_000)).toEqual({ ...open, delivered: ['return'] });
});

test('where nothing can be refunded, no copies can be cancelled or returned', () => {
  expect(Object.values(openBy(false)).flat()).toEqual(['address', 'address']);
});
