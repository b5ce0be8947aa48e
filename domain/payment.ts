/** The ways to pay at the payment provider, by online banking or card, in the order in which they are offered. */
export const ONLINE_METHODS = ['fpx', 'card'] as const;
export type OnlineMethod = (typeof ONLINE_METHODS)[number];

/** How an order is paid: at the provider, or by a transfer that the staff enter. */
export const PAYMENT_METHODS = [...ONLINE_METHODS, 'bank_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The money of the shop, as ISO 4217 and the provider write it. */
export const CURRENCY = 'myr';

/** What the provider takes in ringgit at once, in sen: Stripe's least and most; FPX stops at RM 30,000 for a person. */
const TAKES: Record<OnlineMethod, { least: number; most: number }> = {
  fpx: { least: 200, most: 30_000_00 },
  card: { least: 200, most: 999_999_99 },
};

/** Whether an amount (sen) can be paid in this way: the provider takes none that is too small or too large. */
export function canPayBy(method: PaymentMethod, payable: number): boolean {
  return method === 'bank_transfer' || (payable >= TAKES[method].least && payable <= TAKES[method].most);
}

/** How far one try to pay at the provider has come; what is `closing` or `returning` waits for the provider. */
export const ATTEMPT_STATES = ['open', 'paid', 'closing', 'closed', 'returning', 'returned'] as const;
export type AttemptState = (typeof ATTEMPT_STATES)[number];

/**
 * The moves of a try. It is `closing` when its order is paid or cancelled otherwise; money that comes all the same goes
 * back (`returning`), whatever was thought of the try before.
 */
export const ATTEMPT_MOVES: Record<AttemptState, readonly AttemptState[]> = {
  open: ['paid', 'closing', 'closed', 'returning'],
  closing: ['closed', 'paid', 'returning'],
  closed: ['paid', 'returning'],
  paid: [],
  returning: ['returned'],
  returned: [],
};

/** The states from which a move to `to` is allowed. */
export function attemptStatesBefore(to: AttemptState): AttemptState[] {
  return ATTEMPT_STATES.filter((from) => ATTEMPT_MOVES[from].includes(to));
}
