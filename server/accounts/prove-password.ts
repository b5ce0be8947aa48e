import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Connection } from '../db/connection.ts';
import { loginMiss, session } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../refuse.ts';
import { digestOf } from '../secrets.ts';
import type { Customer } from './customers.ts';
import { isPassword } from './passwords.ts';

/** Misses that cost nothing; from then on each doubles the wait, up to the longest (seconds). */
const FREE_MISSES = 5;
const LONGEST_WAIT = 900;

export type Guess = {
  /** Nobody, where the typed name has no account. */
  owner: Customer | undefined;
  /** What was typed, or the customer's address. */
  login: string;
  password: string;
  /** Hash of the companion cookie that came along. */
  cookieHash: Buffer | undefined;
};

/**
 * Whether a password is its owner's. Each try is counted before any work is done, a right one ends the count. Refuses
 * `too_many_attempts` alike for known and unknown names, for 15 minutes at most; a browser that the customer has
 * signed in with is counted apart, so that a stranger's guesses never lock the customer out.
 */
export async function provePassword(deps: Deps, guess: Guess): Promise<boolean> {
  const { owner, password } = guess;
  if (!deps.config.rateLimits) return isPassword(password, owner?.passwordHash);
  const key = await counterOf(deps.db, guess);
  await countTry(deps.db, key);
  try {
    const isRight = await isPassword(password, owner?.passwordHash);
    if (isRight) await forgetMisses(deps.db, key);
    return isRight;
  } catch (error) {
    await uncountTry(deps.db, key);
    throw error;
  }
}

/** Ends the count of a customer, who has proven the address. */
export async function forgetCustomerMisses(db: Pick<Connection, 'delete'>, customerId: string): Promise<void> {
  await db.delete(loginMiss).where(eq(loginMiss.key, `customer:${customerId}`));
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

async function counterOf(db: Connection, { owner, login, cookieHash }: Guess): Promise<string> {
  const browser = cookieHash && (await findKnownBrowser(db, owner?.id ?? NOBODY, cookieHash));
  if (browser) return `browser:${browser}`;
  return owner ? `customer:${owner.id}` : `name:${digestOf(login.trim().toLowerCase())}`;
}

/** The session that a companion cookie belongs to; one that was taken from its holder vouches for nobody. */
async function findKnownBrowser(db: Connection, customerId: string, cookieHash: Buffer): Promise<string | undefined> {
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

/** A try that comes while the count is blocked is refused and not counted: a wait is never made longer by asking. */
async function countTry(db: Connection, key: string): Promise<void> {
  const misses = sql`CASE WHEN known.last_at < clock_timestamp() - interval '1 day' THEN 1 ELSE known.misses + 1 END`;
  const wait = sql`CASE WHEN ${misses} < ${FREE_MISSES} THEN 0
    ELSE least(${LONGEST_WAIT}, power(2, least(10, ${misses} - ${FREE_MISSES}))) END`;
  const { rowCount } = await db.execute(sql`
    INSERT INTO ${loginMiss} AS known (key, misses, blocked_until, last_at)
      VALUES (${key}, 1, clock_timestamp(), clock_timestamp())
    ON CONFLICT (key) DO UPDATE SET misses = ${misses}, last_at = clock_timestamp(),
      blocked_until = clock_timestamp() + make_interval(secs => ${wait})
    WHERE known.blocked_until <= clock_timestamp()`);
  if (rowCount !== 1) await refuseUntilFree(db, key);
}

async function refuseUntilFree(db: Connection, key: string): Promise<never> {
  const [blocked] = await db
    .select({ wait: sql<number>`extract(epoch FROM ${loginMiss.blockedUntil} - clock_timestamp())::float` })
    .from(loginMiss)
    .where(eq(loginMiss.key, key));
  return refuse('too_many_attempts', { retryAfter: Math.max(1, Math.ceil(blocked?.wait ?? 1)) });
}

/** What could not be tried was no miss. */
async function uncountTry(db: Connection, key: string): Promise<void> {
  await db
    .update(loginMiss)
    .set({ misses: sql`${loginMiss.misses} - 1`, blockedUntil: sql`clock_timestamp()` })
    .where(eq(loginMiss.key, key));
}

async function forgetMisses(db: Connection, key: string): Promise<void> {
  await db.delete(loginMiss).where(eq(loginMiss.key, key));
}
