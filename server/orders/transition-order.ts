import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { canReinstateOrder, orderStatesBefore, type OrderState } from '#domain/orders/order.ts';
import { arrivalOf, promiseDelivery, type DeliveryPromise } from '#domain/delivery-promise.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import { findZone } from '#domain/shipping.ts';
import { orderTotals } from '#domain/pricing/quote.ts';
import { INVITATION_DAYS } from '#domain/review.ts';
import { releaseStock, reserveStock, type StockLine } from '../catalogue/stock.ts';
import { awaitableCopies, supplyColumns } from '../catalogue/supply.ts';
import { couponCustomer, findCoupon } from '../coupons/find-coupon.ts';
import { confirmCouponRedemption, recordRedemption, redeemCoupon, releaseCoupon } from '../coupons/redeem-coupon.ts';
import type { Database } from '../db/connection.ts';
import { order, orderLine, orderEvent, product, shipment, variant } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { listZones } from '../delivery/zones.ts';
import type { StoredEmailData } from '../emails/email-templates.ts';
import { figuresOf } from '../emails/order-email-data.ts';
import type { TransitionReason } from '../emails/order-email-templates.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { publish } from '../live/live-events.ts';
import { closeAttempts } from '../payments/attempts.ts';
import { ApiError, throwApiError, requireFound } from '../api-error.ts';
import { listHeldLines } from './held-lines.ts';
import { requireLinkedOrderId } from './guest-orders.ts';
import { postLedgerEntries } from './ledger.ts';
import { hasRefunds, refundCancelledOrder, type ReceivedPayment } from './refunds/approve-refund.ts';
import type { OrderRow } from './refunds/refundable-order.ts';

export type OrderTransition = {
  to: Exclude<OrderState, 'placed'>;
  /** `customer`, `stripe`, {@link DEADLINE_ACTOR} or a member of staff. */
  actor: string;
  parcel?: { carrier: string; tracking: string };
  /** With `paid`: how it was paid; a bank transfer by default. */
  method?: PaymentMethod;
  /** What the email gives as the reason. */
  reason?: TransitionReason;
};

/** The actor that cancels an order which was not paid in time. */
export const DEADLINE_ACTOR = 'deadline';

/**
 * Transitions an order to its next state with all effects, and emails its customer. Of two transitions at once one wins.
 * Throws `not_found`, `too_late` where the state does not allow it, and `embargoed` or `awaiting_stock` where a line cannot be
 * dispatched yet.
 */
export function transitionOrder(deps: Deps, orderId: string, transition: OrderTransition): Promise<OrderRow> {
  return deps.db.transaction((tx) => applyOrderTransition(tx, deps, { orderId, ...transition }));
}

/** Nothing is packed or shipped under a sales embargo, or without copies. */
const DISPATCH_STATES: ReadonlySet<OrderState> = new Set(['packed', 'shipped']);

/** {@link transitionOrder} within a transaction of the caller. */
export async function applyOrderTransition(
  tx: Database,
  deps: Deps,
  { orderId, ...transition }: OrderTransition & { orderId: string },
): Promise<OrderRow> {
  const { to, actor, method = 'bank_transfer' } = transition;
  const { state: from } = await lockOrder(tx, orderId);
  const paymentMethod = to === 'paid' ? method : undefined;
  const changed = await setOrderState(tx, orderId, { from: orderStatesBefore(to), to, actor, paymentMethod });
  const row = changed ?? throwApiError('too_late');
  if (DISPATCH_STATES.has(to)) await assertDispatchable(tx, orderId);
  if (from === 'placed') await closeAttempts(tx, deps, orderId);
  await EFFECTS[to](tx, deps, { row, from, transition });
  const updated = await movePromise(tx, row);
  await sendOrderUpdate(tx, deps, updated, transition);
  return updated;
}

async function assertDispatchable(tx: Database, orderId: string): Promise<void> {
  const held = await listHeldLines(tx, orderId);
  if (held.some(({ embargo }) => embargo !== null)) throwApiError('embargoed');
  if (held.length > 0) throwApiError('awaiting_stock');
}

/** A payment that came late and the day on which a parcel leaves move what the customer was promised. */
async function movePromise(tx: Database, row: OrderRow): Promise<OrderRow> {
  const { deliveryPromise: before, state, address } = row;
  if (!before || (state !== 'paid' && state !== 'shipped')) return row;
  if (state === 'shipped') return promiseFromToday(tx, row);
  const zone = findZone(await listZones(tx), address.zip);
  const now = new Date().toISOString();
  return setPromise(tx, row, zone && promiseDelivery(zone, { now, notBefore: before.dispatchOn }));
}

