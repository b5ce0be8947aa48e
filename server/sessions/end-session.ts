import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { session } from '../db/tables.ts';
import { tellCustomer } from '../live/tell-customer.ts';

export type EndReason = 'logout' | 'revoked' | 'password_reset' | 'password_changed' | 'token_reused' | 'taken_over';

/** Ends one session of a customer; false when there is no such living one. */
export async function endSession(
  db: Database,
  { id, customerId }: { id: string; customerId: string },
  reason: EndReason,
): Promise<boolean> {
  const { rowCount } = await db
    .update(session)
    .set({ endedAt: sql`now()`, endReason: reason })
    .where(and(eq(session.id, id), eq(session.customerId, customerId), isNull(session.endedAt)));
  if (rowCount === 1) await tellCustomer(db, customerId, 'sessions');
  return rowCount === 1;
}

/** Ends every session of a customer, but one where `keep` is given; answers how many. */
export async function endAllSessions(
  db: Database,
  customerId: string,
  reason: EndReason,
  keep?: string,
): Promise<number> {
  const { rowCount } = await db
    .update(session)
    .set({ endedAt: sql`now()`, endReason: reason })
    .where(and(eq(session.customerId, customerId), isNull(session.endedAt), keep ? ne(session.id, keep) : undefined));
  await tellCustomer(db, customerId, 'sessions');
  return rowCount ?? 0;
}
