import { sql, and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { PROOF_MINUTES } from '#domain/credential.ts';
import type { Customer } from '../accounts/customers.ts';
import type { Database, Connection } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { session, customer, sessionToken } from '../db/tables.ts';
import type { ClientInfo, Principal } from '../context.ts';
import { hashSecret, newSecret, equalHashes } from '../secrets.ts';
import { throwApiError } from '../api-error.ts';
import { publish } from '../live/live-events.ts';
import { writeAudit } from '../audit/audit.ts';
import { randomBytes } from 'node:crypto';

export type StartedSession = AccessToken & { sessionEndsAt: Date; bindingSecret: string };
export type SignedIn = { owner: Customer; session: StartedSession };

/** A session of the staff ends on the day on which it is left. */
const LIFETIME = '30 days';
const STAFF_LIFETIME = '8 hours';

/** How long a customer's session lasts after its last refresh, as a PostgreSQL interval. */
export async function sessionLifetime(db: Database, customerId: string): Promise<string> {
  const [owner] = await db.select({ role: customer.staffRole }).from(customer).where(eq(customer.id, customerId));
  return owner?.role ? STAFF_LIFETIME : LIFETIME;
}

type NewDevice = ClientInfo & { providerId?: string; hasSecondFactor?: boolean };

/** Starts a session with its first token and session binding cookie. */
export async function startSession(db: Database, customerId: string, device: NewDevice): Promise<StartedSession> {
  const cookie = newSecret();
  const [id, family] = [uuidv7(), newTokenFamily()];
  const [inserted] = await db
    .insert(session)
    .values({
      id,
      customerId,
      expiresAt: sql`now() + ${await sessionLifetime(db, customerId)}::interval`,
      cookieHash: hashSecret(cookie),
      familyHash: hashTokenFamily(family),
      userAgent: device.userAgent.slice(0, 300),
      ip: device.ip,
      ...(device.providerId !== undefined && { providerId: device.providerId }),
      hasSecondFactor: device.hasSecondFactor ?? false,
    })
    .returning({ expiresAt: session.expiresAt });
  return {
    ...(await createAccessToken(db, { sessionId: id, generation: 1, family })),
    sessionEndsAt: inserted!.expiresAt,
    bindingSecret: cookie,
  };
}

/**
 * The customer of a bearer token: one look-up by primary key. The first request that brings the session's cookie binds
 * the session to it. Throws `token_invalid` for a token that is not valid now.
 */
export async function authenticate(db: Connection, token: string, cookieHash?: Buffer): Promise<Principal> {
  const [found] = await selectPrincipal(db, { hash: hashSecret(token) });
  if (!found) throwApiError('token_invalid');
  const { isStale, isBound, ownCookie, ...principal } = found;
  const bindsCookie = !isBound && cookieHash !== undefined && equalHashes(cookieHash, ownCookie);
  if (isStale || bindsCookie)
    await db
      .update(session)
      .set({ lastSeenAt: sql`now()`, ...(bindsCookie && { isBound: true }) })
      .where(eq(session.id, principal.sessionId));
  return principal;
}

const selectPrincipal = keepStatement((db, given: Given<{ hash: Buffer }>) =>
  db
    .select({
      customerId: session.customerId,
      email: customer.email,
      name: customer.displayName,
      staffRole: customer.staffRole,
      hasSecondFactor: session.hasSecondFactor,
      sessionId: session.id,
      providerId: session.providerId,
      tokenExpiresAt: sessionToken.expiresAt,
      tokenSecondsLeft: sql<number>`extract(epoch FROM ${sessionToken.expiresAt} - now())::float`,
      sessionExpiresAt: session.expiresAt,
      isProven: gt(session.provenAt, sql`now() - make_interval(mins => ${PROOF_MINUTES})`).mapWith(Boolean),
      isStale: sql<boolean>`${session.lastSeenAt} < now() - interval '1 minute'`,
      isBound: session.isBound,
      ownCookie: session.cookieHash,
    })
    .from(sessionToken)
    .innerJoin(session, eq(session.id, sessionToken.sessionId))
    .innerJoin(customer, eq(customer.id, session.customerId))
    .where(
      and(
        eq(sessionToken.hash, given('hash')),
        gt(sessionToken.expiresAt, sql`now()`),
        isNull(session.endedAt),
        gt(session.expiresAt, sql`now()`),
      ),
    ),
);

export type SessionEndReason =
  | 'logout'
  | 'revoked'
  | 'password_reset'
  | 'password_changed'
  | 'token_reused'
  | 'taken_over'
  | 'role_changed';

/** Ends one session of a customer; returns false where there is no such active session. */
export async function endSession(
  db: Database,
  { id, customerId }: { id: string; customerId: string },
  reason: SessionEndReason,
): Promise<boolean> {
  const { rowCount } = await db
    .update(session)
    .set({ endedAt: sql`now()`, endReason: reason })
    .where(and(eq(session.id, id), eq(session.customerId, customerId), isNull(session.endedAt)));
  if (rowCount === 1) await publish(db, customerId, 'sessions');
  return rowCount === 1;
}

/** Ends every session of a customer except `keep`; returns how many. */
export async function endAllSessions(
  db: Database,
  customerId: string,
  reason: SessionEndReason,
  keep?: string,
): Promise<number> {
  const { rowCount } = await db
    .update(session)
    .set({ endedAt: sql`now()`, endReason: reason })
    .where(and(eq(session.customerId, customerId), isNull(session.endedAt), keep ? ne(session.id, keep) : undefined));
  await publish(db, customerId, 'sessions');
  return rowCount ?? 0;
}

type OwnSession = Pick<Principal, 'customerId' | 'sessionId'>;

/** The customer's active sessions, the last used first, at most 100; `current` is the one of the request. */
export async function listSessions(db: Connection, { customerId, sessionId }: OwnSession) {
  const rows = await db
    .select()
    .from(session)
    .where(and(eq(session.customerId, customerId), isNull(session.endedAt), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(session.lastSeenAt))
    .limit(100);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    created_at: row.createdAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    user_agent: row.userAgent,
    ip: row.ip,
  }));
}

