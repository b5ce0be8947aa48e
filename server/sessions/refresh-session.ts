import { and, eq, lt, or, sql, type SQL } from 'drizzle-orm';
import { requireCustomer } from '../accounts/customers.ts';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { session, sessionToken } from '../db/tables.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps, ClientInfo } from '../context.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { throwApiError } from '../api-error.ts';
import { equalHashes, hashSecret } from '../secrets.ts';
import {
  endSession,
  parseTokenFamily,
  sessionLifetime,
  hashTokenFamily,
  createAccessToken,
  type AccessToken,
} from './sessions.ts';

/** Tokens of one generation for concurrent refreshes within the grace period. */
const MAX_GRACE_TOKENS = 20;

type LockedSession = typeof session.$inferSelect & {
  /** Of the token; null for a deleted token, of which only the family is known. */
  tokenGeneration: number | null;
  family: Buffer;
  isLive: boolean;
  isInGrace: boolean;
};
export type RefreshRequest = { token: string; cookieHash: Buffer | undefined; client: ClientInfo };
/** `hasCookie`: the request carried the session's own binding cookie. */
export type RefreshedToken = AccessToken & { sessionEndsAt: Date; hasCookie: boolean };

/**
 * Exchanges an access token, expired or not, for a new one. The newest token rotates the session; a token of the
 * generation before is accepted for 30 seconds more (two tabs, a retried request); anything older has been copied: the
 * session ends and its owner gets an email. A session whose cookie was sent once needs it from then on; without it the
 * request is refused but the session goes on, so that a copied token cannot sign its owner out. Throws `session_ended`,
 * and `too_many_requests` beyond thirty a minute.
 */
export async function refreshSession(
  deps: Deps,
  { token, cookieHash, client }: RefreshRequest,
): Promise<RefreshedToken> {
  const family = parseTokenFamily(token) ?? throwApiError('session_ended');
  await consumeRefreshLimit(deps, token, family);
  const outcome = await deps.db.transaction(async (tx) => {
    const locked = await lockSession(tx, token, family);
    if (!locked?.isLive) return undefined;
    const hasCookie = cookieHash !== undefined && equalHashes(cookieHash, locked.cookieHash);
    if (locked.isBound && !hasCookie) return auditMissingCookie(tx, locked, client);
    if (locked.tokenGeneration === locked.generation)
      return { ...(await rotateToken(tx, locked, hasCookie)), hasCookie };
    if (locked.tokenGeneration === locked.generation - 1 && locked.isInGrace)
      return { ...(await createGraceToken(tx, locked)), hasCookie };
    await endReusedSession(tx, deps, { locked, client });
    return undefined;
  });
  return outcome ?? throwApiError('session_ended');
}

/** The session of a token: by the token itself, or by its family where the token was deleted. */
function matchesToken(token: string, family: Buffer): SQL | undefined {
  const ofToken = subquery
    .select({ id: sessionToken.sessionId })
    .from(sessionToken)
    .where(eq(sessionToken.hash, hashSecret(token)));
  return or(eq(session.id, ofToken), eq(session.familyHash, hashTokenFamily(family)));
}

async function consumeRefreshLimit({ db, consumeRateLimit }: Deps, token: string, family: Buffer): Promise<void> {
  const [found] = await db.select({ id: session.id }).from(session).where(matchesToken(token, family));
  if (found) await consumeRateLimit('session-refresh', found.id);
}

/** The session of a token, locked, so that concurrent refreshes run one after the other. */
async function lockSession(db: Database, token: string, family: Buffer): Promise<LockedSession | undefined> {
  const [found] = await db
    .select({
      session,
      isLive: sql<boolean>`${session.endedAt} IS NULL AND ${session.expiresAt} > now()`,
      isInGrace: sql<boolean>`${session.rotatedAt} > clock_timestamp() - interval '30 seconds'`,
    })
    .from(session)
    .where(matchesToken(token, family))
    .for('update');
  if (!found) return undefined;
  // Read under the lock: a rotation meanwhile may have deleted the token.
  const [stored] = await db
    .select({ generation: sessionToken.generation })
    .from(sessionToken)
    .where(eq(sessionToken.hash, hashSecret(token)));
  return { ...found.session, ...found, tokenGeneration: stored?.generation ?? null, family };
}

async function rotateToken(
  db: Database,
  locked: LockedSession,
  hasCookie: boolean,
): Promise<AccessToken & { sessionEndsAt: Date }> {
  const generation = locked.generation + 1;
  const [rotated] = await db
    .update(session)
    .set({
      generation,
      familyHash: hashTokenFamily(locked.family),
      graceTokens: 0,
      rotatedAt: sql`clock_timestamp()`,
      lastSeenAt: sql`now()`,
      expiresAt: sql`now() + ${await sessionLifetime(db, locked.customerId)}::interval`,
      isBound: locked.isBound || hasCookie,
    })
    .where(and(eq(session.id, locked.id), eq(session.generation, locked.generation)))
    .returning({ expiresAt: session.expiresAt });
  const isPast = and(lt(sessionToken.generation, generation - 1), lt(sessionToken.expiresAt, sql`now()`));
  await db.delete(sessionToken).where(and(eq(sessionToken.sessionId, locked.id), isPast));
  const { id: sessionId, family } = locked;
  return { ...(await createAccessToken(db, { sessionId, generation, family })), sessionEndsAt: rotated!.expiresAt };
}

async function createGraceToken(db: Database, locked: LockedSession): Promise<AccessToken & { sessionEndsAt: Date }> {
  if (locked.graceTokens >= MAX_GRACE_TOKENS) throwApiError('too_many_requests', { retryAfter: 30 });
  await db
    .update(session)
    .set({ graceTokens: locked.graceTokens + 1 })
    .where(eq(session.id, locked.id));
  const { id: sessionId, generation, family } = locked;
  return { ...(await createAccessToken(db, { sessionId, generation, family })), sessionEndsAt: locked.expiresAt };
}

async function auditMissingCookie(db: Database, { customerId }: LockedSession, client: ClientInfo): Promise<undefined> {
  await writeAudit(db, { event: 'cookie_missing', customerId, client });
}

type TokenReuse = { locked: LockedSession; client: ClientInfo };

async function endReusedSession(db: Database, deps: Deps, { locked, client }: TokenReuse): Promise<void> {
  await endSession(db, locked, 'token_reused');
  const owner = await requireCustomer(db, locked.customerId);
  const data = { name: owner.displayName };
  await enqueueEmail(db, deps, { kind: 'session_reused', to: owner.email, locale: owner.locale, data });
  await writeAudit(db, { event: 'token_reused', customerId: owner.id, client });
}
