import { sql } from 'drizzle-orm';
import type { MonthSpending } from '#contract/dashboard.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { TIME_ZONE } from '#domain/time-zone.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry } from '../db/tables.ts';

const MONTHS = 12;

/** What a customer paid, less what went back at once and what was refunded, in each of the last twelve months in Malaysia, oldest first. */
export async function spendingByMonth(db: Database, customerId: string): Promise<MonthSpending[]> {
  const { rows } = await db.execute<{ month: string; amount: number }>(sql`
    WITH month AS (SELECT generate_series(this - interval '1 month' * ${MONTHS - 1}::int, this, interval '1 month') AS start
      FROM (SELECT date_trunc('month', now() AT TIME ZONE ${TIME_ZONE}) AS this) AS today)
    SELECT to_char(start, 'YYYY-MM') AS month, (SELECT
      coalesce(sum(CASE kind WHEN 'refund' THEN amount ELSE -amount END), 0)::bigint
      FROM ${ledgerEntry} WHERE customer_id = ${customerId}
        AND (kind IN ('payment', 'refund') OR (kind = 'payout' AND refund_id IS NULL))
        AND at >= start AT TIME ZONE ${TIME_ZONE} AND at < (start + interval '1 month') AT TIME ZONE ${TIME_ZONE}) AS amount
    FROM month ORDER BY start`);
  return rows.map(({ month, amount }) => ({ month, amount: ringgitFromSen(amount) }));
}
