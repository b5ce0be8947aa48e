import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { paymentEvent } from '../db/tables.ts';
import { refuse } from '../refuse.ts';

/** Money at the provider that fits no order; `amount` in the smallest coin of its currency. */
export type UnfitEvent = { id: string; at: string; session: string; intent: string | null; amount: number | null };

/** What somebody has to look after, newest first. */
export async function listUnfitEvents(db: Database): Promise<UnfitEvent[]> {
  const rows = await db
    .select()
    .from(paymentEvent)
    .where(eq(paymentEvent.outcome, 'unfit'))
    .orderBy(desc(paymentEvent.at))
    .limit(1000);
  return rows.map(({ id, at, session, intent, amount }) => ({ id, at: at.toISOString(), session, intent, amount }));
}

/** Says that somebody has, and how. Refuses `not_found`. */
export async function settleUnfitEvent(db: Database, id: string, note: string): Promise<void> {
  const settled = await db
    .update(paymentEvent)
    .set({ outcome: 'settled', note })
    .where(and(eq(paymentEvent.id, id), eq(paymentEvent.outcome, 'unfit')));
  if (settled.rowCount !== 1) refuse('not_found');
}
