import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../db/connection.ts';
import { customer, session, sessionToken } from '../db/tables.ts';
import type { Caller } from '../http/bind.ts';
import { refuse } from '../refuse.ts';
import { hashSecret } from '../secrets.ts';

/** The customer of a bearer token: one look-up by primary key. Refuses `token_invalid` for any that is not good now. */
export async function findCaller(db: Connection, token: string): Promise<Caller> {
  const [found] = await db
    .select({
      customerId: session.customerId,
      email: customer.email,
      sessionId: session.id,
      providerId: session.providerId,
      tokenEndsAt: sessionToken.expiresAt,
      tokenLasts: sql<number>`extract(epoch FROM ${sessionToken.expiresAt} - now())::float`,
      sessionEndsAt: session.expiresAt,
      isStale: sql<boolean>`${session.lastSeenAt} < now() - interval '1 minute'`,
    })
    .from(sessionToken)
    .innerJoin(session, eq(session.id, sessionToken.sessionId))
    .innerJoin(customer, eq(customer.id, session.customerId))
    .where(
      and(
        eq(sessionToken.hash, hashSecret(token)),
        gt(sessionToken.expiresAt, sql`now()`),
        isNull(session.endedAt),
        gt(session.expiresAt, sql`now()`),
      ),
    );
  if (!found) refuse('token_invalid');
  const { isStale, ...caller } = found;
  if (isStale)
    await db
      .update(session)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(session.id, caller.sessionId));
  return caller;
}
