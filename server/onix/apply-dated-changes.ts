import { and, inArray, isNull, lte } from 'drizzle-orm';
import type pg from 'pg';
import { dayAfter } from '#domain/dates.ts';
import { lockCatalogue, refusalReason } from '../catalogue/import-products.ts';
import { databaseOn, withUnlimitedClient, type ClientDatabase, type Database } from '../db/connection.ts';
import { onixRecord } from '../db/tables.ts';
import { findChanges, writeChanges } from './apply-plans.ts';
import type { Message } from './open-message.ts';
import type { Plan } from './plan-records.ts';

export type DatedChanges = {
  /** The day in Malaysia. */
  today: string;
  /** Called for each record that the database refuses; it is tried again on the next day. */
  onError: (error: Error) => void;
};

/** Records per transaction. */
const BATCH_SIZE = 500;

/**
 * Applies the stored records whose day of change has come anew: their prices that began or ended, their embargoes that ended.
 * Orders keep what they were placed at. Returns the number of records; a second run finds none. Several servers may run it
 * at once; a connection of its own waits for an import's batch as long as that takes.
 */
export function applyDatedChanges(connect: pg.ClientConfig, { today, onError }: DatedChanges): Promise<number> {
  return withUnlimitedClient(connect, async (client) => {
    const db = databaseOn(client);
    for (let applied = 0; ;) {
      const ids = await listDueRecords(db, today);
      if (ids.length === 0) return applied;
      applied += await applyOrPostpone(db, ids, { today, onError });
    }
  });
}

const isDue = (today: string) => and(lte(onixRecord.nextChangeOn, today), isNull(onixRecord.deletedAt));

async function listDueRecords(db: Database, today: string): Promise<number[]> {
  const rows = await db
    .select({ id: onixRecord.id })
    .from(onixRecord)
    .where(isDue(today))
    .orderBy(onixRecord.nextChangeOn, onixRecord.id)
    .limit(BATCH_SIZE);
  return rows.map(({ id }) => id);
}

/** Applies records in one transaction; those that the database refuses are halved until the record is found whose fault it is. */
async function applyOrPostpone(
  db: ClientDatabase,
  ids: readonly number[],
  { today, onError }: DatedChanges,
): Promise<number> {
  try {
    return await db.transaction((tx) => applyRecords(tx, ids, today));
  } catch (error) {
    if (refusalReason(error) === undefined) throw error;
    if (ids.length > 1) {
      const middle = ids.length >> 1;
      const first = await applyOrPostpone(db, ids.slice(0, middle), { today, onError });
      return first + (await applyOrPostpone(db, ids.slice(middle), { today, onError }));
    }
    const nextChangeOn = dayAfter(today);
    await db
      .update(onixRecord)
      .set({ nextChangeOn })
      .where(inArray(onixRecord.id, [...ids]));
    onError(new Error(`The price of today of the ONIX record ${ids.join()} cannot be applied.`, { cause: error }));
    return 0;
  }
}

/** Under the lock of imports, so that a record is as its last message left it. */
async function applyRecords(tx: Database, ids: readonly number[], today: string): Promise<number> {
  await lockCatalogue(tx, { actor: 'shop' });
  const rows = await tx
    .select()
    .from(onixRecord)
    .where(and(inArray(onixRecord.id, [...ids]), isDue(today)))
    .orderBy(onixRecord.id);
  const byMessage = Map.groupBy(rows, ({ sender, messageHash, sentAt }) => [sender, messageHash, +sentAt].join('\n'));
  for (const records of byMessage.values()) {
    const plans = records.map(planToApply);
    const message = messageOf(records[0]!);
    const changes = await findChanges(tx, message, { plans, today, onReview: () => {} });
    await writeChanges(tx, message, { changes, today });
  }
  return rows.length;
}

type StoredRow = typeof onixRecord.$inferSelect;

/** The message that a record came with last: applying the record leaves its place among messages as it is. */
function messageOf({ sender, sentAt, messageNumber, messageHash }: StoredRow): Message {
  const defaults = { language: null, priceType: null, currency: null };
  return {
    file: '',
    name: '',
    sender,
    shopId: null,
    sentAt,
    number: messageNumber,
    hash: messageHash,
    records: 0,
    defaults,
  };
}

function planToApply(row: StoredRow): Plan {
  const { data, dataHash: hash, reference, position } = row;
  const json = JSON.stringify(data);
  const { notification } = data;
  const incoming = { reference, notification, json, hash, notes: [], unknownCodes: [], line: 0, position };
  return { kind: 'changed', record: data, json, hash, incoming, stored: { ...row, isListed: false } };
}
