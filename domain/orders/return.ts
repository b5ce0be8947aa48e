import type { OrderState } from './order.ts';
import type { RefundState } from './refund.ts';

/** The states of a return, in the order in which they come; `declined` ends it early. */
export const RETURN_STATES = ['requested', 'accepted', 'received', 'refunded', 'declined'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** The transitions allowed from each state. What is not sent back after all can be refunded without being accepted. */
export const RETURN_TRANSITIONS: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['accepted', 'received', 'declined'],
  accepted: ['received', 'declined'],
  received: ['refunded'],
  refunded: [],
  declined: [],
};

/** The state of a return: its refund is approved once the books are back. */
export function returnState({ refund, isAccepted }: { refund: RefundState; isAccepted: boolean }): ReturnState {
  if (refund === 'requested') return isAccepted ? 'accepted' : 'requested';
  return ({ approved: 'received', paid_out: 'refunded', declined: 'declined' } as const)[refund];
}

/** Whether refunded copies of an order have to be sent back. */
export function isSentBack(state: OrderState): boolean {
  return state === 'shipped' || state === 'delivered';
}

/** How many photos one return may have, and how many bytes one upload of them. */
export const MAX_RETURN_PHOTOS = 6;
export const MAX_PHOTO_UPLOAD = 15_000_000;

/** For how long after delivery a customer may withdraw from the contract. */
const WITHDRAWAL_DAYS = 14;
const DAY = 86_400_000;

/** Whether an order may be withdrawn from at `now`, in milliseconds: from its payment until two weeks after delivery. */
export function mayWithdraw(
  { state, deliveredAt }: { state: OrderState; deliveredAt: number | null },
  now: number,
): boolean {
  if (state === 'placed' || state === 'cancelled') return false;
  return deliveredAt === null || now <= deliveredAt + WITHDRAWAL_DAYS * DAY;
}
