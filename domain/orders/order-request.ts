import type { OrderState } from './order.ts';

/** What a customer can ask for once an order is placed; each is a page below the order's. */
export const ORDER_REQUESTS = ['address', 'cancel-items'] as const;
export type OrderRequest = (typeof ORDER_REQUESTS)[number];

/** `hasRefundable`: some copies can be refunded now. */
export type RequestedOrder = { state: OrderState; hasRefundable: boolean };

/** Whether an order can still be changed: until it is packed. */
export function isChangeable(state: OrderState): boolean {
  return state === 'placed' || state === 'paid';
}

/** What can be asked for at the moment. Of an unpaid order single copies cannot be cancelled, only all of it. */
export function openOrderRequests({ state, hasRefundable }: RequestedOrder): OrderRequest[] {
  const isOpen: Record<OrderRequest, boolean> = {
    address: isChangeable(state),
    'cancel-items': state === 'paid' && hasRefundable,
  };
  return ORDER_REQUESTS.filter((request) => isOpen[request]);
}
