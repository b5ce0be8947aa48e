import { and, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { CURRENCY } from '#domain/payment.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, order, paymentEvent } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { PaymentEvent } from '../outside/payment-provider.ts';
import { findAttempt, moveAttempt, type Attempt } from '../payments/attempts.ts';
import { moveOrderWithin } from './move-order.ts';
import { tellOfReturn } from './tell-of-return.ts';

type Order = typeof order.$inferSelect;
type Outcome = (typeof paymentEvent.$inferSelect)['outcome'];

/**
 * What an event of the payment provider brings about, once, in whatever order and as often as it comes: its order is
 * paid, or, where that was paid or cancelled before, the money goes back. An event that fits no try by order, amount
 * and currency pays nothing (`unfit`).
 */
export function takePaymentEvent(deps: Deps, event: PaymentEvent): Promise<Outcome> {
  return deps.db.transaction(async (tx) => {
    const attempt = await findAttempt(tx, event.attemptId);
    const held = attempt && (await holdOrder(tx, attempt.orderId));
    const { id, session, intent, amount } = event;
    const fresh = { id, attemptId: attempt?.id ?? null, outcome: 'known' as const, session, intent, amount };
    const { rowCount } = await tx.insert(paymentEvent).values(fresh).onConflictDoNothing();
    if (rowCount === 0) return 'known';
    const outcome = await (attempt && held ? actOn(tx, deps, { event, attempt, held }) : outcomeOfUnknown(event));
    await tx.update(paymentEvent).set({ outcome }).where(eq(paymentEvent.id, event.id));
    return outcome;
  });
}

/** No try of ours, or one that a restored backup did not know: what has brought no money may be forgotten. */
function outcomeOfUnknown({ kind }: PaymentEvent): Outcome {
  return kind === 'paid' ? 'unfit' : 'known';
}

/** First of all: whoever else moves this order, or hears the same event, waits here. */
async function holdOrder(tx: Database, orderId: string): Promise<Order> {
  const [held] = await tx.select().from(order).where(eq(order.id, orderId)).for('update');
  return held!;
}

type Heard = { event: PaymentEvent; attempt: Attempt; held: Order };

async function actOn(tx: Database, deps: Deps, { event, attempt, held }: Heard): Promise<Outcome> {
  if (event.kind === 'ended') return (await moveAttempt(tx, attempt.id, { to: 'closed' })) ? 'ended' : 'known';
  if (!fits(event, attempt)) return refuseUnfit(tx, { event, attempt });
  const to = held.state === 'placed' ? 'paid' : 'returning';
  if (!(await moveAttempt(tx, attempt.id, { to, intent: event.intent }))) return 'known';
  if (to === 'returning') return giveBack(tx, deps, { attempt, held });
  await moveOrderWithin(tx, deps, { orderId: held.id, to, actor: 'stripe', method: attempt.method });
  return 'paid';
}

/** One alarm for one payment, however often it is told; nobody is led to its page any more. */
async function refuseUnfit(tx: Database, { event, attempt }: Pick<Heard, 'event' | 'attempt'>): Promise<Outcome> {
  const alarms = await tx.$count(
    paymentEvent,
    and(eq(paymentEvent.session, event.session), inArray(paymentEvent.outcome, ['unfit', 'settled'])),
  );
  await moveAttempt(tx, attempt.id, { to: 'closed' });
  return alarms === 0 ? 'unfit' : 'known';
}

function fits({ orderId, session, intent, amount, currency }: PaymentEvent, attempt: Attempt): boolean {
  const isSame = orderId === attempt.orderId && session === (attempt.session ?? session);
  return isSame && intent !== null && amount === attempt.amount && currency === CURRENCY;
}

/** Money that nobody owes any more comes and goes: the ledger says both. */
async function giveBack(
  tx: Database,
  deps: Deps,
  { attempt, held }: { attempt: Attempt; held: Order },
): Promise<Outcome> {
  const { id: orderId, customerId } = held;
  const { method, amount } = attempt;
  const entry = { orderId, customerId, method };
  await tx.insert(ledgerEntry).values({ ...entry, id: uuidv7(), kind: 'payment', amount: -amount });
  await tx.insert(ledgerEntry).values({ ...entry, id: uuidv7(), kind: 'payout', amount });
  await deps.jobs.tidyPayment(tx, attempt.id);
  await tellOfReturn(tx, deps, { order: held, amount });
  return 'returned';
}
