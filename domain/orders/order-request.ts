import { dayInMalaysia } from '../dates.ts';
import { checkClaimable } from './claim.ts';
import type { OrderState } from './order.ts';
import { isSentBack, mayWithdraw } from './return.ts';

/** What a customer can ask for once an order is placed; each is a page below the order's. */
export const ORDER_REQUESTS = ['address', 'cancel-items', 'return', 'withdraw', 'not-arrived'] as const;
export type OrderRequest = (typeof ORDER_REQUESTS)[number];

/** `hasRefundable`: some copies can be refunded now. `expectedTo`: the last promised day. Times are milliseconds. */
export type RequestedOrder = {
  state: OrderState;
  deliveredAt: number | null;
  expectedTo: string | null;
  hasRefundable: boolean;
  hasOpenClaim: boolean;
};

/** Whether an order can still be changed: until it is packed. */
export function isChangeable(state: OrderState): boolean {
  return state === 'placed' || state === 'paid';
}

/** What can be asked for at `now`. Of an unpaid order single copies cannot be cancelled, only all of it. */
export function openOrderRequests(
  { hasRefundable, hasOpenClaim, ...order }: RequestedOrder,
  now: number,
): OrderRequest[] {
  const today = dayInMalaysia(new Date(now).toISOString());
  const isOpen: Record<OrderRequest, boolean> = {
    address: isChangeable(order.state),
    'cancel-items': order.state === 'paid' && hasRefundable,
    return: isSentBack(order.state) && hasRefundable,
    withdraw: hasRefundable && mayWithdraw(order, now),
    'not-arrived': hasRefundable && !hasOpenClaim && checkClaimable(order, { now, today }) === undefined,
  };
  return ORDER_REQUESTS.filter((request) => isOpen[request]);
}

/** The open requests that are offered side by side: to withdraw before packing is to cancel, whose page leads there too. */
export function offeredRequests(open: readonly OrderRequest[]): OrderRequest[] {
  return open.filter((request) => request !== 'withdraw' || !open.includes('cancel-items'));
}
