import { and, eq, inArray } from 'drizzle-orm';
import { paymentAttemptStatesBefore, CURRENCY } from '#domain/orders/payment.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { confirmCouponRedemption } from '../coupons/redeem-coupon.ts';
import type { Database } from '../db/connection.ts';
import { paymentEvent } from '../db/tables.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import type { PaymentEvent } from '../integrations/payment-provider.ts';
import { publish } from '../live/live-events.ts';
import { postLedgerEntries } from '../orders/ledger.ts';
import { hasRefunds, refundLatePayment, type ReceivedPayment } from '../orders/refunds/approve-refund.ts';
import type { OrderRow } from '../orders/refunds/refundable-order.ts';
import { applyOrderTransition, lockOrder, reinstateOrder } from '../orders/transition-order.ts';
import { findAttempt, transitionAttempt, type PaymentAttempt } from './attempts.ts';

type EventOutcome = (typeof paymentEvent.$inferSelect)['outcome'];

/**
 * Applies an event of the payment provider once, in whatever order and however often events arrive. A payment pays its
 * order, also one that was cancelled because it was overdue and can be reinstated; a payment for an order that was paid or
 * cancelled otherwise is sent back. An event that does not match a payment attempt by order, amount and currency pays
 * nothing (`unmatched`).
 */
export function handlePaymentWebhook(deps: Deps, event: PaymentEvent): Promise<EventOutcome> {
  return deps.db.transaction(async (tx) => {
    const attempt = await findAttempt(tx, event.attemptId);
    const row = attempt && (await lockOrder(tx, attempt.orderId));
    if (!(await recordEvent(tx, event, attempt))) return 'ignored';
    const outcome = await (attempt && row
      ? applyEvent(tx, deps, { event, attempt, row })
      : outcomeWithoutAttempt(event));
    await tx.update(paymentEvent).set({ outcome }).where(eq(paymentEvent.id, event.id));
    return outcome;
  });
}

/** Records an event before it has any effect; false where it was recorded before. */
async function recordEvent(tx: Database, event: PaymentEvent, attempt: PaymentAttempt | undefined): Promise<boolean> {
  const { id, session: checkoutSessionId, intent: paymentIntentId, amount } = event;
  const attemptId = attempt?.id ?? null;
  const { rowCount } = await tx
    .insert(paymentEvent)
    .values({ id, attemptId, outcome: 'ignored', checkoutSessionId, paymentIntentId, amount })
    .onConflictDoNothing();
  return rowCount === 1;
}

/** No attempt of this shop, or one that a restored backup does not have: only a payment needs somebody's attention. */
function outcomeWithoutAttempt({ kind }: PaymentEvent): EventOutcome {
  return kind === 'paid' ? 'unmatched' : 'ignored';
}

/** An event of a payment attempt whose order, `row`, is locked. */
type MatchedEvent = { event: PaymentEvent; attempt: PaymentAttempt; row: OrderRow };

async function applyEvent(tx: Database, deps: Deps, { event, attempt, row }: MatchedEvent): Promise<EventOutcome> {
  if (event.kind === 'ended') return (await transitionAttempt(tx, attempt.id, { to: 'closed' })) ? 'ended' : 'ignored';
  if (!matchesAttempt(event, attempt)) return rejectUnmatched(tx, { event, attempt });
  const isPayable = await canBePaid(tx, deps, { attempt, row });
  const to = isPayable ? 'paid' : 'returning';
  if (!(await transitionAttempt(tx, attempt.id, { to, intent: event.intent }))) return 'ignored';
  if (!isPayable) return returnPayment(tx, deps, { attempt, row });
  if (row.state === 'placed')
    await applyOrderTransition(tx, deps, { orderId: row.id, to: 'paid', actor: 'stripe', method: attempt.method });
  return 'paid';
}

/** Whether the order is unpaid, or was cancelled because it was overdue and is reinstated here. */
async function canBePaid(
  tx: Database,
  deps: Deps,
  { attempt: { id, method }, row }: Pick<MatchedEvent, 'attempt' | 'row'>,
): Promise<boolean> {
  const attempt = await findAttempt(tx, id);
  if (!paymentAttemptStatesBefore('paid').includes(attempt!.state)) return false;
  return (await ensurePayable(tx, deps, row)) || reinstateOrder(tx, deps, row, { actor: 'stripe', method });
}

