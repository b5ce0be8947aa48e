import type { Deps } from '../context.ts';
import type { PaymentEvent, PaymentProvider } from '../integrations/payment-provider.ts';
import {
  markReturnRequested,
  findAttempt,
  hasExpired,
  transitionAttempt,
  sendRefund,
  type PaymentAttempt,
} from './attempts.ts';
import { handlePaymentWebhook } from './webhook.ts';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import { order, paymentAttempt, paymentEvent } from '../db/tables.ts';
import { throwApiError, requireFound } from '../api-error.ts';

/**
 * Does what a payment attempt needs at the provider: refunds a payment that is returned, or retrieves the checkout session.
 * A payment whose webhook did not arrive is applied as if it had; a session that is no longer needed is expired. Throws
 * `PaymentProviderError`, so that the job is retried; running it twice changes nothing.
 */
export async function reconcilePayment(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId);
  if (!attempt || !UNFINISHED_STATES.includes(attempt.state)) return;
  if (!deps.payments) throw new Error('No payment provider is configured any more.');
  if (attempt.state === 'returning') await returnPayment(deps, deps.payments, attempt);
  else await reconcileCheckoutSession(deps, deps.payments, attempt);
}

const UNFINISHED_STATES: PaymentAttempt['state'][] = ['open', 'closing', 'returning'];

/** Enqueues the job of every attempt that is not finished, whatever became of its earlier jobs. */
export async function reconcilePayments(db: Database, { jobs }: Pick<Deps, 'jobs'>): Promise<void> {
  const rows = await db
    .select({ id: paymentAttempt.id })
    .from(paymentAttempt)
    .where(inArray(paymentAttempt.state, UNFINISHED_STATES));
  for (const { id } of rows) await jobs.reconcilePayment(db, id);
}

async function returnPayment({ db }: Deps, payments: PaymentProvider, attempt: PaymentAttempt): Promise<void> {
  if (!(await markReturnRequested(db, attempt.id))) return;
  await sendRefund(db, payments, { attempt, amount: attempt.amount, id: attempt.id });
  await transitionAttempt(db, attempt.id, { to: 'returned' });
}

async function reconcileCheckoutSession(deps: Deps, payments: PaymentProvider, attempt: PaymentAttempt): Promise<void> {
  const { id, state, checkoutSessionId: session, expiresAt } = attempt;
  const ended = session ? await payments.retrieveCheckoutSession(session) : 'open';
  if (ended !== 'open') return applyProviderEvent(deps, ended);
  if (state === 'open' && !(await hasExpired(deps.db, id)))
    return deps.jobs.reconcilePayment(deps.db, id, { at: expiresAt });
  if (session) await payments.expireCheckoutSession(session);
  await transitionAttempt(deps.db, id, { to: 'closed' });
}

async function applyProviderEvent(deps: Deps, event: PaymentEvent): Promise<void> {
  if ((await handlePaymentWebhook(deps, event)) === 'unmatched')
    throw new Error(`The payment ${event.id} matches no order.`);
}

/**
 * A payment that needs attention: it matches no order (`unmatched`), or has waited for the provider for more than an hour.
 * `amount` is in the smallest unit of its currency.
 */
export type UnresolvedPayment = {
  id: string;
  state: 'unfit' | 'closing' | 'returning';
  order: string | null;
  at: string;
  session: string | null;
  intent: string | null;
  amount: number | null;
};

const MAX_ROWS = 1000;

/** Payments that do not continue by themselves, oldest first. */
export async function listUnresolvedPayments(db: Connection): Promise<UnresolvedPayment[]> {
  const unmatched = await db
    .select()
    .from(paymentEvent)
    .where(eq(paymentEvent.outcome, 'unmatched'))
    .orderBy(asc(paymentEvent.at))
    .limit(MAX_ROWS);
  const waiting = await db
    .select({ attempt: paymentAttempt, number: order.number })
    .from(paymentAttempt)
    .innerJoin(order, eq(order.id, paymentAttempt.orderId))
    .where(
      and(
        inArray(paymentAttempt.state, ['closing', 'returning']),
        lt(paymentAttempt.createdAt, sql`now() - interval '1 hour'`),
      ),
    )
    .orderBy(asc(paymentAttempt.createdAt))
    .limit(MAX_ROWS);
  return [
    ...unmatched.map(({ id, at, checkoutSessionId: session, paymentIntentId: intent, amount }) => {
      return { id, state: 'unfit' as const, order: null, at: at.toISOString(), session, intent, amount };
    }),
    ...waiting.map(
      ({ attempt: { id, state, createdAt, checkoutSessionId: session, paymentIntentId: intent, amount }, number }) => {
        return {
          id,
          state: state as PendingState,
          order: number,
          at: createdAt.toISOString(),
          session,
          intent,
          amount,
        };
      },
    ),
  ];
}

type PendingState = 'closing' | 'returning';

/** The provider has been asked to refund this payment, and may do so. */
export class ReturnInProgressError extends Error {}

/** After this no request for a payment's refund can still be under way. */
const RETURN_TIMEOUT = sql`interval '10 minutes'`;

/**
 * Marks a payment as resolved by a member of staff, with a note how. Throws `not_found`, and {@link ReturnInProgressError}
 * while the provider may still refund it.
 */
export function resolvePayment(db: Connection, id: string, note: string): Promise<void> {
  return db.transaction(async (tx) => {
    const resolved = await tx
      .update(paymentEvent)
      .set({ outcome: 'resolved', note })
      .where(and(eq(paymentEvent.id, id), eq(paymentEvent.outcome, 'unmatched')));
    if (resolved.rowCount === 1) return;
    const isReturning = sql<boolean>`coalesce(${paymentAttempt.refundRequestedAt} > now() - ${RETURN_TIMEOUT}, false)`;
    const [found] = await tx
      .select({ attempt: paymentAttempt, isReturning })
      .from(paymentAttempt)
      .where(sql`${paymentAttempt.id}::text = ${id}`)
      .for('update');
    const { attempt } = requireFound(found);
    const to =
      attempt.state === 'returning' ? 'returned' : attempt.state === 'closing' ? 'closed' : throwApiError('not_found');
    if (to === 'returned' && found!.isReturning)
      throw new ReturnInProgressError('The provider has been asked to refund it.');
    const { checkoutSessionId: session, paymentIntentId: intent, amount } = attempt;
    await transitionAttempt(tx, id, { to });
    const event = { id: `settled:${id}`, attemptId: id, outcome: 'resolved' as const, note };
    await tx
      .insert(paymentEvent)
      .values({ ...event, checkoutSessionId: session ?? '', paymentIntentId: intent, amount });
  });
}