/** Promises that a parcel which leaves today takes as long as its zone says. */
export async function promiseFromToday(tx: Database, row: OrderRow): Promise<OrderRow> {
  const zone = findZone(await listZones(tx), row.address.zip);
  const today = dayInMalaysia(new Date().toISOString());
  return setPromise(tx, row, zone && arrivalOf(zone.dispatch, zone.transit, today));
}

async function setPromise(tx: Database, row: OrderRow, deliveryPromise: DeliveryPromise | undefined) {
  if (!deliveryPromise) return row;
  await tx.update(order).set({ deliveryPromise }).where(eq(order.id, row.id));
  return { ...row, deliveryPromise };
}

/**
 * Locks an order's row until the transaction ends; everything that changes an order waits here, but not what refers to it: an
 * import that gives it copies. Throws `not_found`.
 */
export async function lockOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [row] = await tx.select().from(order).where(eq(order.id, orderId)).for('no key update');
  return requireFound(row);
}

type StateChange = { from: OrderState[]; to: OrderState; actor: string; paymentMethod: PaymentMethod | undefined };

/**
 * Sets an order's state and records the event; undefined where the order is in none of the states `from`. The hashes of a
 * guest's addresses are cleared, because only unpaid orders count towards the limits of where they came from.
 */
async function setOrderState(
  tx: Database,
  orderId: string,
  { from, to: state, actor, paymentMethod }: StateChange,
): Promise<OrderRow | undefined> {
  const [row] = await tx
    .update(order)
    .set({ state, guestIpHash: null, guestNetworkHash: null, ...(paymentMethod && { paymentMethod }) })
    .where(and(eq(order.id, orderId), inArray(order.state, from)))
    .returning();
  if (row) await tx.insert(orderEvent).values({ id: uuidv7(), orderId, state, actor });
  return row;
}

type Effect = (
  tx: Database,
  deps: Deps,
  change: { row: OrderRow; from: OrderState; transition: OrderTransition },
) => Promise<void>;

/** What each state brings about besides the event and the email. */
const EFFECTS: Record<OrderTransition['to'], Effect> = {
  paid: async (tx, _deps, { row }) => {
    if (row.couponCode && !(await confirmCouponRedemption(tx, row))) throwApiError('coupon_already_used');
    await postLedgerEntries(tx, row, [{ kind: 'payment', amount: row.total }]);
  },
  packed: async () => {},
  shipped: async (tx, _deps, { row, transition: { parcel } }) => {
    if (parcel) await tx.insert(shipment).values({ id: uuidv7(), orderId: row.id, ...parcel });
  },
  delivered: async (tx, _deps, { row: { id, customerId } }) => {
    const reviewInvitationAt = sql`now() + make_interval(days => ${INVITATION_DAYS})`;
    if (customerId) await tx.update(order).set({ reviewInvitationAt }).where(eq(order.id, id));
  },
  cancelled: async (tx, deps, { row, from, transition: { actor } }) => {
    if (from === 'paid') return refundCancelledOrder(tx, deps, row, actor);
    await releaseStock(tx, await stockLinesOf(tx, row.id), { orderId: row.id, actor, reason: 'released' });
    await releaseCoupon(tx, row.id);
    await postLedgerEntries(tx, row, [{ kind: 'reversal', amount: row.total }]);
  },
};

function stockLinesOf(tx: Database, orderId: string): Promise<StockLine[]> {
  return tx
    .select({ variantId: orderLine.variantId, qty: orderLine.qty })
    .from(orderLine)
    .where(eq(orderLine.orderId, orderId));
}

/** Enqueues the email about an order's new state and notifies its customer's open pages. */
async function sendOrderUpdate(
  tx: Database,
  deps: Deps,
  row: OrderRow,
  { to: state, parcel, reason }: Omit<OrderTransition, 'actor'>,
): Promise<void> {
  const { id: orderId, number, email, locale, couponCode, priceBreakdown } = row;
  const events = await tx.select().from(orderEvent).where(eq(orderEvent.orderId, orderId)).orderBy(asc(orderEvent.id));
  const data: StoredEmailData<'order_moved'> = {
    number,
    state,
    timeline: events.map((event) => ({ state: event.state, at: event.at.toISOString() })),
    parcels: parcel ? [parcel] : [],
    sums: orderTotals(figuresOf(row), couponCode),
    delivery: priceBreakdown?.delivery ?? null,
  };
  if (reason) data.because = reason;
  await enqueueEmail(tx, deps, { kind: 'order_moved', to: email, locale, data, orderId });
  await publish(tx, row.customerId, 'orders');
}

