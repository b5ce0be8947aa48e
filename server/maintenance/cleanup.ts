import { and, eq, gt, inArray, isNotNull, lt, ne, notLike, or, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { ALERT_CONFIRMATION_HOURS, SENT_ALERT_DAYS } from '#domain/alert.ts';
import { ANSWERED_REQUEST_DAYS, FULFILLED_REQUEST_DAYS } from '#domain/title-request.ts';
import { KEPT_INVITATION_DAYS } from '#domain/staff.ts';
import { findAuditHead } from '../audit/audit.ts';
import { databaseOn, withUnlimitedClient, type ClientDatabase } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import {
  availabilityAlert,
  customer,
  idempotency,
  inboundEmail,
  knownDevice,
  loginAttempt,
  order,
  paymentEvent,
  productChange,
  session,
  staffInvitation,
  usedNonce,
  titleRequest,
  webauthnChallenge,
} from '../db/tables.ts';
import { deleteExpiredCounters } from '../limits.ts';
import { deleteOldReturnPhotos } from '../orders/returns/return-photos.ts';
import { isAnonymizable, anonymizeCustomer } from '../privacy/anonymize-customer.ts';

/** Rows per statement, so that none locks many rows. */
const BATCH_SIZE = 1000;

const MAINTENANCE_STEPS = {
  sessions: (db) =>
    deleteInBatches(db, session, or(lt(session.endedAt, ago('90 days')), lt(session.expiresAt, ago('90 days')))),
  idempotencyKeys: (db) => deleteInBatches(db, idempotency, lt(idempotency.createdAt, ago('1 day'))),
  paymentEvents: (db) =>
    deleteInBatches(db, paymentEvent, and(lt(paymentEvent.at, ago('90 days')), ne(paymentEvent.outcome, 'unmatched'))),
  unconfirmedAlerts: (db) => deleteUnconfirmed(db, availabilityAlert),
  unconfirmedRequests: (db) => deleteUnconfirmed(db, titleRequest),
  sentAlerts: (db) =>
    deleteInBatches(db, availabilityAlert, lt(availabilityAlert.sentAt, ago(`${SENT_ALERT_DAYS} days`))),
  finishedRequests: (db) =>
    deleteInBatches(
      db,
      titleRequest,
      or(
        and(eq(titleRequest.state, 'fulfilled'), lt(titleRequest.changedAt, ago(`${FULFILLED_REQUEST_DAYS} days`))),
        and(eq(titleRequest.state, 'answered'), lt(titleRequest.changedAt, ago(`${ANSWERED_REQUEST_DAYS} days`))),
      ),
    ),
  productChanges: (db) => deleteInBatches(db, productChange, lt(productChange.changedAt, ago('2 days'))),
  knownDevices: (db) => deleteInBatches(db, knownDevice, lt(knownDevice.lastSeenAt, ago('400 days'))),
  challenges: (db) => deleteInBatches(db, webauthnChallenge, lt(webauthnChallenge.expiresAt, sql`now()`)),
  staffInvitations: (db) =>
    deleteInBatches(db, staffInvitation, lt(staffInvitation.expiresAt, ago(`${KEPT_INVITATION_DAYS} days`))),
  inboundEmails: (db) => deleteInBatches(db, inboundEmail, lt(inboundEmail.at, ago('90 days'))),
  returnPhotos: deleteOldReturnPhotos,
  nonces: (db) => deleteInBatches(db, usedNonce, lt(usedNonce.expiresAt, sql`now()`)),
  loginAttempts: (db) => deleteInBatches(db, loginAttempt, lt(loginAttempt.lastFailedAt, ago('1 day'))),
  counters: deleteExpiredCounters,
  deletedAccounts: anonymizeDeletedAccounts,
  auditHead: findAuditHead,
} satisfies Record<string, (db: ClientDatabase) => Promise<number | string>>;

type MaintenanceStep = keyof typeof MAINTENANCE_STEPS;

/** The number of deleted rows by step, for the log; nothing of a step that failed. */
export type MaintenanceResult = Partial<Record<MaintenanceStep, number | string>>;

/**
 * Deletes expired data: sessions that ended 90 days ago, payment events 90 days old, idempotency keys after a day, counters,
 * and what is left of deleted accounts (orders that were delivered since, requests that were still running). Idempotent. A
 * step that fails is reported to `onError`; the others run all the same.
 */
export function runMaintenance(connect: pg.ClientConfig, onError: (error: Error) => void): Promise<MaintenanceResult> {
  return withUnlimitedClient(connect, async (client) => {
    const db = databaseOn(client);
    const done: MaintenanceResult = {};
    for (const [step, run] of Object.entries(MAINTENANCE_STEPS) as [
      MaintenanceStep,
      (typeof MAINTENANCE_STEPS)[MaintenanceStep],
    ][]) {
      try {
        done[step] = await run(db);
      } catch (error) {
        onError(new Error(`The maintenance step ${step} failed.`, { cause: error }));
      }
    }
    return done;
  });
}

function ago(interval: string): SQL {
  return sql`now() - ${interval}::interval`;
}

/** Deletes the matching rows of a table in batches. Returns their number. */
async function deleteInBatches(db: ClientDatabase, table: PgTable, fits: SQL | undefined): Promise<number> {
  let all = 0;
  for (let done = BATCH_SIZE; done === BATCH_SIZE; all += done) {
    const some = subquery
      .select({ row: sql`ctid` })
      .from(table)
      .where(fits)
      .limit(BATCH_SIZE);
    const { rowCount } = await db.delete(table).where(and(sql`ctid = ANY (ARRAY ${some})`, fits));
    done = rowCount ?? 0;
  }
  return all;
}

/** Deletes what its guest did not confirm in time. */
function deleteUnconfirmed(db: ClientDatabase, table: typeof availabilityAlert | typeof titleRequest): Promise<number> {
  const isLate = lt(table.createdAt, ago(`${ALERT_CONFIRMATION_HOURS} hours`));
  return deleteInBatches(db, table, and(eq(table.state, 'pending'), isLate));
}

/** Anonymizes accounts deleted in the last two days, and those with an order that was delivered since their deletion. */
async function anonymizeDeletedAccounts(db: ClientDatabase): Promise<number> {
  const isNamed = notLike(order.email, '%@deleted.invalid');
  const arrived = db.select({ id: order.customerId }).from(order).where(and(isAnonymizable, isNamed));
  const isRecent = gt(customer.deletedAt, sql`now() - interval '2 days'`);
  const people = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(isNotNull(customer.deletedAt), or(isRecent, inArray(customer.id, arrived))));
  for (const { id } of people) await db.transaction((tx) => anonymizeCustomer(tx, id, []));
  return people.length;
}
