import { and, gt, inArray, isNotNull, lt, notLike, or, sql } from 'drizzle-orm';
import { findAuditHead } from '../audit/audit-head.ts';
import type { Connection } from '../db/connection.ts';
import { customer, idempotency, loginMiss, order, session, spentNonce } from '../db/tables.ts';
import { sweepCounters } from '../http/limits.ts';
import { isOver } from '../privacy/erase-orders.ts';
import { erasePerson } from '../privacy/erase-person.ts';

/** What was put in order, for the log. */
export type Upkeep = Record<'sessions' | 'keys' | 'nonces' | 'misses' | 'people', number> & { auditHead: string };

/** Rows at a time: no statement takes long, however much has gathered. */
const AT_ONCE = 1000;

/**
 * Forgets what has served its time: sessions that ended 90 days ago, keys of orders after a day, counters, and what
 * was left of deleted accounts (orders that have arrived since, calls that were still running). Can be done at any
 * time and again.
 */
export async function runUpkeep(db: Connection): Promise<Upkeep> {
  const isOld = or(
    lt(session.endedAt, sql`now() - interval '90 days'`),
    lt(session.expiresAt, sql`now() - interval '90 days'`),
  );
  const oldSessions = db.select({ id: session.id }).from(session).where(isOld).limit(AT_ONCE);
  const sessions = await untilNone(() => db.delete(session).where(inArray(session.id, oldSessions)));
  const isSpent = lt(idempotency.createdAt, sql`now() - interval '1 day'`);
  const { rowCount: keys } = await db.delete(idempotency).where(isSpent);
  const { rowCount: nonces } = await db.delete(spentNonce).where(lt(spentNonce.expiresAt, sql`now()`));
  const { rowCount: misses } = await db.delete(loginMiss).where(lt(loginMiss.lastAt, sql`now() - interval '1 day'`));
  await sweepCounters(db);
  const people = await eraseLeftovers(db);
  const auditHead = await findAuditHead(db);
  return { sessions, keys: keys ?? 0, nonces: nonces ?? 0, misses: misses ?? 0, people, auditHead };
}

async function untilNone(work: () => Promise<{ rowCount: number | null }>): Promise<number> {
  let all = 0;
  for (let done = AT_ONCE; done === AT_ONCE; all += done) done = (await work()).rowCount ?? 0;
  return all;
}

/** Accounts deleted since the day before yesterday, and those with an order that has arrived since. */
async function eraseLeftovers(db: Connection): Promise<number> {
  const stillNames = notLike(order.email, '%@deleted.invalid');
  const arrived = db.select({ id: order.customerId }).from(order).where(and(isOver, stillNames));
  const isRecent = gt(customer.deletedAt, sql`now() - interval '2 days'`);
  const people = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(isNotNull(customer.deletedAt), or(isRecent, inArray(customer.id, arrived))));
  for (const { id } of people) await db.transaction((tx) => erasePerson(tx, id, []));
  return people.length;
}
