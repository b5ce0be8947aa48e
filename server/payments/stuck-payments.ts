import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Connection } from '../db/connection.ts';
import { order, paymentAttempt, paymentEvent } from '../db/tables.ts';
import { refuse } from '../refuse.ts';
import { moveAttempt } from './attempts.ts';

/**
 * A payment that somebody has to look after: it fits no order (`unfit`), or waits for the provider for more than an hour.
 * `amount` in the smallest coin of its currency.
 */
export type StuckPayment = {
  id: string;
  state: 'unfit' | 'closing' | 'returning';
  order: string | null;
  at: string;
  session: string | null;
  intent: string | null;
  amount: number | null;
};

const MOST = 1000;

/** Payments that do not go on by themselves, oldest first. */
export async function listStuckPayments(db: Connection): Promise<StuckPayment[]> {
  const unfit = await db
    .select()
    .from(paymentEvent)
    .where(eq(paymentEvent.outcome, 'unfit'))
    .orderBy(asc(paymentEvent.at))
    .limit(MOST);
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
    .limit(MOST);
  return [
    ...unfit.map(({ id, at, session, intent, amount }) => {
      return { id, state: 'unfit' as const, order: null, at: at.toISOString(), session, intent, amount };
    }),
    ...waiting.map(({ attempt: { id, state, createdAt, session, intent, amount }, number }) => {
      return { id, state: state as Waiting, order: number, at: createdAt.toISOString(), session, intent, amount };
    }),
  ];
}

type Waiting = 'closing' | 'returning';

/** Says that somebody has looked after a payment, and how: nothing waits for it any more. Refuses `not_found`. */
export function settlePayment(db: Connection, id: string, note: string): Promise<void> {
  return db.transaction(async (tx) => {
    const settled = await tx
      .update(paymentEvent)
      .set({ outcome: 'settled', note })
      .where(and(eq(paymentEvent.id, id), eq(paymentEvent.outcome, 'unfit')));
    if (settled.rowCount === 1) return;
    const [attempt] = await tx
      .select()
      .from(paymentAttempt)
      .where(sql`${paymentAttempt.id}::text = ${id}`);
    const to =
      attempt?.state === 'returning' ? 'returned' : attempt?.state === 'closing' ? 'closed' : refuse('not_found');
    const { session, intent, amount } = attempt!;
    await moveAttempt(tx, id, { to });
    const event = { id: `settled:${id}`, attemptId: id, outcome: 'settled' as const, note };
    await tx.insert(paymentEvent).values({ ...event, session: session ?? '', intent, amount });
  });
}
