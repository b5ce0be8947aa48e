import { getTableName, inArray, lt } from 'drizzle-orm';
import PQueue from 'p-queue';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateClass } from '#contract/endpoint.ts';
import type { Connection, Database } from './db/connection.ts';
import { rateCounter } from './db/tables.ts';
import { ApiError, throwApiError } from './api-error.ts';

/** `count` requests in `seconds`. From a rewardable window a request is taken off again when it succeeded: it counts failures. */
type RateLimit = { count: number; seconds: number; rewardable?: true };

/** The endpoints' own classes, and what is counted besides, per account, mailbox or session. */
export type RateLimitName =
  | RateClass
  | 'customer-order'
  | 'guest-order'
  | 'mailbox'
  | 'session-refresh'
  | 'new-ticket'
  | 'guest-ticket'
  | 'guest-quote'
  | 'return-photo'
  | 'profile-picture'
  | 'claim'
  | 'ticket-reply'
  | 'guest-alert'
  | 'review'
  | 'review-vote'
  | 'review-report'
  | 'customer-coupon';

/** Classes that count a signed-in customer instead of the IP address, which many customers may share. */
export const CUSTOMER_RATE_LIMITS: Partial<Record<RateClass, RateLimitName>> = {
  order: 'customer-order',
  read: 'read',
  export: 'export',
};

/** Endpoints' classes count per IP address of the client (IPv6 by /64); design page "Security", "Limits". */
const RATE_LIMITS: Record<RateLimitName, readonly RateLimit[]> = {
  none: [],
  browse: [{ count: 300, seconds: 60 }],
  'sign-in': [
    { count: 20, seconds: 60, rewardable: true },
    { count: 100, seconds: 3600, rewardable: true },
  ],
  passkey: [{ count: 60, seconds: 60 }],
  register: [{ count: 30, seconds: 3600 }],
  'mail-link': [{ count: 30, seconds: 3600 }],
  'inbound-email': [{ count: 30, seconds: 60, rewardable: true }],
  'forgot-password': [{ count: 10, seconds: 3600 }],
  refresh: [{ count: 20, seconds: 60, rewardable: true }],
  coupon: [
    { count: 10, seconds: 60, rewardable: true },
    { count: 60, seconds: 3600, rewardable: true },
  ],
  order: [{ count: 20, seconds: 600 }],
  receipt: [{ count: 30, seconds: 60 }],
  read: [{ count: 300, seconds: 60 }],
  export: [{ count: 10, seconds: 3600 }],
  write: [{ count: 120, seconds: 60 }],
  upload: [{ count: 600, seconds: 60 }],
  'customer-coupon': [
    { count: 10, seconds: 60, rewardable: true },
    { count: 60, seconds: 3600, rewardable: true },
  ],
  report: [{ count: 30, seconds: 60 }],
  'customer-order': [{ count: 20, seconds: 600 }],
  'guest-order': [{ count: 10, seconds: 3600, rewardable: true }],
  mailbox: [{ count: 3, seconds: 3600 }],
  'session-refresh': [{ count: 30, seconds: 60 }],
  'new-ticket': [
    { count: 20, seconds: 86_400 },
    { count: 5, seconds: 60 },
  ],
  'guest-ticket': [
    { count: 10, seconds: 86_400 },
    { count: 3, seconds: 3600 },
  ],
  'guest-quote': [{ count: 1, seconds: 3600 }],
  'guest-alert': [
    { count: 100, seconds: 86_400 },
    { count: 10, seconds: 60 },
  ],
  'return-photo': [
    { count: 30, seconds: 86_400 },
    { count: 6, seconds: 60 },
  ],
  'profile-picture': [
    { count: 30, seconds: 86_400 },
    { count: 6, seconds: 60 },
  ],
  claim: [
    { count: 20, seconds: 86_400 },
    { count: 5, seconds: 60 },
  ],
  'ticket-reply': [
    { count: 60, seconds: 86_400 },
    { count: 5, seconds: 60 },
  ],
  review: [
    { count: 30, seconds: 86_400 },
    { count: 6, seconds: 60 },
  ],
  'review-vote': [
    { count: 300, seconds: 86_400 },
    { count: 30, seconds: 60 },
  ],
  'review-report': [
    { count: 20, seconds: 86_400 },
    { count: 5, seconds: 60 },
  ],
};

/**
 * Counts one request of a subject; throws `too_many_requests` when any window of the limit is used up. Returns the
 * reward: a function that takes the request off the rewardable windows again.
 */
export type ConsumeRateLimit = (limit: RateLimitName, subject: string) => Promise<() => Promise<void>>;

/** Expired counters are deleted after so many requests, besides the nightly maintenance. */
const CLEANUP_INTERVAL = 1000;
const CLEANUP_BATCH = 5000;

/**
 * Rate limits counted in PostgreSQL, so that all servers share them. A subject that has used up a window is refused from
 * memory until the window ends, without a query; a rewardable window is not, because a success may still free it.
 */
