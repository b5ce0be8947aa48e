import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import { loginAttempt, session } from '../db/tables.ts';
import type { Deps, Principal, ClientInfo } from '../context.ts';
import { throwApiError, throwFieldError } from '../api-error.ts';
import { shortDigest } from '../secrets.ts';
import { normalizeLogin, type Customer } from './customers.ts';
import { matchesPasswordHash } from './passwords.ts';
import type { Locale } from '#domain/locale.ts';
import { writeAudit } from '../audit/audit.ts';

/** Failures without a wait; from then on each failure doubles the wait, up to the longest (seconds). */
const FREE_ATTEMPTS = 5;
const MAX_WAIT_SECONDS = 900;

export type LoginAttempt = {
  /** Missing where the name that was typed has no account. */
  owner: Customer | undefined;
  /** The name that was typed, or the customer's email. */
  login: string;
  password: string;
  /** Hash of the session binding cookie of the request. */
  cookieHash: Buffer | undefined;
};

/**
 * Whether a password is its owner's. Each attempt is counted before any work is done; a success clears the count. Throws
 * `too_many_attempts` alike for known and unknown names, for 15 minutes at most. A browser that the customer has signed in
 * with has its own count, so that the attempts of others never lock the customer out.
 */
export async function verifyPassword(deps: Deps, attempt: LoginAttempt): Promise<boolean> {
  const { owner, password } = attempt;
  const check = () => matchesPasswordHash(password, owner?.passwordHash);
  if (!deps.config.rateLimits) return check();
  return limitFailures(deps, await failureKey(deps.db, attempt), check);
}

/** Whether a check succeeds, which is counted as a failure before it starts; throws `too_many_attempts` as above. */
export async function limitFailures(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  key: string,
  check: () => Promise<boolean>,
): Promise<boolean> {
  if (!config.rateLimits) return check();
  await countFailure(db, key);
  try {
    const isCorrect = await check();
    if (isCorrect) await clearLoginFailures(db, key);
    return isCorrect;
  } catch (error) {
    await uncountFailure(db, key);
    throw error;
  }
}

type LoginNames = Pick<Customer, 'email' | 'username'>;

/** Clears the counts of a customer who has verified their email. */
export async function clearCustomerLoginFailures(db: Pick<Connection, 'delete'>, owner: LoginNames): Promise<void> {
  const names = owner.username === null ? [owner.email] : [owner.email, owner.username];
  await db.delete(loginAttempt).where(inArray(loginAttempt.key, names.map(nameKey)));
}

/** Every name has its own count, whether or not it has an account, so that the count reveals no account. */
function nameKey(name: string): string {
  return `name:${shortDigest(name)}`;
}

const NO_CUSTOMER_ID = '00000000-0000-0000-0000-000000000000';

async function failureKey(db: Connection, { owner, login, cookieHash }: LoginAttempt): Promise<string> {
  const browser = cookieHash && (await findKnownBrowser(db, owner?.id ?? NO_CUSTOMER_ID, cookieHash));
  if (browser) return `browser:${browser}`;
  return nameKey(normalizeLogin(login));
}

/** The session of a session binding cookie, unless it was revoked. */
export async function findKnownBrowser(
  db: Database,
  customerId: string,
  cookieHash: Buffer,
): Promise<string | undefined> {
  const [known] = await db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.customerId, customerId),
        eq(session.cookieHash, cookieHash),
        or(isNull(session.endReason), eq(session.endReason, 'logout')),
      ),
    );
  return known?.id;
}

/**
 * Counts a failure in one conditional statement, so that concurrent attempts get no more than the waits allow (decision
 * 2026-11-22-limits). An attempt while the key is blocked is refused and not counted: it never makes the wait longer.
 */
async function countFailure(db: Connection, key: string): Promise<void> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO ${loginAttempt} AS known (key, failures, blocked_until, last_failed_at)
      VALUES (${key}, 1, clock_timestamp(), clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET (failures, blocked_until, last_failed_at) = (
      SELECT failures, clock_timestamp() + make_interval(secs => CASE WHEN failures < ${FREE_ATTEMPTS} THEN 0
        ELSE least(${MAX_WAIT_SECONDS}, power(2, least(10, failures - ${FREE_ATTEMPTS}))) END), clock_timestamp()
      FROM (SELECT CASE WHEN known.last_failed_at < clock_timestamp() - interval '1 day' THEN 1
        ELSE known.failures + 1 END AS failures) AS counted)
    WHERE known.blocked_until <= clock_timestamp()`);
  if (rowCount !== 1) await throwTooManyAttempts(db, key);
}

async function throwTooManyAttempts(db: Connection, key: string): Promise<never> {
  const [blocked] = await db
    .select({ wait: sql<number>`extract(epoch FROM ${loginAttempt.blockedUntil} - clock_timestamp())::float` })
    .from(loginAttempt)
    .where(eq(loginAttempt.key, key));
  return throwApiError('too_many_attempts', { retryAfter: Math.max(1, Math.ceil(blocked?.wait ?? 1)) });
}

/** An attempt that could not be checked is no failure. */
async function uncountFailure(db: Connection, key: string): Promise<void> {
  await db
    .update(loginAttempt)
    .set({ failures: sql`${loginAttempt.failures} - 1`, blockedUntil: sql`clock_timestamp()` })
    .where(eq(loginAttempt.key, key));
}

async function clearLoginFailures(db: Connection, key: string): Promise<void> {
  await db.delete(loginAttempt).where(eq(loginAttempt.key, key));
}

/** A request of a signed-in customer that needs their current password as well. */
export type AuthenticatedRequest = {
  principal: Pick<Principal, 'customerId' | 'sessionId'>;
  locale: Locale;
  client: ClientInfo;
  cookieHash: Buffer | undefined;
};

/**
 * Throws `invalid` at the field `path` for a password that is not the customer's, also where the customer has none.
 * Failures count with those of sign-in and are written to the customer's audit trail.
 */
export async function verifyCurrentPassword(
  deps: Deps,
  { locale, cookieHash, client }: AuthenticatedRequest,
  { owner, password, path }: { owner: Customer; password: string; path: string },
): Promise<void> {
  if (await verifyPassword(deps, { owner, login: owner.email, password, cookieHash })) return;
  await writeAudit(deps.db, { event: 'password_refused', customerId: owner.id, client });
  throwFieldError(locale, path, 'password_wrong');
}
