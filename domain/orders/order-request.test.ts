import { expect, test } from 'vitest';
import { ORDER_STATES, type OrderState } from './order.ts';
import { offeredRequests, openOrderRequests } from './order-request.ts';

const openBy = (hasRefundable: boolean, now = 0, claim = { expectedTo: '1970-01-01', hasOpenClaim: false }) =>
  Object.fromEntries(
    ORDER_STATES.map((state) => {
      const deliveredAt = state === 'delivered' ? 0 : null;
      return [state, openOrderRequests({ state, deliveredAt, hasRefundable, ...claim }, now)];
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
  const promised = { expectedTo: '1970-02-01', hasOpenClaim: false };
  expect(openBy(true, 0, promised)).toEqual(open);
  expect(openBy(true, 15 * 86_400_000, promised)).toEqual({ ...open, delivered: ['return'] });
});

test('it has not arrived once its promise has passed, and is claimed once at a time', () => {
  const later = 2 * 86_400_000;
  expect(openBy(true, later).shipped).toEqual(['return', 'withdraw', 'not-arrived']);
  expect(openBy(true, later).delivered).toEqual(['return', 'withdraw', 'not-arrived']);
  const claimed = openBy(true, later, { expectedTo: '1970-01-01', hasOpenClaim: true });
  expect(claimed.shipped).toEqual(['return', 'withdraw']);
});

test('nothing is offered twice: before packing an order is cancelled, afterwards returned or withdrawn from', () => {
  const offered = Object.values(openBy(true, 2 * 86_400_000)).map(offeredRequests);
  expect(offered).toEqual([
    ['address'],
    ['address', 'cancel-items'],
    ['withdraw'],
    ['return', 'withdraw', 'not-arrived'],
    ['return', 'withdraw', 'not-arrived'],
    [],
  ]);
});

test('where nothing can be refunded, no copies can be cancelled or returned', () => {
  expect(Object.values(openBy(false)).flat()).toEqual(['address', 'address']);
});