/** Ends the session of the request. */
export async function logOut(db: Connection, { customerId, sessionId }: OwnSession, client: ClientInfo): Promise<void> {
  await db.transaction(async (tx) => {
    if (await endSession(tx, { id: sessionId, customerId }, 'logout'))
      await writeAudit(tx, { event: 'signed_out', customerId, client });
  });
}

/** Ends one of the customer's sessions. Throws `not_found` for another customer's, and for one that has ended. */
export async function revokeSession(
  db: Connection,
  { id, principal: { customerId } }: { id: string; principal: OwnSession },
  client: ClientInfo,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, { id, customerId }, 'revoked'))) throwApiError('not_found');
    await writeAudit(tx, { event: 'session_ended', customerId, details: { sessions: 1 }, client });
  });
}

/** Ends every session of the customer except the one of the request. */
export async function revokeOtherSessions(
  db: Connection,
  { customerId, sessionId }: OwnSession,
  client: ClientInfo,
): Promise<void> {
  await db.transaction(async (tx) => {
    const sessions = await endAllSessions(tx, customerId, 'revoked', sessionId);
    if (sessions > 0) await writeAudit(tx, { event: 'session_ended', customerId, details: { sessions }, client });
  });
}

const TOKEN_PREFIX = 'bk_';
/** A token is its session's family followed by random bytes of its own; neither half can be guessed. */
const TOKEN_HALF_BYTES = 16;

export type AccessToken = { token: string; expiresAt: Date };

export function newTokenFamily(): Buffer {
  return randomBytes(TOKEN_HALF_BYTES);
}

/** The family that a token begins with, whether or not it exists; undefined for text that is no token. */
export function parseTokenFamily(token: string): Buffer | undefined {
  const bytes = Buffer.from(token.slice(TOKEN_PREFIX.length), 'base64url');
  return token.startsWith(TOKEN_PREFIX) && bytes.length === 2 * TOKEN_HALF_BYTES
    ? bytes.subarray(0, TOKEN_HALF_BYTES)
    : undefined;
}

/** A family as the database stores it. */
export function hashTokenFamily(family: Buffer): Buffer {
  return hashSecret(family.toString('base64url'));
}

type NewAccessToken = { sessionId: string; generation: number; family: Buffer };

/** Creates an access token for a session's generation: opaque, valid for 15 minutes, stored only as its hash. */
export async function createAccessToken(
  db: Database,
  { sessionId, generation, family }: NewAccessToken,
): Promise<AccessToken> {
  const token = TOKEN_PREFIX + Buffer.concat([family, randomBytes(TOKEN_HALF_BYTES)]).toString('base64url');
  const [inserted] = await db
    .insert(sessionToken)
    .values({ hash: hashSecret(token), sessionId, generation, expiresAt: sql`now() + interval '15 minutes'` })
    .returning({ expiresAt: sessionToken.expiresAt });
  return { token, expiresAt: inserted!.expiresAt };
}
