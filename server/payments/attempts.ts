import { and, eq, gt, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { paymentAttemptStatesBefore, type PaymentAttemptState, type OnlineMethod } from '#domain/orders/payment.ts';
import { databaseTime, type Database } from '../db/connection.ts';
import { paymentAttempt } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { ProviderDeclinedError, type CheckoutSession, type PaymentProvider } from '../integrations/payment-provider.ts';
import { throwApiError } from '../api-error.ts';

export type PaymentAttempt = typeof paymentAttempt.$inferSelect;

/**
 * When a checkout session that is created now expires: at the order's deadline, and after an hour at most. Shortly before
 * the deadline it is later than that, because the provider accepts no less than half an hour.
 */
function expiryFor(dueAt: Date): SQL {
  return sql`least(now() + interval '1 hour', greatest(${dueAt.toISOString()}::timestamptz, now() + interval '45 minutes'))`;
}
/** Customers are not sent to a checkout page that expires sooner; the provider creates none for less than half an hour. */
const MIN_TIME_LEFT = sql`CASE WHEN ${paymentAttempt.checkoutUrl} IS NULL THEN interval '40 minutes' ELSE interval '5 minutes' END`;

/**
 * The open payment attempt of an order by a method: the existing one, or a new one without a checkout session. Closes any
 * other open attempt, and enqueues the job that reconciles this one when it expires. The order's row is locked by the
 * caller. Throws `too_late` where a new attempt would start after the order's deadline.
 */
export async function findOrCreateAttempt(
  tx: Database,
  deps: Pick<Deps, 'jobs'>,
  { orderId, method, amount, dueAt }: { orderId: string; method: OnlineMethod; amount: number; dueAt: Date },
): Promise<PaymentAttempt> {
  const isLongEnough = gt(paymentAttempt.expiresAt, sql`now() + ${MIN_TIME_LEFT}`);
  const [open] = await tx
    .select()
    .from(paymentAttempt)
    .where(and(isOpenAttempt(orderId), eq(paymentAttempt.method, method), isLongEnough));
  if (open) return open;
  if (dueAt <= (await databaseTime(tx))) throwApiError('too_late');
  await closeAttempts(tx, deps, orderId);
  const expiresAt = expiryFor(dueAt);
  const [created] = await tx
    .insert(paymentAttempt)
    .values({ id: uuidv7(), orderId, method, amount, expiresAt })
    .returning();
  await deps.jobs.reconcilePayment(tx, created!.id, { at: created!.expiresAt });
  return created!;
}

/** Stores the checkout session of an attempt; false where the attempt was closed because its order was paid or cancelled. */
export async function saveCheckoutSession(
  db: Database,
  attemptId: string,
  { session, url }: CheckoutSession,
): Promise<boolean> {
  const saved = await db
    .update(paymentAttempt)
    .set({ checkoutSessionId: session, checkoutUrl: sql`CASE WHEN ${paymentAttempt.state} = 'open' THEN ${url} END` })
    .where(eq(paymentAttempt.id, attemptId))
    .returning({ state: paymentAttempt.state });
  return saved[0]?.state === 'open';
}

/** Closes an order's open attempt; a job expires its checkout session. The order's row is locked by the caller. */
export async function closeAttempts(tx: Database, { jobs }: Pick<Deps, 'jobs'>, orderId: string): Promise<void> {
  const closing = await tx
    .update(paymentAttempt)
    .set({ state: 'closing', checkoutUrl: null })
    .where(isOpenAttempt(orderId))
    .returning({ id: paymentAttempt.id });
  for (const { id } of closing) await jobs.reconcilePayment(tx, id);
}

/** Closes an attempt whose checkout session could not be created, unless a concurrent request has created one. */
export async function abandonAttempt(db: Database, attemptId: string): Promise<void> {
  await db
    .update(paymentAttempt)
    .set({ state: 'closed' })
    .where(
      and(eq(paymentAttempt.id, attemptId), eq(paymentAttempt.state, 'open'), isNull(paymentAttempt.checkoutSessionId)),
    );
}

/** Transitions an attempt; false where its state does not allow it. */
export async function transitionAttempt(
  db: Database,
  id: string,
  { to: state, intent }: { to: PaymentAttemptState; intent?: string | null },
): Promise<boolean> {
  const changed = await db
    .update(paymentAttempt)
    .set({ state, checkoutUrl: null, ...(intent !== undefined && { paymentIntentId: intent }) })
    .where(and(eq(paymentAttempt.id, id), inArray(paymentAttempt.state, paymentAttemptStatesBefore(state))));
  return changed.rowCount === 1;
}

export async function findAttempt(db: Database, id: string): Promise<PaymentAttempt | undefined> {
  const [found] = await db.select().from(paymentAttempt).where(eq(paymentAttempt.id, id));
  return found;
}

/** Whether an attempt has expired, by the database's clock. */
export async function hasExpired(db: Database, id: string): Promise<boolean> {
  const isExpired = and(eq(paymentAttempt.id, id), lte(paymentAttempt.expiresAt, sql`now()`));
  return (await db.$count(paymentAttempt, isExpired)) > 0;
}

/** Records that the provider is being asked to refund a returned payment; false where it is not to be returned any more. */
export async function markReturnRequested(db: Database, id: string): Promise<boolean> {
  const claimed = await db
    .update(paymentAttempt)
    .set({ refundRequestedAt: sql`now()` })
    .where(and(eq(paymentAttempt.id, id), eq(paymentAttempt.state, 'returning')));
  return claimed.rowCount === 1;
}

/** The attempt by which an order was paid, if it was paid at the provider. */
export async function findPaidAttempt(db: Database, orderId: string): Promise<PaymentAttempt | undefined> {
  const [found] = await db
    .select()
    .from(paymentAttempt)
    .where(and(eq(paymentAttempt.orderId, orderId), eq(paymentAttempt.state, 'paid')));
  return found;
}

/**
 * Refunds `amount` (sen) of a paid attempt at the provider. `id` identifies the refund there: what was refunded under it
 * before is not refunded again. Throws `PaymentProviderError`.
 */
export async function sendRefund(
  db: Database,
  payments: PaymentProvider,
  { attempt, amount, id }: { attempt: PaymentAttempt; amount: number; id: string },
): Promise<void> {
  try {
    await payments.createRefund({
      intent: attempt.paymentIntentId!,
      amount,
      id,
      declines: attempt.refundDeclines,
      isFullAmount: attempt.state === 'returning',
    });
  } catch (error) {
    const declined = { refundDeclines: sql`${paymentAttempt.refundDeclines} + 1`, refundRequestedAt: null };
    if (error instanceof ProviderDeclinedError)
      await db.update(paymentAttempt).set(declined).where(eq(paymentAttempt.id, attempt.id));
    throw error;
  }
}

function isOpenAttempt(orderId: string) {
  return and(eq(paymentAttempt.orderId, orderId), eq(paymentAttempt.state, 'open'));
}
