import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { attemptStatesBefore, type AttemptState, type OnlineMethod } from '#domain/payment.ts';
import type { Database } from '../db/connection.ts';
import { paymentAttempt } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { ProviderRefused, type PaymentPage, type PaymentProvider } from '../outside/payment-provider.ts';

export type Attempt = typeof paymentAttempt.$inferSelect;

/** How long the provider's page can be paid on; it takes no less than half an hour. */
const LASTS = '1 hour';
/** Nobody is sent to a page that ends sooner, and the provider makes none that ends within half an hour. */
const LEAST_LEFT = sql`CASE WHEN ${paymentAttempt.url} IS NULL THEN interval '40 minutes' ELSE interval '5 minutes' END`;

/**
 * The open try of an order in a way of paying: the one that is there, or a new one, whose page is still to be asked for.
 * Any other open try is closed, and this one is looked at when its page ends. The caller holds the order's row.
 */
export async function claimAttempt(
  tx: Database,
  deps: Pick<Deps, 'jobs'>,
  { orderId, method, amount }: { orderId: string; method: OnlineMethod; amount: number },
): Promise<Attempt> {
  const isLasting = sql`${paymentAttempt.endsAt} > now() + ${LEAST_LEFT}`;
  const [open] = await tx
    .select()
    .from(paymentAttempt)
    .where(and(isOpen(orderId), eq(paymentAttempt.method, method), isLasting));
  if (open) return open;
  await closeAttempts(tx, deps, orderId);
  const endsAt = sql`now() + ${LASTS}::interval`;
  const [made] = await tx.insert(paymentAttempt).values({ id: uuidv7(), orderId, method, amount, endsAt }).returning();
  await deps.jobs.tidyPayment(tx, made!.id, { at: made!.endsAt });
  return made!;
}

/** Keeps the page of a try, and answers whether it is still open: its order may have been paid or cancelled meanwhile. */
export async function keepPage(db: Database, attemptId: string, { session, url }: PaymentPage): Promise<boolean> {
  const kept = await db
    .update(paymentAttempt)
    .set({ session, url: sql`CASE WHEN state = 'open' THEN ${url} END` })
    .where(eq(paymentAttempt.id, attemptId))
    .returning({ state: paymentAttempt.state });
  return kept[0]?.state === 'open';
}

/** Closes what is open of an order, at the provider too. The caller holds the order's row. */
export async function closeAttempts(tx: Database, { jobs }: Pick<Deps, 'jobs'>, orderId: string): Promise<void> {
  const closing = await tx
    .update(paymentAttempt)
    .set({ state: 'closing', url: null })
    .where(isOpen(orderId))
    .returning({ id: paymentAttempt.id });
  for (const { id } of closing) await jobs.tidyPayment(tx, id);
}

/** A page that could not be made: whoever asks next begins anew, and whoever was quicker keeps theirs. */
export async function giveUpPage(db: Database, attemptId: string): Promise<void> {
  await db
    .update(paymentAttempt)
    .set({ state: 'closed' })
    .where(and(eq(paymentAttempt.id, attemptId), eq(paymentAttempt.state, 'open'), isNull(paymentAttempt.session)));
}

/** Moves a try on; answers whether it could be moved. */
export async function moveAttempt(
  db: Database,
  id: string,
  { to: state, ...facts }: { to: AttemptState; intent?: string | null },
): Promise<boolean> {
  const moved = await db
    .update(paymentAttempt)
    .set({ state, url: null, ...facts })
    .where(and(eq(paymentAttempt.id, id), inArray(paymentAttempt.state, attemptStatesBefore(state))));
  return moved.rowCount === 1;
}

export async function findAttempt(db: Database, id: string): Promise<Attempt | undefined> {
  const [found] = await db.select().from(paymentAttempt).where(eq(paymentAttempt.id, id));
  return found;
}

/** Whether a try's page has come to its end, by the database's clock. */
export async function isOver(db: Database, id: string): Promise<boolean> {
  const ended = and(eq(paymentAttempt.id, id), lte(paymentAttempt.endsAt, sql`now()`));
  return (await db.$count(paymentAttempt, ended)) > 0;
}

/** The try by which an order was paid, if it was paid at the provider. */
export async function findPaidAttempt(db: Database, orderId: string): Promise<Attempt | undefined> {
  const [found] = await db
    .select()
    .from(paymentAttempt)
    .where(and(eq(paymentAttempt.orderId, orderId), eq(paymentAttempt.state, 'paid')));
  return found;
}

/** Has every try looked at again of which something is left to do, whatever became of its job. */
export async function tidyAgain(db: Database, { jobs }: Pick<Deps, 'jobs'>): Promise<void> {
  const rows = await db
    .select({ id: paymentAttempt.id })
    .from(paymentAttempt)
    .where(inArray(paymentAttempt.state, ['open', 'closing', 'returning']));
  for (const { id } of rows) await jobs.tidyPayment(db, id);
}

/**
 * Sends money of a try back; `id` is ours for it, and what was sent back under it before is not sent again. Throws
 * `ProviderFailed`.
 */
export async function returnMoney(
  db: Database,
  payments: PaymentProvider,
  { attempt, amount, id }: { attempt: Attempt; amount: number; id: string },
): Promise<void> {
  try {
    const isWhole = attempt.state === 'returning';
    await payments.payBack({ intent: attempt.intent!, amount, id, refusals: attempt.refusals, isWhole });
  } catch (error) {
    const refusals = sql`${paymentAttempt.refusals} + 1`;
    if (error instanceof ProviderRefused)
      await db.update(paymentAttempt).set({ refusals }).where(eq(paymentAttempt.id, attempt.id));
    throw error;
  }
}

function isOpen(orderId: string) {
  return and(eq(paymentAttempt.orderId, orderId), eq(paymentAttempt.state, 'open'));
}