export function databaseRateLimits(db: Connection): ConsumeRateLimit {
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([name, windows]) => [name, windows.map((one) => openLimiter(db, name, one))]),
  ) as Record<RateLimitName, WindowLimiter[]>;
  let consumed = 0;
  return async (name, subject) => {
    const windows = limiters[name];
    if (windows.length === 0) return async () => {};
    consumed += 1;
    if (consumed % CLEANUP_INTERVAL === 0) await deleteExpiredCounters(db);
    const windowEnds = await consumeAll(windows, subject);
    return async () => {
      const now = Date.now();
      const rewarded = windows.filter(({ isRewardable }, index) => isRewardable && now < windowEnds[index]!);
      await Promise.all(rewarded.map(({ limiter }) => limiter.reward(subject)));
    };
  };
}

type WindowLimiter = { limiter: RateLimiterPostgres; isRewardable: boolean };

function openLimiter(db: Connection, name: string, { count, seconds, rewardable }: RateLimit): WindowLimiter {
  const limiter = new RateLimiterPostgres({
    storeClient: db.$client,
    storeType: 'pool',
    tableName: getTableName(rateCounter),
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: `${name}:${seconds}`,
    points: count,
    duration: seconds,
    ...(!rewardable && { inMemoryBlockOnConsumed: count }),
  });
  return { limiter, isRewardable: rewardable === true };
}

/** Counts a request in every window at once; returns when each ends, in milliseconds since 1970. */
async function consumeAll(windows: readonly WindowLimiter[], subject: string): Promise<number[]> {
  const results = await Promise.allSettled(windows.map(({ limiter }) => consumeWindow(limiter, subject)));
  const exceeded = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  const failed = exceeded.find(({ reason }) => !(reason instanceof RateLimiterRes));
  if (failed) throw failed.reason;
  const waits = exceeded.map(({ reason }) => Math.ceil((reason as RateLimiterRes).msBeforeNext / 1000));
  if (waits.length > 0) throwApiError('too_many_requests', { retryAfter: Math.max(1, ...waits) });
  return results.map((result) => (result as PromiseFulfilledResult<number>).value);
}

async function consumeWindow(limiter: RateLimiterPostgres, subject: string): Promise<number> {
  const { msBeforeNext } = await limiter.consume(subject);
  return Date.now() + msBeforeNext;
}

/** Deletes counters whose window has ended, except those that a request is counting on right now; returns how many. */
export async function deleteExpiredCounters(db: Database): Promise<number> {
  const expired = db
    .select({ key: rateCounter.key })
    .from(rateCounter)
    .where(lt(rateCounter.expire, Date.now()))
    .limit(CLEANUP_BATCH)
    .for('update', { skipLocked: true });
  const { rowCount } = await db.delete(rateCounter).where(inArray(rateCounter.key, expired));
  return rowCount ?? 0;
}

/** No limits at all, with `RATE_LIMITS=off`: for load tests. */
export const noRateLimits: ConsumeRateLimit = async () => async () => {};

/** The subject of a limit for an IP address: an IPv4 address itself, of an IPv6 address its /64 network. */
export function rateLimitSubject(ip: string): string {
  const mapped = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i);
  if (mapped) return mapped[1]!;
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const front = head ? head.split(':') : [];
  const zeros = ip.includes('::') ? 8 - front.length - (tail ? tail.split(':').length : 0) : 0;
  return [...front, ...Array<string>(zeros).fill('0'), ...(tail ? tail.split(':') : [])].slice(0, 4).join(':');
}

/** The network of a subject: of IPv4 the /24, of IPv6 the /48. */
export function networkOf(subject: string): string {
  return subject.includes(':') ? subject.split(':').slice(0, 3).join(':') : subject.split('.').slice(0, 3).join('.');
}

/** Runs work within a concurrency limit; throws `busy` when there is no room for it. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

type ConcurrencySettings = { concurrency: number; maxWaiting: number; maxWaitSeconds: number };

/**
 * Runs at most `concurrency` jobs at once and lets at most `maxWaiting` wait, first in first out. Throws `busy` for a job
 * beyond that, and for one that has not started within `maxWaitSeconds`; a job that has started is never cut off.
 * Waiting here costs nothing; waiting inside the job, for a connection or a processor, would slow down every request.
 */
export function concurrencyLimit({ concurrency, maxWaiting, maxWaitSeconds }: ConcurrencySettings): ConcurrencyLimit {
  const queue = new PQueue({ concurrency });
  return async (work) => {
    if (queue.pending < concurrency) return queue.add(work);
    if (queue.size >= maxWaiting) throwApiError('busy', { retryAfter: 2 });
    const waiting = new AbortController();
    const deadline = setTimeout(() => waiting.abort(new ApiError('busy', { retryAfter: 2 })), maxWaitSeconds * 1000);
    const start = () => {
      clearTimeout(deadline);
      return work();
    };
    return queue.add(start, { signal: waiting.signal });
  };
}
