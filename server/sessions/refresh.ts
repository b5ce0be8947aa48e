import { and, eq, lt, sql } from 'drizzle-orm';
import { requireCustomer } from '../accounts/customers.ts';
import type { Database } from '../db/connection.ts';
import { session, sessionToken } from '../db/tables.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { postMail } from '../mails/post-mail.ts';
import { refuse } from '../refuse.ts';
import { equalHashes, hashSecret } from '../secrets.ts';
import { endSession } from './end-session.ts';
import { makeToken, type NewToken } from './tokens.ts';

/** Tokens of one generation handed to rivals within the grace time. */
const MOST_SIBLINGS = 20;

type Held = typeof session.$inferSelect & { tokenGeneration: number; isLive: boolean; isInGrace: boolean };
export type Offered = { token: string; cookieHash: Buffer | undefined; from: Origin };
export type Refreshed = NewToken & { sessionEndsAt: Date };

/**
 * Exchanges an access token, expired or not, for a fresh one. The newest token rotates the session; one generation
 * older is served for 30 seconds more (two tabs, a retried call); anything older has been copied: the session ends
 * and its owner is told. A session whose cookie has come back once needs it from then on; without it the call is
 * refused and the session lives on, so that who copied a token cannot sign its owner out. Refuses `session_ended`, and
 * `too_many_requests` past thirty a minute.
 */
export async function refresh(deps: Deps, { token, cookieHash, from }: Offered): Promise<Refreshed> {
  await countRefresh(deps, token);
  const outcome = await deps.db.transaction(async (tx) => {
    const held = await findHeld(tx, token);
    if (!held?.isLive) return undefined;
    const hasCookie = cookieHash !== undefined && equalHashes(cookieHash, held.cookieHash);
    if (held.isBound && !hasCookie) return tellMissing(tx, held, from);
    if (held.tokenGeneration === held.generation) return rotate(tx, held, hasCookie);
    if (held.tokenGeneration === held.generation - 1 && held.isInGrace) return giveSibling(tx, held);
    await endReused(tx, deps, { held, from });
    return undefined;
  });
  return outcome ?? refuse('session_ended');
}

async function countRefresh({ db, takeCredit }: Deps, token: string): Promise<void> {
  const [of] = await db
    .select({ sessionId: sessionToken.sessionId })
    .from(sessionToken)
    .where(eq(sessionToken.hash, hashSecret(token)));
  if (of) await takeCredit('session-refresh', of.sessionId);
}

/** The session of a token, locked: rivals come one after the other. */
async function findHeld(db: Database, token: string): Promise<Held | undefined> {
  const [found] = await db
    .select({
      session,
      tokenGeneration: sessionToken.generation,
      isLive: sql<boolean>`${session.endedAt} IS NULL AND ${session.expiresAt} > now()`,
      isInGrace: sql<boolean>`${session.rotatedAt} > clock_timestamp() - interval '30 seconds'`,
    })
    .from(sessionToken)
    .innerJoin(session, eq(session.id, sessionToken.sessionId))
    .where(eq(sessionToken.hash, hashSecret(token)))
    .for('update', { of: session });
  return found && { ...found.session, ...found };
}

async function rotate(db: Database, held: Held, hasCookie: boolean): Promise<Refreshed> {
  const [rotated] = await db
    .update(session)
    .set({
      generation: held.generation + 1,
      siblings: 0,
      rotatedAt: sql`clock_timestamp()`,
      lastSeenAt: sql`now()`,
      expiresAt: sql`now() + interval '30 days'`,
      isBound: held.isBound || hasCookie,
    })
    .where(and(eq(session.id, held.id), eq(session.generation, held.generation)))
    .returning({ generation: session.generation, expiresAt: session.expiresAt });
  await db
    .delete(sessionToken)
    .where(and(eq(sessionToken.sessionId, held.id), lt(sessionToken.expiresAt, sql`now() - interval '30 days'`)));
  return { ...(await makeToken(db, held.id, rotated!.generation)), sessionEndsAt: rotated!.expiresAt };
}

async function giveSibling(db: Database, held: Held): Promise<Refreshed> {
  if (held.siblings >= MOST_SIBLINGS) refuse('too_many_requests', { retryAfter: 30 });
  await db
    .update(session)
    .set({ siblings: held.siblings + 1 })
    .where(eq(session.id, held.id));
  return { ...(await makeToken(db, held.id, held.generation)), sessionEndsAt: held.expiresAt };
}

async function tellMissing(db: Database, { customerId }: Held, from: Origin): Promise<undefined> {
  await writeAudit(db, { event: 'cookie_missing', customerId, from });
}

type Reused = { held: Held; from: Origin };

async function endReused(db: Database, deps: Deps, { held, from }: Reused): Promise<void> {
  await endSession(db, held, 'token_reused');
  const owner = await requireCustomer(db, held.customerId);
  const facts = { name: owner.displayName };
  await postMail(db, deps, { kind: 'session_reused', to: owner.email, locale: owner.locale, facts });
  await writeAudit(db, { event: 'token_reused', customerId: owner.id, from });
}
