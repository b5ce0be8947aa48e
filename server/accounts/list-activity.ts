import { and, desc, eq, inArray } from 'drizzle-orm';
import { ACTIVITY_EVENTS, type Activity } from '#contract/account.ts';
import type { Database } from '../db/connection.ts';
import { auditEntry } from '../db/tables.ts';

type Page = { page: number; limit: number };

/** What happened to a customer's account, newest first; orders and refunds tell of themselves. */
export async function listActivity(db: Database, customerId: string, { page, limit }: Page) {
  const told = and(eq(auditEntry.chain, customerId), inArray(auditEntry.event, [...ACTIVITY_EVENTS]));
  const rows = await db
    .select()
    .from(auditEntry)
    .where(told)
    .orderBy(desc(auditEntry.position))
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows: rows.map(activityOf), total: await db.$count(auditEntry, told), page };
}

function activityOf(entry: typeof auditEntry.$inferSelect): Activity {
  return {
    at: entry.at.toISOString(),
    event: entry.event as Activity['event'],
    by: entry.actor === 'customer' ? 'customer' : 'staff',
    ip: entry.ip,
    user_agent: entry.userAgent,
  };
}
