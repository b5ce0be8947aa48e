import { and, count, eq, isNull, max } from 'drizzle-orm';
import type pg from 'pg';
import { MAX_DELISTED_PERCENT, type Delisting } from '#domain/catalogue/import-run.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { catalogueAnalyzer } from '../catalogue/analyze-catalogue.ts';
import type { Difference } from '../catalogue/difference.ts';
import { lockCatalogue, refusalReason, StoppedImportError } from '../catalogue/import-products.ts';
import { databaseOn, withUnlimitedClient, type ClientDatabase, type Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { onixRecord, variant } from '../db/tables.ts';
import { applyPlans } from './apply-plans.ts';
import { differenceOf } from './describe-record.ts';
import { emptyCounts, issueOf, tally, type OnixCounts, type OnixIssue, type Tallying } from './import-issues.ts';
import type { Message } from './open-message.ts';
import { readBatches, type IncomingRecord, type RecordBatch } from './read-batches.ts';
import { delists, planRecords, type Plan } from './plan-records.ts';

export type OnixImport = {
  isDryRun: boolean;
  /** Who imports: `operator`, or a member of staff by name. */
  actor: string;
  /** Called for every record that changes something, in a dry run. */
  onDifference: (difference: Difference) => void;
  onIssue: (issue: OnixIssue) => void;
  /** Runs a part of the work with a progress bar of this name. */
  withProgress: <T>(label: string, work: (onProgress: OnProgress) => Promise<T>) => Promise<T>;
  /** Called at the end of a dry run for each sender some of whose listed titles would leave the shop. */
  onDelisting?: (delisting: Delisting) => void;
  /** Asked before more than {@link MAX_DELISTED_PERCENT} percent of a sender's listed titles are taken out of the shop. */
  confirmDelists: (sender: string, delisted: number, listed: number) => Promise<boolean>;
  /** Aborted, the import ends after the batch in hand. */
  signal?: AbortSignal | undefined;
};

type OnProgress = (done: number, all: number) => void;

/** The operator did not confirm that many titles are taken out of the shop. */
export class UnconfirmedDelistsError extends Error {}

/**
 * Imports messages in their order. Where they could take too many titles out of the shop, all of them are read and compared with
 * the shop first, and nothing is written unless that is confirmed. Each batch of records is a transaction of its own, so that
 * an interrupted import is completed by repeating it, and a repeated one changes nothing.
 */
export function importOnix(
  connect: pg.ClientConfig,
  messages: readonly Message[],
  options: OnixImport,
): Promise<OnixCounts> {
  return withUnlimitedClient(connect, async (client) => {
    const db = databaseOn(client);
    const today = dayInMalaysia(new Date().toISOString());
    await reportGaps(db, messages, options);
    const limits = options.isDryRun ? new Map<string, number>() : await findLimits(db, messages);
    if (options.isDryRun || limits.size > 0) {
      const { counts, delisted } = await options.withProgress('Compared', (onProgress) =>
        compareMessages(db, messages, { ...options, today, onProgress, limits }),
      );
      if (options.isDryRun) {
        for (const [sender, number] of delisted)
          options.onDelisting?.({ sender, delisted: number, listed: await countListed(db, sender) });
        return counts;
      }
      for (const [sender, limit] of limits) {
        const number = delisted.get(sender) ?? 0;
        if (number > limit) await requireConfirmation(db, { sender, number, options });
      }
    }
    return options.withProgress('Imported', (onProgress) =>
      applyMessages(client, messages, { ...options, today, onProgress }),
    );
  });
}

/** How many titles may be delisted unasked, of the senders whose messages have more records than that. */
async function findLimits(db: Database, messages: readonly Message[]): Promise<Map<string, number>> {
  const limits = new Map<string, number>();
  for (const [sender, records] of countRecords(messages)) {
    const listed = await countListed(db, sender, { most: (records * 100) / MAX_DELISTED_PERCENT });
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

type Pass = OnixImport & { today: string; onProgress: OnProgress };

/**
 * What the messages would do, and how many listed titles of each sender they would take out of the shop. Where only that is
 * asked, the comparison ends as soon as the records that are left cannot exceed a limit any more.
 */
async function compareMessages(
  db: Database,
  messages: readonly Message[],
  { today, isDryRun, onProgress, signal, limits, ...options }: Pass & { limits: ReadonlyMap<string, number> },
): Promise<{ counts: OnixCounts; delisted: Map<string, number> }> {
  const counts = emptyCounts();
  const onIssue = isDryRun ? options.onIssue : () => {};
  const delisted = new Map<string, number>();
  const left = countRecords(messages);
  const isDecided = () =>
    [...limits].every(([sender, limit]) => (delisted.get(sender) ?? 0) + left.get(sender)! <= limit);
  for (const message of messages)
    for await (const batch of readBatches(message)) {
      if (signal?.aborted)
        throw new StoppedImportError('Stopped while the records were compared; nothing was changed.');
      beginBatch(batch, { counts, onIssue });
      for (const plan of await planRecords(db, message, { batch: batch.records, withData: isDryRun })) {
        tally(plan, message, { counts, today, onIssue });
        const difference = isDryRun ? differenceOf(plan, today) : undefined;
        if (difference) options.onDifference(difference);
        if (delists(plan, today)) delisted.set(message.sender, (delisted.get(message.sender) ?? 0) + 1);
      }
      left.set(message.sender, left.get(message.sender)! - batch.read);
      onProgress(counts.read, totalOf(messages, counts));
      if (!isDryRun && isDecided()) return { counts, delisted };
    }
  return { counts, delisted };
}

/** Counts what was read, and reports what could not be. */
function beginBatch({ read, rejected }: RecordBatch, { counts, onIssue }: Omit<Tallying, 'today'>): void {
  counts.read += read;
  counts.quarantined += rejected.length;
  for (const issue of rejected) onIssue({ kind: 'quarantined', code: 'invalid', ...issue });
}

function totalOf(messages: readonly Message[], { read }: OnixCounts): number {
  return Math.max(
    read,
    messages.reduce((sum, { records }) => sum + records, 0),
  );
}

/** Reports numbers of messages that a sender has used and the shop has not seen. */
async function reportGaps(db: Database, messages: readonly Message[], { onIssue }: OnixImport): Promise<void> {
  const last = new Map<string, number | null>();
  for (const { name, sender, number } of messages) {
    if (number === null) continue;
    const before = last.has(sender) ? last.get(sender)! : await findLastNumber(db, sender);
    if (before !== null && number > before + 1) {
      const reason = `It is message ${number} of ${sender}, and the last one was ${before}: some are missing.`;
      onIssue({ file: name, line: 1, reference: '', kind: 'review', code: 'missing_messages', reason });
    }
    last.set(sender, Math.max(number, before ?? 0));
  }
}

async function findLastNumber(db: Database, sender: string): Promise<number | null> {
  const [row] = await db
    .select({ last: max(onixRecord.messageNumber) })
    .from(onixRecord)
    .where(eq(onixRecord.sender, sender));
  return row?.last ?? null;
}

async function requireConfirmation(
  db: Database,
  { sender, number, options }: { sender: string; number: number; options: OnixImport },
): Promise<void> {
  const listed = await countListed(db, sender);
  if (number * 100 <= listed * MAX_DELISTED_PERCENT) return;
  if (await options.confirmDelists(sender, number, listed)) return;
  throw new UnconfirmedDelistsError(
    `${sender} would take ${number} of its ${listed} listed titles out of the shop. Nothing was changed.`,
  );
}

/** How many listed titles a sender has; no more are counted than `most`. */
async function countListed(db: Database, sender: string, { most = MAX_LISTED } = {}): Promise<number> {
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

async function applyMessages(client: pg.Client, messages: readonly Message[], pass: Pass): Promise<OnixCounts> {
  const counts = emptyCounts();
  const analyze = catalogueAnalyzer(client);
  const db = databaseOn(client);
  for (const message of messages)
    for await (const batch of readBatches(message)) {
      if (pass.signal?.aborted) throw stopped(counts, totalOf(messages, counts));
      beginBatch(batch, { counts, ...pass });
      const before = counts.added;
      for (const plan of await applyBatch(db, message, { ...pass, batch: batch.records }))
        tally(plan, message, { counts, ...pass });
      await analyze(counts.added - before);
      pass.onProgress(counts.read, totalOf(messages, counts));
    }
  await analyze(0, { isEnd: true });
  return counts;
}

function stopped({ read }: OnixCounts, all: number): StoppedImportError {
  return new StoppedImportError(
    `Stopped: ${read} of about ${all} records are dealt with, each completely. Run the same command again to go on.`,
  );
}

type BatchContext = Pick<Pass, 'actor' | 'today' | 'onIssue'> & { batch: readonly IncomingRecord[] };

/** Imports a batch in one transaction; one that the database refuses is halved until the record is found whose fault it is. */
async function applyBatch(db: ClientDatabase, message: Message, { batch, ...context }: BatchContext): Promise<Plan[]> {
  if (batch.length === 0) return [];
  const issues: OnixIssue[] = [];
  const { today } = context;
  try {
    const plans = await db.transaction(async (tx) => {
      await lockCatalogue(tx, { actor: context.actor, source: message.name });
      const planned = await planRecords(tx, message, { batch });
      const onReview = (plan: Plan, reason: string) =>
        issues.push(issueOf(message, plan.incoming, { kind: 'review', code: 'review', reason }));
      if (planned.some(({ kind }) => WRITING.has(kind)))
        await applyPlans(tx, message, { plans: planned, today, onReview });
      return planned;
    });
    issues.forEach(context.onIssue);
    return plans;
  } catch (error) {
    const reason = refusalReason(error);
    if (reason === undefined) throw error;
    if (batch.length === 1)
      return [{ kind: 'rejected', code: 'refused', reason, incoming: batch[0]!, stored: undefined }];
    const middle = batch.length >> 1;
    const first = await applyBatch(db, message, { ...context, batch: batch.slice(0, middle) });
    return [...first, ...(await applyBatch(db, message, { ...context, batch: batch.slice(middle) }))];
  }
}

const WRITING: ReadonlySet<Plan['kind']> = new Set(['added', 'changed', 'delisted', 'confirmed']);
