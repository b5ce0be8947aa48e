import { sql } from 'drizzle-orm';
import type { RateClass } from '#contract/endpoint.ts';
import type { Database } from '../db/connection.ts';
import { rateCounter } from '../db/tables.ts';
import { refuse } from '../refuse.ts';

/** `count` calls in `seconds`; with `missesOnly` a success gives its credit back. */
type Limit = { count: number; seconds: number; missesOnly?: true };

/** What is counted beside the calls' own classes, per account, mailbox or session. */
export type LimitName =
  | RateClass
  | 'customer-order'
  | 'guest-order'
  | 'mailbox'
  | 'session-refresh'
  | 'new-ticket'
  | 'ticket-reply'
  | 'customer-coupon'
  | 'report';

/** Classes that count a signed-in customer instead of the address: many may share one. */
export const CUSTOMER_CLASSES: Partial<Record<RateClass, LimitName>> = { order: 'customer-order' };

/** Calls' classes count per address of the caller (IPv6 by /64); security page, "Limits". */
const LIMITS: Record<LimitName, readonly Limit[]> = {
  none: [],
  browse: [{ count: 300, seconds: 60 }],
  'sign-in': [
    { count: 20, seconds: 60, missesOnly: true },
    { count: 100, seconds: 3600, missesOnly: true },
  ],
  register: [{ count: 30, seconds: 3600 }],
  'mail-link': [{ count: 30, seconds: 3600 }],
  'forgot-password': [{ count: 10, seconds: 3600 }],
  refresh: [{ count: 20, seconds: 60, missesOnly: true }],
  coupon: [
    { count: 10, seconds: 60, missesOnly: true },
    { count: 60, seconds: 3600, missesOnly: true },
  ],
  order: [{ count: 20, seconds: 600 }],
  receipt: [{ count: 30, seconds: 60 }],
  write: [{ count: 120, seconds: 60 }],
  'customer-coupon': [
    { count: 10, seconds: 60, missesOnly: true },
    { count: 60, seconds: 3600, missesOnly: true },
  ],
  report: [{ count: 30, seconds: 60 }],
  'customer-order': [{ count: 20, seconds: 600 }],
  'guest-order': [{ count: 10, seconds: 3600 }],
  mailbox: [{ count: 3, seconds: 3600 }],
  'session-refresh': [{ count: 30, seconds: 60 }],
  'new-ticket': [
    { count: 20, seconds: 86_400 },
    { count: 5, seconds: 60 },
  ],
  'ticket-reply': [
    { count: 60, seconds: 86_400 },
    { count: 5, seconds: 60 },
  ],
};

/** Takes a credit of a subject, refusing with `too_many_requests` where none is left; answers how to give it back. */
export type TakeCredit = (limit: LimitName, subject: string) => Promise<() => Promise<void>>;

/** After so many counted calls the counters that have run out are swept away. */
const SWEEP_EVERY = 1000;

/** Limits counted in PostgreSQL, so that all servers share them. */
export function limitsIn(db: Database): TakeCredit {
  let counts = 0;
  return async (name, subject) => {
    const limits = LIMITS[name];
    if (limits.length === 0) return async () => {};
    counts += 1;
    if (counts % SWEEP_EVERY === 0) await sweepCounters(db);
    const keys = limits.map((limit) => `${name}:${limit.seconds}:${subject}`);
    const counted = await countAll(db, keys, limits);
    const spent = counted.find((counter, index) => counter.count > limits[index]!.count);
    if (spent) refuse('too_many_requests', { retryAfter: Math.max(1, Math.ceil(spent.wait)) });
    return async () =>
      giveBack(
        db,
        keys.filter((_, index) => limits[index]!.missesOnly),
      );
  };
}

/** No limits at all: for load tests, with `RATE_LIMITS=off`. */
export const withoutLimits: TakeCredit = async () => async () => {};

/** Who a limit counts: an IPv4 address, or the /64 network of an IPv6 one. */
export function limitSubject(ip: string): string {
  const mapped = ip.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i);
  if (mapped) return mapped[1]!;
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const front = head ? head.split(':') : [];
  const zeros = ip.includes('::') ? 8 - front.length - (tail ? tail.split(':').length : 0) : 0;
  return [...front, ...Array<string>(zeros).fill('0'), ...(tail ? tail.split(':') : [])].slice(0, 4).join(':');
}

async function countAll(db: Database, keys: readonly string[], limits: readonly Limit[]) {
  const rows = sql.join(
    keys.map((key, index) => sql`(${key}, 1, now() + make_interval(secs => ${limits[index]!.seconds}))`),
    sql`, `,
  );
  const { rows: counted } = await db.execute<{ key: string; count: number; wait: number }>(sql`
    INSERT INTO ${rateCounter} AS counter (key, count, window_ends_at) VALUES ${rows}
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN counter.window_ends_at <= now() THEN 1 ELSE counter.count + 1 END,
      window_ends_at = CASE WHEN counter.window_ends_at <= now() THEN excluded.window_ends_at ELSE counter.window_ends_at END
    RETURNING key, count, extract(epoch FROM window_ends_at - now())::float AS wait`);
  return keys.map((key) => counted.find((row) => row.key === key)!);
}

/** Deletes counters whose time is over, but for those that somebody is counting on right now; answers how many. */
export async function sweepCounters(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`DELETE FROM ${rateCounter} WHERE key IN (
    SELECT key FROM ${rateCounter} WHERE window_ends_at < now() LIMIT 5000 FOR UPDATE SKIP LOCKED)`);
  return rowCount ?? 0;
}

async function giveBack(db: Database, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.execute(sql`UPDATE ${rateCounter} SET count = greatest(0, count - 1) WHERE key IN ${keys}`);
}
