import { and, gt, inArray, isNotNull, lt, ne, notLike, or, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { findAuditHead } from '../audit/audit-head.ts';
import { databaseOn, onPatientClient, type ClientDatabase } from '../db/connection.ts';
import { customer, idempotency, loginMiss, order, paymentEvent, session, spentNonce } from '../db/tables.ts';
import { sweepCounters } from '../http/limits.ts';
import { isOver } from '../privacy/erase-orders.ts';
import { erasePerson } from '../privacy/erase-person.ts';

/** Rows at a time: no statement holds many locks, however much has gathered. */
const AT_ONCE = 1000;

const STEPS = {
  sessions: (db) =>
    deleteAll(db, session, or(lt(session.endedAt, ago('90 days')), lt(session.expiresAt, ago('90 days')))),
  keys: (db) => deleteAll(db, idempotency, lt(idempotency.createdAt, ago('1 day'))),
  paymentEvents: (db) =>
    deleteAll(db, paymentEvent, and(lt(paymentEvent.at, ago('90 days')), ne(paymentEvent.outcome, 'unfit'))),
  nonces: (db) => deleteAll(db, spentNonce, lt(spentNonce.expiresAt, sql`now()`)),
  misses: (db) => deleteAll(db, loginMiss, lt(loginMiss.lastAt, ago('1 day'))),
  counters: sweepCounters,
  people: eraseLeftovers,
  auditHead: findAuditHead,
} satisfies Record<string, (db: ClientDatabase) => Promise<number | string>>;

type Step = keyof typeof STEPS;

/** What was put in order, for the log; nothing of a step that failed. */
export type Upkeep = Partial<Record<Step, number | string>>;

/**
 * Forgets what has served its time: sessions that ended 90 days ago, events of payments as long after they acted, keys of
 * orders after a day, counters, and what
 * was left of deleted accounts (orders that have arrived since, calls that were still running). Can be done at any
 * time and again. A step that fails is told to `onError`; the others are done all the same.
 */
export function runUpkeep(connect: pg.ClientConfig, onError: (error: Error) => void): Promise<Upkeep> {
  return onPatientClient(connect, async (client) => {
    const db = databaseOn(client);
    const done: Upkeep = {};
    for (const [step, run] of Object.entries(STEPS) as [Step, (typeof STEPS)[Step]][]) {
      try {
        done[step] = await run(db);
      } catch (error) {
        onError(new Error(`The upkeep of ${step} failed.`, { cause: error }));
      }
    }
    return done;
  });
}

function ago(interval: string): SQL {
  return sql`now() - ${interval}::interval`;
}

/** Deletes the rows of a table that fit, some at a time; answers how many there were. */
async function deleteAll(db: ClientDatabase, table: PgTable, fits: SQL | undefined): Promise<number> {
  let all = 0;
  for (let done = AT_ONCE; done === AT_ONCE; all += done) {
    const some = sql`SELECT ctid FROM ${table} WHERE ${fits} LIMIT ${AT_ONCE}`;
    const { rowCount } = await db.delete(table).where(sql`ctid = ANY (ARRAY (${some})) AND ${fits}`);
    done = rowCount ?? 0;
  }
  return all;
}

/** Accounts deleted since the day before yesterday, and those with an order that has arrived since. */
async function eraseLeftovers(db: ClientDatabase): Promise<number> {
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
