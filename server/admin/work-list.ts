import { sql } from 'drizzle-orm';
import type { WorkList } from '#contract/admin.ts';
import { dayInMalaysia, TIME_ZONE } from '#domain/dates.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { hasPermission, type StaffRole } from '#domain/staff.ts';
import { countLowStock } from '../catalogue/reorder.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import {
  bankStatementLine,
  emailMessage,
  ledgerEntry,
  order,
  orderEvent,
  paymentEvent,
  refund,
  ticket,
} from '../db/tables.ts';
import { reorderSettings } from './reorder.ts';
import { findRequestWork } from './request-work.ts';

type Counts = {
  placed: number;
  paid: number;
  packed: number;
  oldestPaid: Date | null;
  requested: number;
  approved: number;
  open: number;
  oldestTicket: Date | null;
  failedEmails: number;
  unmatched: number;
  openTransfers: number;
  surplus: number;
};

/** What waits for a member of staff, as far as their role may see it. */
export async function findWorkList({ db, settings }: Deps, role: StaffRole): Promise<WorkList> {
  const can = (permission: Parameters<typeof hasPermission>[1]) => hasPermission(role, permission);
  const [counts, requests, takings, lowStock] = await Promise.all([
    findCounts(db),
    findRequestWork(db, role),
    can('money.read') ? findTakings(db, dayInMalaysia(new Date().toISOString())) : undefined,
    can('stock.read') ? countLowStock(db, reorderSettings(settings).lowStock) : undefined,
  ]);
  return {
    ...(can('orders.read') && {
      orders: {
        placed: counts.placed,
        paid: counts.paid,
        packed: counts.packed,
        oldest_paid: isoOrNull(counts.oldestPaid),
      },
    }),
    ...(can('refunds.read') && { refunds: { requested: counts.requested, approved: counts.approved } }),
    ...(can('tickets.read') && { tickets: { open: counts.open, oldest: isoOrNull(counts.oldestTicket) } }),
    ...requests,
    ...(lowStock !== undefined && { low_stock: lowStock }),
    ...(can('tickets.read') && { failed_emails: counts.failedEmails }),
    ...(can('payments.write') && {
      unmatched_payments: counts.unmatched,
      transfers: { open: counts.openTransfers, surplus: counts.surplus },
    }),
    ...(takings && { takings }),
  };
}

const isoOrNull = (at: Date | null) => (at === null ? null : new Date(at).toISOString());

/** SQL, because it counts in several tables in one round trip, each by an index of what is open. */
async function findCounts(db: Database): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    SELECT
      (SELECT count(*)::int FROM ${order} WHERE state = 'placed') AS placed,
      (SELECT count(*)::int FROM ${order} WHERE state = 'paid') AS paid,
      (SELECT count(*)::int FROM ${order} WHERE state = 'packed') AS packed,
      (SELECT e.at FROM ${order} o JOIN ${orderEvent} e ON e.order_id = o.id AND e.state = 'paid'
        WHERE o.state = 'paid' ORDER BY o.id LIMIT 1) AS "oldestPaid",
      (SELECT count(*)::int FROM ${refund} WHERE state = 'requested') AS requested,
      (SELECT count(*)::int FROM ${refund} WHERE state = 'approved') AS approved,
      (SELECT count(*)::int FROM ${ticket} WHERE state = 'open') AS open,
      (SELECT min(updated_at) FROM ${ticket} WHERE state = 'open') AS "oldestTicket",
      (SELECT count(*)::int FROM ${emailMessage} WHERE dead_lettered_at IS NOT NULL) AS "failedEmails",
      (SELECT count(*)::int FROM ${paymentEvent} WHERE outcome = 'unmatched') AS unmatched,
      (SELECT count(*)::int FROM ${bankStatementLine} WHERE state = 'open') AS "openTransfers",
      (SELECT count(*)::int FROM ${bankStatementLine}
        WHERE state = 'booked' AND booked_amount < amount AND returned_at IS NULL) AS surplus`);
  return rows[0]!;
}

type Takings = NonNullable<WorkList['takings']>;
type TakingsRow = { name: keyof Takings; amount: number; before: number; orders: number };

/**
 * What was paid today, in the last 7 and in the last 30 days in Malaysia, less refunds, beside as many days before. SQL,
 * because three times are summed in one pass over the ledger.
 */
async function findTakings(db: Database, today: string): Promise<Takings> {
  const { rows } = await db.execute<TakingsRow>(sql`
    WITH period AS (SELECT name, days, (${today}::date + 1)::timestamp AT TIME ZONE ${TIME_ZONE} AS ends
      FROM (VALUES ('today', 1), ('week', 7), ('month', 30)) AS period (name, days)),
    entry AS (SELECT at, CASE kind WHEN 'refund' THEN amount ELSE -amount END AS amount, kind
      FROM ${ledgerEntry} WHERE (kind IN ('payment', 'refund') OR (kind = 'payout' AND refund_id IS NULL))
        AND at >= (${today}::date - 59)::timestamp AT TIME ZONE ${TIME_ZONE})
    SELECT name,
      coalesce(sum(amount) FILTER (WHERE at >= ends - make_interval(days => days)), 0)::bigint AS amount,
      coalesce(sum(amount) FILTER (WHERE at < ends - make_interval(days => days)), 0)::bigint AS before,
      (count(*) FILTER (WHERE kind = 'payment' AND at >= ends - make_interval(days => days)))::int AS orders
    FROM period LEFT JOIN entry ON at >= ends - make_interval(days => 2 * days) AND at < ends GROUP BY name`);
  return Object.fromEntries(
    rows.map(({ name, amount, before, orders }) => [
      name,
      { amount: ringgitFromSen(amount), before: ringgitFromSen(before), orders },
    ]),
  ) as Takings;
}
