import { type Sen, portionOf } from '../money.ts';
import type { OrderState } from './order.ts';
import type { RefundReason } from './refund-reasons.ts';

/** The states of a refund, in the order in which they come; `declined` ends it early. */
export const REFUND_STATES = ['requested', 'approved', 'paid_out', 'declined'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** The states of a refund that was granted: its copies are not bought any more. */
export const GRANTED_REFUND_STATES = ['approved', 'paid_out'] as const satisfies readonly RefundState[];

/** The transitions allowed from each state (specification §4). */
export const REFUND_TRANSITIONS: Record<RefundState, readonly RefundState[]> = {
  requested: ['approved', 'declined'],
  approved: ['paid_out'],
  paid_out: [],
  declined: [],
};

export function canTransitionRefund(from: RefundState, to: RefundState): boolean {
  return REFUND_TRANSITIONS[from].includes(to);
}

/** The states from which a transition to `to` is allowed. */
export function refundStatesBefore(to: RefundState): RefundState[] {
  return REFUND_STATES.filter((from) => canTransitionRefund(from, to));
}

/** The progress of an order's refunds as a whole. */
export type RefundProgress = 'requested' | 'approved' | 'partly_refunded' | 'refunded';

/** Undefined without refunds, or with declined ones only; otherwise an open step counts before a finished one. In sen. */
export function refundProgress(
  refunds: readonly { state: RefundState; amount: Sen }[],
  payable: Sen,
): RefundProgress | undefined {
  const has = (state: RefundState) => refunds.some((refund) => refund.state === state);
  const paidOut = refunds.reduce((sum, { state, amount }) => (state === 'paid_out' ? sum + amount : sum), 0);
  if (paidOut > 0 && paidOut >= payable) return 'refunded';
  if (has('requested')) return 'requested';
  if (has('approved')) return 'approved';
  return paidOut > 0 ? 'partly_refunded' : undefined;
}

/** Whether copies return to stock: those that were never shipped, and those that come back undamaged. */
export function isRestockable(reason: RefundReason, state: OrderState): boolean {
  return !(reason === 'damaged' || reason === 'lost') || !(state === 'shipped' || state === 'delivered');
}

/** How long after delivery a refund may be requested (specification §13). */
const REFUND_DAYS = 30;
const DAY = 86_400_000;

/** A line of the order's snapshot; `unitPrice` is a copy's before the coupon, `promo` the coupon's share; in sen. */
export type RefundableLine = { id: string; qty: number; listPrice: Sen; unitPrice: Sen; promo: Sen };
/** `withdrawn` is the coupon discount of kept copies that no longer qualify for it. */
export type EarlierRefund = {
  state: RefundState;
  shipping: Sen;
  lines: readonly { id: string; qty: number; amount: Sen }[];
  withdrawn: readonly WithdrawnDiscount[];
};
export type WithdrawnDiscount = { id: string; amount: Sen };
/** The terms of an order's quote: the coupon's minimum (list prices), delivery cost, and the amount from which it is free. */
export type QuoteTerms = { couponMinimum: Sen; deliveryCost: Sen; freeFrom: Sen };
/**
 * An order's lines, delivery cost and earlier refunds. With `terms` the copies that are kept are quoted again, because the
 * order has not been shipped ({@link isRequoted}).
 */
export type RefundableOrder = {
  lines: readonly RefundableLine[];
  shipping: Sen;
  /** What gift wrap of the order cost. */
  giftWrap: Sen;
  earlier: readonly EarlierRefund[];
  terms: QuoteTerms | null;
};
/** Times are milliseconds; `deliveredAt` is null until the order is delivered. */
export type OrderProgress = { state: OrderState; deliveredAt: number | null };
export type RequestedLine = { id: string; qty: number };

/** A refunded line, in sen: `totalBeforeCoupon` − `couponDiscount` is its `amount`. */
export type RefundedLine = { id: string; qty: number; totalBeforeCoupon: Sen; couponDiscount: Sen; amount: Sen };

/**
 * `amount` is `merchandiseTotal` − `withdrawnTotal` + `shipping` + `giftWrap`, which comes with the last copies. `withdrawnTotal` is the coupon discount of kept copies that
 * no longer qualify, by line in `withdrawn`; `shipping` is below zero where the kept copies no longer have free delivery.
 */
export type RefundQuote = {
  lines: RefundedLine[];
  totalBeforeCoupon: Sen;
  couponDiscount: Sen;
  merchandiseTotal: Sen;
  withdrawn: WithdrawnDiscount[];
  withdrawnTotal: Sen;
  shipping: Sen;
  giftWrap: Sen;
  amount: Sen;
};

export type RefundIneligibility = 'never_paid' | 'cancelled' | 'too_late' | 'already_asked' | 'more_than_bought';

/** Until when a refund may be requested; undefined while the order is not delivered. */
export function refundDeadline(deliveredAt: number | null): number | undefined {
  return deliveredAt === null ? undefined : deliveredAt + REFUND_DAYS * DAY;
}

/** Why no refund of this order may be requested at `now`; undefined where one may. */
export function checkOrderRefundable(
  { state, deliveredAt }: OrderProgress,
  now: number,
): RefundIneligibility | undefined {
  if (state === 'placed') return 'never_paid';
  if (state === 'cancelled') return 'cancelled';
  const deadline = refundDeadline(deliveredAt);
  return deadline !== undefined && now > deadline ? 'too_late' : undefined;
}

/** Why these copies may not be refunded; undefined where they may. Every one of them is of a line of the order. */
export function checkRefundEligibility(
  order: RefundableOrder,
  wanted: readonly RequestedLine[],
): RefundIneligibility | undefined {
  if (wanted.length === 0) return 'already_asked';
  for (const line of order.lines) {
    const qty = requestedQuantity(line.id, wanted);
    if (qty > line.qty) return 'more_than_bought';
    if (qty > refundableQuantity(line, order)) return 'already_asked';
  }
  return undefined;
}

/** Copies of a line that are in no refund; those of a declined refund may be requested again. */
export function refundableQuantity(line: RefundableLine, order: RefundableOrder): number {
  return line.qty - refundedSoFar(line.id, order).qty;
}

/** Every copy of an order that is in no refund. */
export function refundableLines(order: RefundableOrder): RequestedLine[] {
  return order.lines
    .map((line) => ({ id: line.id, qty: refundableQuantity(line, order) }))
    .filter(({ qty }) => qty > 0);
}

/** Whether a refund quotes the kept copies again: as long as the order has not been shipped. */
export function isRequoted(state: OrderState): boolean {
  return state === 'paid' || state === 'packed';
}

/**
 * Quotes a refund of eligible copies (specification §13). Before dispatch the customer pays what the kept copies cost by the
 * order's own terms, delivery and coupon included; afterwards each copy refunds its share, and the last one the delivery
 * cost. However an order is split into refunds, all of them together are exactly what was paid; none is below zero.
 */
export function quoteRefund(order: RefundableOrder, wanted: readonly RequestedLine[]): RefundQuote {
  const all = order.lines.map((line) =>
    quoteLine(line, refundedSoFar(line.id, order), requestedQuantity(line.id, wanted)),
  );
  const lines = all.filter(({ qty }) => qty > 0);
  const [own, promo, goods] = (['totalBeforeCoupon', 'couponDiscount', 'amount'] as const).map((part) =>
    sum(lines.map((line) => line[part])),
  );
  const left = amountPaid(order) - earlierRefundTotal(order);
  const isLast = order.lines.every((line) => refundableQuantity(line, order) === requestedQuantity(line.id, wanted));
  const rest = isLast ? { withdrawn: [], shipping: left - goods! } : requoteRemainder(order, all);
  const { withdrawn, shipping } = capToPaid(rest, { goods: goods!, left });
  const giftWrap = isLast ? order.giftWrap : 0;
  const lost = sum(amountsOf(withdrawn));
  return {
    lines,
    totalBeforeCoupon: own!,
    couponDiscount: promo!,
    merchandiseTotal: goods!,
    withdrawn,
    withdrawnTotal: lost,
    shipping,
    giftWrap,
    amount: goods! - lost + shipping + giftWrap,
  };
}

type RemainderQuote = { withdrawn: WithdrawnDiscount[]; shipping: Sen };

/** How the coupon discount and the delivery cost of the kept copies change. */
function requoteRemainder(order: RefundableOrder, refunded: readonly RefundedLine[]): RemainderQuote {
  const { terms } = order;
  if (!terms) return { withdrawn: [], shipping: 0 };
  const rest = order.lines.map((line, index) => remainderOf(line, order, refunded[index]!));
  const isLost = sum(rest.map(({ list }) => list)) < terms.couponMinimum;
  const withdrawn = rest.filter(({ promo }) => isLost && promo > 0).map(({ id, promo: amount }) => ({ id, amount }));
  const amount = sum(rest.map(({ own, promo }) => (isLost ? own : own - promo)));
  return { withdrawn, shipping: refundableShipping(order) - (amount < terms.freeFrom ? terms.deliveryCost : 0) };
}

/** The kept copies of a line: at list price, at this customer's price, and the coupon discount they still have. */
function remainderOf(line: RefundableLine, order: RefundableOrder, refunded: RefundedLine) {
  const { id, listPrice, unitPrice } = line;
  const before = refundedSoFar(id, order);
  const copies = line.qty - before.qty - refunded.qty;
  const own = unitPrice * copies;
  const cost = lineCost(line, line.qty) - before.amount - refunded.amount;
  return { id, list: listPrice * copies, own, promo: own - Math.min(Math.max(cost, 0), own) };
}

/** Keeps a refund from zero to what is left of the payment: delivery is limited first, then the coupon. */
function capToPaid(
  { withdrawn, shipping }: RemainderQuote,
  { goods, left }: { goods: Sen; left: Sen },
): RemainderQuote {
  const lost = sum(amountsOf(withdrawn));
  const delivery = Math.max(shipping, Math.min(0, lost - goods));
  let room = goods + delivery;
  const bounded = withdrawn.map(({ id, amount }) => {
    const part = Math.min(amount, room);
    room -= part;
    return { id, amount: part };
  });
  const kept = bounded.filter(({ amount }) => amount > 0);
  return { withdrawn: kept, shipping: Math.min(delivery, left - goods + sum(amountsOf(kept))) };
}

/** What an order cost, delivery included and gift wrap not, in sen. */
function amountPaid({ lines, shipping }: RefundableOrder): Sen {
  return sum(lines.map((line) => lineCost(line, line.qty))) + shipping;
}

/** Delivery cost that is in no refund, in sen, including delivery that earlier refunds charged for kept copies. */
export function refundableShipping(order: RefundableOrder): Sen {
  return order.shipping - sum(activeRefunds(order).map((refund) => refund.shipping));
}

/** The amount of an order's earlier refunds, in sen, delivery included. */
export function earlierRefundTotal(order: RefundableOrder): Sen {
  const amounts = activeRefunds(order).map(
    ({ shipping, lines, withdrawn }) => shipping + sum(amountsOf(lines)) - sum(amountsOf(withdrawn)),
  );
  return sum(amounts);
}

type RefundedSoFar = { qty: number; amount: Sen };

/**
 * Cumulative rounding: together with earlier refunds, copies refund what so many copies cost. Where declined refunds left
 * uneven sen behind, never more than is left, and never less than the coupon has to cover of the remaining copies.
 */
function quoteLine(line: RefundableLine, before: RefundedSoFar, qty: number): RefundedLine {
  const { id, unitPrice } = line;
  const own = unitPrice * qty;
  const left = lineCost(line, line.qty) - before.amount;
  const least = Math.max(0, left - unitPrice * (line.qty - before.qty - qty));
  const even = lineCost(line, before.qty + qty) - before.amount;
  const amount = Math.max(0, Math.min(Math.max(even, least), left, own));
  return { id, qty, totalBeforeCoupon: own, couponDiscount: own - amount, amount };
}

/** What the first copies of a line cost, with the coupon's share rounded half up. */
function lineCost({ unitPrice, promo, qty }: RefundableLine, copies: number): Sen {
  return unitPrice * copies - portionOf(promo, copies, qty);
}

function refundedSoFar(id: string, order: RefundableOrder): RefundedSoFar {
  const lines = activeRefunds(order).flatMap((refund) => refund.lines.filter((line) => line.id === id));
  const withdrawn = activeRefunds(order).flatMap((refund) => refund.withdrawn.filter((line) => line.id === id));
  return { qty: sum(lines.map((line) => line.qty)), amount: sum(amountsOf(lines)) - sum(amountsOf(withdrawn)) };
}

function amountsOf(lines: readonly { amount: Sen }[]): Sen[] {
  return lines.map((line) => line.amount);
}

function activeRefunds({ earlier }: RefundableOrder): EarlierRefund[] {
  return earlier.filter(({ state }) => state !== 'declined');
}

function requestedQuantity(id: string, wanted: readonly RequestedLine[]): number {
  return sum(wanted.filter((line) => line.id === id).map((line) => line.qty));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
