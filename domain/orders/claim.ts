import { addDays } from '../dates.ts';
import { type OrderProgress, checkOrderRefundable } from './refund.ts';

/** The states of a claim that an order, or copies of it, did not arrive; all but `open` end it. */
export const CLAIM_STATES = ['open', 'resent', 'refunded', 'declined', 'arrived'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

/** The transitions allowed from each state: the shop decides, unless the parcel turns up first. */
export const CLAIM_TRANSITIONS: Record<ClaimState, readonly ClaimState[]> = {
  open: ['resent', 'refunded', 'declined', 'arrived'],
  resent: [],
  refunded: [],
  declined: [],
  arrived: [],
};

/** The states from which a transition to `to` is allowed. */
export function claimStatesBefore(to: ClaimState): ClaimState[] {
  return CLAIM_STATES.filter((from) => CLAIM_TRANSITIONS[from].includes(to));
}

/** What is missing: all that was sent, or copies of it. */
export const CLAIM_PROBLEMS = ['parcel', 'missing', 'damaged'] as const;
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number];

/** What the customer would like: the copies once more, or the money back. */
export const CLAIM_WISHES = ['resend', 'refund'] as const;
export type ClaimWish = (typeof CLAIM_WISHES)[number];

/** `expectedTo`: the last day on which it was promised; the oldest orders have none. */
export type ClaimedOrder = OrderProgress & { expectedTo: string | null };

/** The first day on which a sent order can be claimed: the one after the last promised. Undefined for one without a promise. */
export function claimableFrom(expectedTo: string | null): string | undefined {
  return expectedTo === null ? undefined : addDays(expectedTo, 1);
}

/** Why an order may not be claimed at `now` (milliseconds), `today` in Malaysia; undefined where it may. */
export function checkClaimable(
  { expectedTo, ...order }: ClaimedOrder,
  { now, today }: { now: number; today: string },
): 'not_sent' | 'too_early' | 'too_late' | undefined {
  if (order.state !== 'shipped' && order.state !== 'delivered') return 'not_sent';
  const from = claimableFrom(expectedTo);
  if (from !== undefined && today < from) return 'too_early';
  return checkOrderRefundable(order, now) && 'too_late';
}
