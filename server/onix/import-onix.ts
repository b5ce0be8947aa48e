import { eq, max } from 'drizzle-orm';
import type pg from 'pg';
import type { Delisting } from '#domain/catalogue/import-run.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { catalogueAnalyzer } from '../catalogue/analyze-catalogue.ts';
import type { Difference } from '../catalogue/difference.ts';
import { StoppedImportError } from '../catalogue/import-products.ts';
import { withTextsBehind } from '../catalogue/search-texts.ts';
import { WRITERS } from '../catalogue/write-at-once.ts';
import { databaseOn, withUnlimitedClient, withUnlimitedClients, type Database } from '../db/connection.ts';
import { onixRecord } from '../db/tables.ts';
import { applyBatch } from './apply-batch.ts';
import { differenceOf } from './describe-record.ts';
import { emptyCounts, tally, type OnixCounts, type OnixIssue, type Tallying } from './import-issues.ts';
import { withBatchesTwice, type BatchesTwice } from './batches-twice.ts';
import {
  confirmDelistings,
  countListed,
  requireGoingOn,
  type Confirming,
  type OnProgress,
} from './confirm-delistings.ts';
import { totalRecords, type Message } from './open-message.ts';
import { readBatches, type RecordBatch } from './read-batches.ts';
import { delists, planRecords } from './plan-records.ts';

export type OnixImport = Confirming & {
  isDryRun: boolean;
  /** Who imports: `operator`, or a member of staff by name. */
  actor: string;
  /** Called for every record that changes something, in a dry run. */
  onDifference: (difference: Difference) => void;
  onIssue: (issue: OnixIssue) => void;
  /** Called at the end of a dry run for each sender some of whose listed titles would leave the shop. */
  onDelisting?: (delisting: Delisting) => void;
};

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
    if (options.isDryRun) {
      const compare = (onProgress: OnProgress) => compareMessages(db, messages, { ...options, today, onProgress });
      return options.withProgress('Compared', compare);
    }
    return withBatchesTwice(messages, async (readings) => {
      await confirmDelistings(db, readings, { ...options, today });
      return options.withProgress('Imported', (onProgress) =>
        withTextsBehind(connect, (onTextsLeft) =>
          withUnlimitedClients(connect, WRITERS, (writers) =>
            applyMessages(client, { readings, writers }, { ...options, today, onProgress, onTextsLeft }),
          ),
        ),
      );
    });
  });
}

type Pass = OnixImport & { today: string; onProgress: OnProgress };

/** What the messages would do. */
async function compareMessages(
  db: Database,
  messages: readonly Message[],
  { today, onProgress, onIssue, onDifference, onDelisting, signal }: Pass,
): Promise<OnixCounts> {
  const counts = emptyCounts();
  const delisted = new Map<string, number>();
  for (const message of messages)
    for await (const batch of readBatches(message)) {
      requireGoingOn(signal);
      beginBatch(batch, { counts, onIssue });
      for (const plan of await planRecords(db, message, { batch: batch.records, withData: true })) {
        tally(plan, message, { counts, today, onIssue });
        const difference = differenceOf(plan, today);
        if (difference) onDifference(difference);
        if (delists(plan, today)) delisted.set(message.sender, (delisted.get(message.sender) ?? 0) + 1);
      }
      onProgress(counts.read, totalRecords(messages, counts.read));
    }
  for (const [sender, number] of delisted)
    onDelisting?.({ sender, delisted: number, listed: await countListed(db, sender) });
  return counts;
}

/** Counts what was read, and reports what could not be. */
function beginBatch({ read, rejected }: RecordBatch, { counts, onIssue }: Omit<Tallying, 'today'>): void {
  counts.read += read;
  counts.quarantined += rejected.length;
  for (const issue of rejected) onIssue({ kind: 'quarantined', code: 'invalid', ...issue });
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

type Applying = Pass & { onTextsLeft: () => void };

async function applyMessages(
  client: pg.Client,
  { readings, writers }: { readings: readonly BatchesTwice[]; writers: readonly pg.Client[] },
  pass: Applying,
): Promise<OnixCounts> {
  const counts = emptyCounts();
  const messages = readings.map(({ message }) => message);
  const analyze = catalogueAnalyzer(client);
  const connections = { reader: databaseOn(client), writers: writers.map(databaseOn) };
  for (const reading of readings)
    for await (const batch of reading.second()) {
      const { message } = reading;
      if (pass.signal?.aborted) throw stopped(counts, totalRecords(messages, counts.read));
      beginBatch(batch, { counts, ...pass });
      const before = counts.added;
      for (const plan of await applyBatch(connections, message, { ...pass, batch: batch.records }))
        tally(plan, message, { counts, ...pass });
      pass.onTextsLeft();
      await analyze(counts.added - before);
      pass.onProgress(counts.read, totalRecords(messages, counts.read));
    }
  await analyze(0, { isEnd: true });
  return counts;
}

function stopped({ read }: OnixCounts, all: number): StoppedImportError {
  return new StoppedImportError(
    `Stopped: ${read} of about ${all} records are dealt with, each completely. Run the same command again to go on.`,
  );
}
