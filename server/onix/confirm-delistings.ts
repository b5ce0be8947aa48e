import { and, count, eq, isNull } from 'drizzle-orm';
import { MAX_DELISTED_PERCENT } from '#domain/catalogue/import-run.ts';
import { StoppedImportError } from '../catalogue/import-products.ts';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { onixRecord, variant } from '../db/tables.ts';
import type { BatchesTwice } from './batches-twice.ts';
import { totalRecords, type Message } from './open-message.ts';
import { delists, planRecords } from './plan-records.ts';

/* A message may take most of what its sender has out of the shop by mistake. */

export type OnProgress = (done: number, all: number) => void;

export type Confirming = {
  /** Runs a part of the work with a progress bar of this name. */
  withProgress: <T>(label: string, work: (onProgress: OnProgress) => Promise<T>) => Promise<T>;
  /** Asked before more than {@link MAX_DELISTED_PERCENT} percent of a sender's listed titles are taken out of the shop. */
  confirmDelists: (sender: string, delisted: number, listed: number) => Promise<boolean>;
  /** Aborted, the import ends after the batch in hand. */
  signal?: AbortSignal | undefined;
};

/** The operator did not confirm that many titles are taken out of the shop. */
export class UnconfirmedDelistsError extends Error {}

/**
 * Compares messages with the shop where they have so many records that they could delist more titles than they may unasked. Throws
 * {@link UnconfirmedDelistsError} where they would, and nobody confirms it.
 */
export async function confirmDelistings(
  db: Database,
  readings: readonly BatchesTwice[],
  options: Confirming & { today: string },
): Promise<void> {
  const limits = await findLimits(
    db,
    readings.map(({ message }) => message),
  );
  if (limits.size === 0) return;
  const delisted = await options.withProgress('Compared', (onProgress) =>
    countDelistings(db, readings, { ...options, limits, onProgress }),
  );
  for (const [sender, limit] of limits) {
    const number = delisted.get(sender) ?? 0;
    if (number > limit) await requireConfirmation(db, { sender, number, options });
  }
}

/** To count the 20 titles that let one more be delisted takes longer than to compare a record. */
const MOST_COUNTED = 20_000;

/** How many titles may be delisted unasked, at least, of the senders whose messages have more records than that. */
async function findLimits(db: Database, messages: readonly Message[]): Promise<Map<string, number>> {
  const limits = new Map<string, number>();
  for (const [sender, records] of countRecords(messages)) {
    const most = Math.min((records * 100) / MAX_DELISTED_PERCENT, MOST_COUNTED);
    const listed = await countListed(db, sender, { most });
    const limit = (listed * MAX_DELISTED_PERCENT) / 100;
    if (listed > 0 && records > limit) limits.set(sender, limit);
  }
  return limits;
}

function countRecords(messages: readonly Message[]): Map<string, number> {
  const records = new Map<string, number>();
  for (const message of messages) records.set(message.sender, (records.get(message.sender) ?? 0) + message.records);
  return records;
}

type Counting = Pick<Confirming, 'signal'> & {
  today: string;
  limits: ReadonlyMap<string, number>;
  onProgress: OnProgress;
};

/**
 * How many listed titles of each sender the messages would take out of the shop. The comparison ends as soon as the records that are
 * left cannot exceed a limit any more.
 */
async function countDelistings(
  db: Database,
  readings: readonly BatchesTwice[],
  { today, onProgress, signal, limits }: Counting,
): Promise<ReadonlyMap<string, number>> {
  const messages = readings.map(({ message }) => message);
  const delisted = new Map<string, number>();
  const left = countRecords(messages);
  let read = 0;
  const isDecided = () =>
    [...limits].every(([sender, limit]) => (delisted.get(sender) ?? 0) + left.get(sender)! <= limit);
  for (const reading of readings)
    for await (const batch of reading.first()) {
      requireGoingOn(signal);
      const { message } = reading;
      const { sender } = message;
      const plans = await planRecords(db, message, { batch: batch.records });
      const count = plans.filter((plan) => delists(plan, today)).length;
      delisted.set(sender, (delisted.get(sender) ?? 0) + count);
      left.set(sender, left.get(sender)! - batch.read);
      onProgress((read += batch.read), totalRecords(messages, read));
      if (isDecided()) return delisted;
    }
  return delisted;
}

async function requireConfirmation(
  db: Database,
  { sender, number, options }: { sender: string; number: number; options: Confirming },
): Promise<void> {
  const listed = await countListed(db, sender);
  if (number * 100 <= listed * MAX_DELISTED_PERCENT) return;
  if (await options.confirmDelists(sender, number, listed)) return;
  throw new UnconfirmedDelistsError(
    `${sender} would take ${number} of its ${listed} listed titles out of the shop. Nothing was changed.`,
  );
}

/** How many listed titles a sender has; no more are counted than `most`. */
export async function countListed(db: Database, sender: string, { most = MAX_LISTED } = {}): Promise<number> {
  const listed = subquery
    .select({ id: onixRecord.id })
    .from(onixRecord)
    .innerJoin(variant, and(eq(variant.id, onixRecord.variantId), eq(variant.isListed, true)))
    .where(and(eq(onixRecord.sender, sender), isNull(onixRecord.deletedAt)))
    .limit(Math.min(most, MAX_LISTED))
    .as('listed');
  const [row] = await db.select({ listed: count() }).from(listed);
  return row!.listed;
}

/** More than a sender has. */
const MAX_LISTED = 2 ** 31 - 1;

/** Throws {@link StoppedImportError} where an import is to stop before it has written anything. */
export function requireGoingOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new StoppedImportError('Stopped while the records were compared; nothing was changed.');
}
