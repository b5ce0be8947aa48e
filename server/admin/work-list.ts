import { and, gt, lte, sql } from 'drizzle-orm';
import type { WorkList } from '#contract/admin.ts';
import { addDays, dayInMalaysia } from '#domain/dates.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { hasPermission, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';
import { countLowStock } from '../catalogue/reorder.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import {
  bankStatementLine,
  emailMessage,
  order,
  orderEvent,
  paymentEvent,
  refund,
  takingsDay,
  ticket,
} from '../db/tables.ts';
import { keepFor, shareRuns } from '../share-runs.ts';
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

/**
 * What waits for a member of staff, as far as their role may see it. A change in the shop has every open home page ask at once: each role's
 * pages share what is read. How many formats are low takes longer than all the rest, and is kept for some seconds.
 */
export function openWorkList(deps: Deps): (role: StaffRole) => Promise<WorkList> {
  const lowStock = keepFor(LOW_STOCK_MS, () => countLowStock(deps.db, reorderSettings(deps.settings).lowStock));
  const readers = new Map(STAFF_ROLES.map((role) => [role, shareRuns(() => findWorkList(deps, role, lowStock))]));
  return (role) => readers.get(role)!();
}

const LOW_STOCK_MS = 10_000;

async function findWorkList(
  { preparedDb: db }: Deps,
  role: StaffRole,
  countLow: () => Promise<number>,
): Promise<WorkList> {
  const can = (permission: Parameters<typeof hasPermission>[1]) => hasPermission(role, permission);
  const [counts, requests, takings, lowStock] = await Promise.all([
    findCounts(db),
    findRequestWork(db, role),
    can('money.read') ? findTakings(db, dayInMalaysia(new Date().toISOString())) : undefined,
    can('stock.read') ? countLow() : undefined,
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

/** Days whose takings are summed up, and set beside those of as many days before. */
const PERIODS = { today: 1, week: 7, month: 30 } as const satisfies Record<keyof Takings, number>;

/** What was paid today, in the last 7 and in the last 30 days in Malaysia, less refunds, beside as many days before. */
async function findTakings(db: Database, today: string): Promise<Takings> {
  const rows = await db
    .select()
    .from(takingsDay)
    .where(and(gt(takingsDay.day, addDays(today, -2 * PERIODS.month)), lte(takingsDay.day, today)));
  const sumUp = (after: string, to: string) => {
    const within = rows.filter(({ day }) => day > after && day <= to);
    const amount = within.reduce((sum, { received, refunded }) => sum + received - refunded, 0);
    return { amount: ringgitFromSen(amount), orders: within.reduce((sum, { payments }) => sum + payments, 0) };
  };
  const takingsOf = (days: number) => {
    const begin = addDays(today, -days);
    return { ...sumUp(begin, today), before: sumUp(addDays(begin, -days), begin).amount };
  };
  return { today: takingsOf(PERIODS.today), week: takingsOf(PERIODS.week), month: takingsOf(PERIODS.month) };
}
