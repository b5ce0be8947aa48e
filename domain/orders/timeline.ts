import { ORDER_STATES, type OrderState } from './order.ts';

/** What the timeline of an order tells of: its own states, and what else happened to it. */
export const TIMELINE_EVENTS = [
  ...ORDER_STATES,
  'date_moved',
  'address_changed',
  'refund_requested',
  'refund_approved',
  'refund_paid_out',
  'refund_declined',
  'withdrawal',
  'return_requested',
  'return_accepted',
  'return_received',
  'claim_opened',
  'claim_resent',
  'claim_declined',
  'claim_arrived',
  'ticket_opened',
  'ticket_answered',
] as const;
export type TimelineEvent = (typeof TIMELINE_EVENTS)[number];

export function isOrderState(event: TimelineEvent): event is OrderState {
  return (ORDER_STATES as readonly TimelineEvent[]).includes(event);
}

/** Entries of several sources as one timeline, the oldest first; at one time in the order of the sources. */
export function mergeTimelines<E extends { at: string }>(...sources: readonly (readonly E[])[]): E[] {
  return sources.flat().toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
