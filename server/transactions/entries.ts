import { sql, type SQL } from 'drizzle-orm';
import { TIME_ZONE } from '#domain/time-zone.ts';
import { ledgerEntry } from '../db/tables.ts';

export type Period = { from?: string | undefined; to?: string | undefined };

/**
 * A customer's entries, each with what they owed the shop after it (sen; negative: the shop owed them). `at` comes
 * first, the id parts what was written at once.
 */
export function entriesOf(customerId: string): SQL {
  return sql`SELECT id, order_id, refund_id, kind, method, amount, at,
      (sum(amount) OVER (ORDER BY at, id))::bigint AS balance
    FROM ${ledgerEntry} WHERE customer_id = ${customerId}`;
}

/** That `at` lies on one of the days of a period, both ends included. */
export function isWithin(at: SQL, { from, to }: Period): SQL {
  const since = from ? sql`${at} >= ${startOf(from)}` : sql`true`;
  return to ? sql`${since} AND ${at} < ${startOf(to, 1)}` : since;
}

/** The moment at which a day begins in Malaysia, or the day so many days later. */
export function startOf(day: string, later = 0): SQL {
  return sql`((${day}::date + ${later}::int)::timestamp AT TIME ZONE ${TIME_ZONE})`;
}