/**
 * Reinstates an order that was cancelled because it was not paid in time: stock and coupon are reserved again, and the
 * order is charged again and paid. Returns false, with nothing changed, where that is not possible. The order's row is
 * locked by the caller.
 */
export async function reinstateOrder(
  tx: Database,
  deps: Deps,
  cancelled: OrderRow,
  { actor, method: paymentMethod }: ReceivedPayment,
): Promise<boolean> {
  const { id, state, address } = cancelled;
  const isOverdue = (await wasCancelledByDeadline(tx, id)) && !(await hasRefunds(tx, id));
  if (!canReinstateOrder({ state, isOverdue, hasAddress: address.line1 !== '' })) return false;
  if (!(await reserveAgain(tx, deps, { row: cancelled, actor }))) return false;
  const row = requireFound(await setOrderState(tx, id, { from: ['cancelled'], to: 'paid', actor, paymentMethod }));
  await postLedgerEntries(tx, row, [
    { kind: 'charge', amount: row.total },
    { kind: 'payment', amount: row.total },
  ]);
  await sendOrderUpdate(tx, deps, row, { to: 'paid', reason: 'revived' });
  return true;
}

async function wasCancelledByDeadline(tx: Database, orderId: string): Promise<boolean> {
  const [last] = await tx
    .select({ actor: orderEvent.actor })
    .from(orderEvent)
    .where(and(eq(orderEvent.orderId, orderId), eq(orderEvent.state, 'cancelled')))
    .orderBy(desc(orderEvent.id))
    .limit(1);
  return last?.actor === DEADLINE_ACTOR;
}

/** All copies of an order and its coupon, or nothing. */
async function reserveAgain(
  tx: Database,
  deps: Deps,
  { row, actor }: { row: OrderRow; actor: string },
): Promise<boolean> {
  const { id: orderId, couponCode } = row;
  await tx.execute(sql`SAVEPOINT reinstatement`);
  try {
    await reserveLinesAgain(tx, { orderId, actor });
    if (couponCode) await redeemCouponAgain(tx, deps, row, couponCode);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await tx.execute(sql`ROLLBACK TO SAVEPOINT reinstatement`);
    return false;
  }
}

/** Where copies are missing, the order waits for them at the end of the queue. Throws `out_of_stock`. */
async function reserveLinesAgain(tx: Database, { orderId, actor }: { orderId: string; actor: string }): Promise<void> {
  const lines = await tx
    .select({ variantId: orderLine.variantId, qty: orderLine.qty, supply: supplyColumns })
    .from(orderLine)
    .innerJoin(variant, eq(variant.id, orderLine.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .where(eq(orderLine.orderId, orderId));
  const requested = lines.map(({ supply, ...line }) => ({
    ...line,
    isAwaitable: awaitableCopies(supply) !== undefined,
  }));
  const { short, awaited } = await reserveStock(tx, requested, { orderId, actor });
  if (short.length > 0) throwApiError('out_of_stock');
  for (const [variantId, copies] of awaited) {
    const isOfVariant = and(eq(orderLine.orderId, orderId), eq(orderLine.variantId, variantId));
    await tx
      .update(orderLine)
      .set({ awaited: copies, awaitedSince: sql`clock_timestamp()` })
      .where(isOfVariant);
  }
}

/** The order is being paid, so that the coupon counts for the customer at once. */
async function redeemCouponAgain(
  tx: Database,
  deps: Deps,
  { id: orderId, email }: OrderRow,
  code: string,
): Promise<void> {
  const customer = couponCustomer(deps, email);
  const coupon = requireFound(await findCoupon(tx, code, { customer, productIds: [] }));
  const buyer = { customer, isVerified: true };
  await redeemCoupon(tx, coupon, buyer);
  await recordRedemption(tx, { orderId, couponId: coupon.id, buyer });
}

/**
 * Cancels the order of a link. Throws what {@link requireLinkedOrderId} throws, and `too_late` once the order is packed.
 */
export async function cancelGuestOrder(deps: Deps, token: string): Promise<{ id: string; status: OrderState }> {
  const orderId = await requireLinkedOrderId(deps, token);
  const { id, state: status } = await transitionOrder(deps, orderId, { to: 'cancelled', actor: 'customer' });
  return { id, status };
}
