/** `pending` until a guest confirms the address, `active` while it waits for a format, `sent` once its email was written. */
export const ALERT_STATES = ['pending', 'active', 'sent'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** What is done to an alert: a guest confirms it, the shop sends its email. Removing one deletes it. */
export const ALERT_ACTIONS = ['confirm', 'send'] as const;
export type AlertAction = (typeof ALERT_ACTIONS)[number];

/** The state before and after an action; an alert in any other state is not changed. */
export const ALERT_TRANSITIONS: Record<AlertAction, { from: AlertState; to: AlertState }> = {
  confirm: { from: 'pending', to: 'active' },
  send: { from: 'active', to: 'sent' },
};

/** How long a guest may take to confirm one, in hours. */
export const ALERT_CONFIRMATION_HOURS = 48;
/** How many one address may have open, pending ones included; and one customer. */
export const MAX_GUEST_ALERTS = 50;
export const MAX_CUSTOMER_ALERTS = 200;
/** For how long sent alerts are kept, in days. */
export const SENT_ALERT_DAYS = 90;

/** So many readers an hour are told of each copy: not all of them buy, and most should find one left. */
const READERS_PER_COPY = 5;

/** How many alerts of a format may still be sent, after so many in the last hour; the first come first. */
export function alertBatchSize(stock: number, sentInLastHour: number): number {
  return Math.max(0, stock * READERS_PER_COPY - sentInLastHour);
}
