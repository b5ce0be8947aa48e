import { portionOf, type Sen } from './money.ts';
import type { OrderState } from './order-state.ts';
import type { RefundState } from './refund-state.ts';

/** Why a customer sends something back. */
export const REFUND_REASONS = ['damaged', 'wrong_item', 'not_as_described', 'changed_mind', 'late', 'other'] as const;
/** `cancelled` is the shop's own: a paid order that was cancelled. */
export type RefundReason = (typeof REFUND_REASONS)[number] | 'cancelled';

/** Whether copies can be sold again: those that never left, and those that did not come back damaged. */
export function goesBackOnShelf(reason: RefundReason, state: OrderState): boolean {
  return reason !== 'damaged' || !(state === 'shipped' || state === 'delivered');
}

/** How long after delivery a refund may be asked for. */
const REFUND_DAYS = 30;
const DAY = 86_400_000;

/** A line as it was photographed; `unitPrice` is a copy's before the coupon, `promo` the coupon's share; in sen. */
export type BoughtLine = { id: string; qty: number; unitPrice: Sen; promo: Sen };
export type EarlierRefund = {
  state: RefundState;
  shipping: Sen;
  lines: readonly { id: string; qty: number; amount: Sen }[];
};
/** What is bought of an order, its delivery cost, and what was asked back of it before. */
export type BoughtOrder = { lines: readonly BoughtLine[]; shipping: Sen; earlier: readonly EarlierRefund[] };
/** Times are milliseconds; `deliveredAt` is nothing until the order has arrived. */
export type OrderProgress = { state: OrderState; deliveredAt: number | null };
export type WantedLine = { id: string; qty: number };

/** A line that comes back, in sen: `own` − `promo`, the coupon's share, is its `amount`. */
export type RefundedLine = { id: string; qty: number; own: Sen; promo: Sen; amount: Sen };
export type RefundQuote = { lines: RefundedLine[]; own: Sen; promo: Sen; goods: Sen; shipping: Sen; amount: Sen };

export type RefundRefusal = 'never_paid' | 'cancelled' | 'too_late' | 'already_asked' | 'more_than_bought';

/** Until when a refund may be asked for; nothing while the order has not arrived. */
export function refundDeadline(deliveredAt: number | null): number | undefined {
  return deliveredAt === null ? undefined : deliveredAt + REFUND_DAYS * DAY;
}

/** Why no refund of this order may be asked for at `now`, whatever of it; or nothing where one may. */
export function refuseAnyRefund({ state, deliveredAt }: OrderProgress, now: number): RefundRefusal | undefined {
  if (state === 'placed') return 'never_paid';
  if (state === 'cancelled') return 'cancelled';
  const deadline = refundDeadline(deliveredAt);
  return deadline !== undefined && now > deadline ? 'too_late' : undefined;
}

/** Why these copies may not be asked back, or nothing where they may; every one of them is a line of the order. */
export function refuseWanted(order: BoughtOrder, wanted: readonly WantedLine[]): RefundRefusal | undefined {
  if (wanted.length === 0) return 'already_asked';
  for (const line of order.lines) {
    const qty = wantedOf(line.id, wanted);
    if (qty > line.qty) return 'more_than_bought';
    if (qty > leftOf(line, order)) return 'already_asked';
  }
  return undefined;
}

/** Copies of a line that were not asked back yet; a declined request gives its copies free again. */
export function leftOf(line: BoughtLine, order: BoughtOrder): number {
  return line.qty - askedBefore(line.id, order).qty;
}

/** Every copy of an order that was not asked back yet. */
export function everythingLeft(order: BoughtOrder): WantedLine[] {
  return order.lines.map((line) => ({ id: line.id, qty: leftOf(line, order) })).filter(({ qty }) => qty > 0);
}

/**
 * The price engine run backwards: what wanted copies, of which none is refused, bring back. Whatever the parts and
 * their order, all of them together are exactly what was paid; delivery comes back with the last copy.
 */
export function quoteRefund(order: BoughtOrder, wanted: readonly WantedLine[]): RefundQuote {
  const lines = order.lines
    .map((line) => quoteLine(line, askedBefore(line.id, order), wantedOf(line.id, wanted)))
    .filter(({ qty }) => qty > 0);
  const isLast = order.lines.every((line) => leftOf(line, order) === wantedOf(line.id, wanted));
  const [own, promo, goods] = (['own', 'promo', 'amount'] as const).map((part) => sum(lines.map((line) => line[part])));
  const shipping = isLast ? deliveryLeft(order) : 0;
  return { lines, own: own!, promo: promo!, goods: goods!, shipping, amount: goods! + shipping };
}

/** What of the delivery was not asked back yet, in sen. */
export function deliveryLeft(order: BoughtOrder): Sen {
  return order.shipping - sum(living(order).map((refund) => refund.shipping));
}

/** What was asked back of an order before, in sen, delivery included. */
export function refundedBefore(order: BoughtOrder): Sen {
  return sum(living(order).map(({ shipping, lines }) => shipping + sum(lines.map((line) => line.amount))));
}

type Asked = { qty: number; amount: Sen };

/**
 * Cumulative rounding: with the copies asked for before, these cost what so many copies cost. Where declined requests
 * left uneven sen behind, never more than is left, never less than the remaining copies need the coupon to cover.
 */
function quoteLine(line: BoughtLine, before: Asked, qty: number): RefundedLine {
  const { id, unitPrice } = line;
  const own = unitPrice * qty;
  const left = costOf(line, line.qty) - before.amount;
  const least = Math.max(0, left - unitPrice * (line.qty - before.qty - qty));
  const even = costOf(line, before.qty + qty) - before.amount;
  const amount = Math.min(Math.max(even, least), left, own);
  return { id, qty, own, promo: own - amount, amount };
}

/** What the first copies of a line cost, the coupon's share rounded half up. */
function costOf({ unitPrice, promo, qty }: BoughtLine, copies: number): Sen {
  return unitPrice * copies - portionOf(promo, copies, qty);
}

function askedBefore(id: string, order: BoughtOrder): Asked {
  const lines = living(order).flatMap((refund) => refund.lines.filter((line) => line.id === id));
  return { qty: sum(lines.map((line) => line.qty)), amount: sum(lines.map((line) => line.amount)) };
}

function living({ earlier }: BoughtOrder): EarlierRefund[] {
  return earlier.filter(({ state }) => state !== 'declined');
}

function wantedOf(id: string, wanted: readonly WantedLine[]): number {
  return sum(wanted.filter((line) => line.id === id).map((line) => line.qty));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
