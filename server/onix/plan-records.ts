import { and, eq, sql } from 'drizzle-orm';
import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import type { Database } from '../db/connection.ts';
import { isAmong } from '../db/subqueries.ts';
import { onixRecord, variant } from '../db/tables.ts';
import { NOTIFICATIONS } from './codes.ts';
import type { Message } from './open-message.ts';
import { evaluateOffer, isDescribed } from './offer.ts';
import { hashOf, type IncomingRecord } from './read-batches.ts';

/** What the shop has of a record. */
export type StoredRecord = Pick<
  typeof onixRecord.$inferSelect,
  'id' | 'sentAt' | 'messageNumber' | 'messageHash' | 'position' | 'dataHash' | 'deletedAt' | 'productId' | 'variantId'
> & {
  isListed: boolean;
  /** What it says; only for a partial update, or where it is asked for. */
  data?: OnixRecord;
};

/**
 * What becomes of a record: `added`, `changed` and `delisted` write; `confirmed` is the same in a newer message; `outdated`
 * is older than what the shop has; `ignored` is not for shops; `rejected` cannot be applied.
 */
export type Plan = { incoming: IncomingRecord; stored: StoredRecord | undefined } & (
  | { kind: 'added' | 'changed'; readonly record: OnixRecord; json: string; hash: string }
  | { kind: 'delisted' | 'confirmed' | 'unchanged' | 'outdated' | 'ignored' }
  | { kind: 'rejected'; code: 'refused' | 'nothing_to_update'; reason: string }
);

export type SavingPlan = Extract<Plan, { kind: 'added' | 'changed' }>;

/** Decides what becomes of a batch's records, each with a reference of its own, without writing. */
export async function planRecords(
  db: Database,
  message: Message,
  { batch, withData = false }: { batch: readonly IncomingRecord[]; withData?: boolean },
): Promise<Plan[]> {
  const stored = await listStoredRecords(db, message.sender, batch);
  const isRead = ({ notification }: IncomingRecord) => withData || notification === NOTIFICATIONS.update;
  await addData(
    db,
    batch.filter(isRead).flatMap(({ reference }) => stored.get(reference) ?? []),
  );
  return batch.map((one) => planRecord(message, one, stored.get(one.reference)));
}

async function listStoredRecords(
  db: Database,
  sender: string,
  incoming: readonly IncomingRecord[],
): Promise<Map<string, StoredRecord>> {
  const { id, reference, sentAt, messageNumber, messageHash, position, dataHash, deletedAt } = onixRecord;
  const { productId, variantId } = onixRecord;
  const references = incoming.map((one) => one.reference);
  const isListed = sql<boolean>`coalesce(${variant.isListed} AND ${deletedAt} IS NULL, false)`;
  const place = { sentAt, messageNumber, messageHash, position };
  const rows = await db
    .select({ id, reference, ...place, dataHash, deletedAt, productId, variantId, isListed })
    .from(onixRecord)
    .leftJoin(variant, eq(variant.id, variantId))
    .where(and(eq(onixRecord.sender, sender), isAmong(reference, references)));
  return new Map(rows.map((row) => [row.reference, row]));
}

async function addData(db: Database, records: readonly StoredRecord[]): Promise<void> {
  if (records.length === 0) return;
  const ids = records.map(({ id }) => id);
  const { id, data } = onixRecord;
  const rows = await db.select({ id, data }).from(onixRecord).where(isAmong(id, ids));
  const byId = new Map(rows.map((row) => [row.id, row.data]));
  for (const record of records) record.data = byId.get(record.id)!;
}

function planRecord(message: Message, incoming: IncomingRecord, stored: StoredRecord | undefined): Plan {
  const { notification } = incoming;
  const about = { incoming, stored };
  if (NOTIFICATIONS.ignored.has(notification)) return { kind: 'ignored', ...about };
  if (stored && isOlder(message, incoming, stored)) return { kind: 'outdated', ...about };
  if (notification === NOTIFICATIONS.delete) return planDeletion(about);
  const isPartial = notification === NOTIFICATIONS.update;
  if (isPartial && (!stored || stored.deletedAt))
    return { kind: 'rejected', code: 'nothing_to_update', reason: NOTHING_TO_UPDATE, ...about };
  const { json, hash } = isPartial ? mergeBlocks(stored!.data!, incoming) : incoming;
  if (!stored || stored.dataHash !== hash || stored.deletedAt) return savingPlan(about, json, hash);
  const isSame = stored.messageHash === message.hash && stored.position === incoming.position;
  const isNewer = message.sentAt > stored.sentAt;
  return { kind: isNewer && !isSame ? 'confirmed' : 'unchanged', ...about };
}

type About = Pick<Plan, 'incoming' | 'stored'>;

/** Its record is read when it is asked for: a comparison needs only those of what is on sale. */
function savingPlan(about: About, json: string, hash: string): SavingPlan {
  let record: OnixRecord | undefined;
  return {
    kind: about.stored ? 'changed' : 'added',
    json,
    hash,
    ...about,
    get record() {
      return (record ??= JSON.parse(json) as OnixRecord);
    },
  };
}

const NOTHING_TO_UPDATE = 'It is a partial update of a record that the shop does not have.';

function planDeletion(about: About): Plan {
  if (!about.stored) return { kind: 'ignored', ...about };
  return { kind: about.stored.deletedAt ? 'unchanged' : 'delisted', ...about };
}

/** Whether what the shop has came later: by time, within one message by place, else by the messages' numbers. */
function isOlder(message: Message, { position }: IncomingRecord, stored: StoredRecord): boolean {
  const difference = message.sentAt.getTime() - stored.sentAt.getTime();
  if (difference !== 0) return difference < 0;
  if (message.hash === stored.messageHash) return position < stored.position;
  return message.number !== null && stored.messageNumber !== null && message.number < stored.messageNumber;
}

/** A record whose blocks are replaced by those of a partial update. */
function mergeBlocks(stored: OnixRecord, incoming: IncomingRecord): Pick<IncomingRecord, 'json' | 'hash'> {
  const update = JSON.parse(incoming.json) as OnixRecord;
  const hasIdentifiers = update.identifiers.length > 0;
  const json = JSON.stringify({
    ...stored,
    ...(hasIdentifiers && { identifiers: update.identifiers, isbn: update.isbn }),
    descriptive: update.descriptive ?? stored.descriptive,
    collateral: update.collateral ?? stored.collateral,
    publishing: update.publishing ?? stored.publishing,
    related: update.related ?? stored.related,
    supply: update.supply ?? stored.supply,
  });
  return { json, hash: hashOf(json) };
}

/** Whether a plan takes a variant out of the shop that is in it. */
export function delists(plan: Plan, today: string): boolean {
  if (!plan.stored?.isListed) return false;
  if (plan.kind === 'delisted') return true;
  if (plan.kind !== 'changed' || !isDescribed(plan.record)) return false;
  return evaluateOffer(plan.record, today).heldBack !== null;
}