/** One payment is reported as unmatched once, however many events it has; its checkout page is not used any more. */
async function rejectUnmatched(
  tx: Database,
  { event, attempt }: Pick<MatchedEvent, 'event' | 'attempt'>,
): Promise<EventOutcome> {
  const reported = await tx.$count(
    paymentEvent,
    and(eq(paymentEvent.checkoutSessionId, event.session), inArray(paymentEvent.outcome, ['unmatched', 'resolved'])),
  );
  await transitionAttempt(tx, attempt.id, { to: 'closed' });
  return reported === 0 ? 'unmatched' : 'ignored';
}

function matchesAttempt(
  { orderId, session, intent, amount, currency }: PaymentEvent,
  attempt: PaymentAttempt,
): boolean {
  const isSame = orderId === attempt.orderId && session === (attempt.checkoutSessionId ?? session);
  return isSame && intent !== null && amount === attempt.amount && currency === CURRENCY;
}

/** Sends back a payment for an order that needs none: a job asks the provider for it. */
async function returnPayment(
  tx: Database,
  deps: Deps,
  { attempt, row }: Pick<MatchedEvent, 'attempt' | 'row'>,
): Promise<EventOutcome> {
  const { id, method, amount } = attempt;
  await postLedgerEntries(tx, row, [
    { kind: 'payment', amount, method },
    { kind: 'payout', amount, method },
  ]);
  await deps.jobs.reconcilePayment(tx, id);
  await sendPaymentReturned(tx, deps, row, amount);
  return 'returned';
}

/** Emails a customer that a payment (`amount` in sen) for an order that did not need it is sent back. */
export async function sendPaymentReturned(tx: Database, deps: Deps, row: OrderRow, amount: number): Promise<void> {
  const { id: orderId, number, email, locale, customerId } = row;
  await enqueueEmail(tx, deps, { kind: 'payment_returned', to: email, locale, data: { number, amount }, orderId });
  await publish(tx, customerId, 'orders');
}

/** The effect of a payment: its order is paid, was reinstated, or stays cancelled and the payment is refunded. */
export type PaymentOutcome = 'paid' | 'reinstated' | 'refunded';

/** {@link recordTransfer} in a transaction of its own. */
export function recordPayment(deps: Deps, orderId: string, actor: string): Promise<PaymentOutcome> {
  return deps.db.transaction((tx) => recordTransfer(tx, deps, { orderId, actor }));
}

/**
 * Records that the staff received an order's payment by bank transfer. An order that was cancelled because it was overdue is
 * reinstated if its copies and its coupon are still available; otherwise the payment becomes an
 * approved refund. Throws `not_found`, and `too_late` where the order was paid before.
 */
export async function recordTransfer(
  tx: Database,
  deps: Deps,
  { orderId, actor }: { orderId: string; actor: string },
): Promise<PaymentOutcome> {
  const payment: ReceivedPayment = { actor, method: 'bank_transfer' };
  const row = await lockOrder(tx, orderId);
  if (await ensurePayable(tx, deps, row)) {
    await applyOrderTransition(tx, deps, { orderId, to: 'paid', ...payment });
    return 'paid';
  }
  const isCancelled = row.state === 'placed' || row.state === 'cancelled';
  if (!isCancelled || (await hasRefunds(tx, orderId))) throwApiError('too_late');
  if (await reinstateOrder(tx, deps, row, payment)) return 'reinstated';
  await refundLatePayment(tx, deps, row, payment);
  return 'refunded';
}

/**
 * Whether an order is unpaid. One whose coupon its customer has used with another order meanwhile is cancelled here, and is
 * not payable. `row` is as the caller locked it.
 */
async function ensurePayable(tx: Database, deps: Deps, row: OrderRow): Promise<boolean> {
  if (row.state !== 'placed') return false;
  if (await confirmCouponRedemption(tx, row)) return true;
  await applyOrderTransition(tx, deps, { orderId: row.id, to: 'cancelled', actor: 'coupon', reason: 'coupon_used' });
  return false;
}
