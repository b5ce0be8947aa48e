import { basename } from 'node:path';
import { eq } from 'drizzle-orm';
import type pg from 'pg';
import {
  databaseOn,
  databaseTime,
  withUnlimitedClient,
  withUnlimitedClients,
  type Database,
} from '../db/connection.ts';
import { isAmong } from '../db/subqueries.ts';
import { product, variant } from '../db/tables.ts';
import { catalogueAnalyzer } from './analyze-catalogue.ts';
import { compareBatch } from './compare-batch.ts';
import type { Difference } from './difference.ts';
import {
  countExistingProducts,
  IMPORT_BATCH_SIZE,
  importBatch,
  StoppedImportError,
  writeBatch,
  type ImportOptions,
  type WrittenBatch,
} from './import-products.ts';
import type { StockImportMode, StockImportOutcome } from './import-stock.ts';
import { workKeyOf, type ProductRecord } from './product-record.ts';
import { readAhead } from './read-ahead.ts';
import type { CsvReading } from './read-csv.ts';
import { queueTexts, withTextsBehind } from './search-texts.ts';
import { stageCsv, type CsvIssue, type Issues, type StagedCsv, type StagedProduct } from './stage-csv.ts';
import { keysOfRecord, splitIntoIndependent, writeAtOnce, WRITERS, type ImportConnections } from './write-at-once.ts';

type OnProgress = (done: number, all: number) => void;

export type CsvImportOptions = CsvReading & {
  stockMode: StockImportMode;
  isDryRun: boolean;
  /** Called for every row that is not taken, or taken with a correction. */
  onIssue?: (issue: CsvIssue) => void;
  /** Called for everything that would change, in a dry run; without it a dry run only reads the file. */
  onDifference?: (difference: Difference) => void;
  /** Runs a part of the work with a progress bar of this name. */
  withProgress: <T>(label: string, work: (onProgress: OnProgress) => Promise<T>) => Promise<T>;
  /** Aborted, the import ends after the batch in hand. */
  signal?: AbortSignal | undefined;
};

/** What an import did, or would do: titles and their editions, how many titles were there before, and rows not taken. */
export type CsvImport = {
  titles: number;
  editions: number;
  known: number;
  /** Titles of which something was written. */
  changed: number;
  stockTimes: string[];
  outcomes: Partial<Record<StockImportOutcome, number>>;
  rejected: Issues;
  noted: Issues;
};

/** Stock cannot have been counted in the future. */
export class FutureStockError extends Error {
  readonly time: Date;

  constructor(time: Date) {
    super();
    this.time = time;
  }
}

/**
 * Imports a catalogue file of any size. It is read completely before anything is written, so that a broken one changes nothing;
 * then each batch of products is a transaction. A product that the database refuses is rejected with its line.
 */
export function importCsv(connect: pg.ClientConfig, file: string, options: CsvImportOptions): Promise<CsvImport> {
  const { withProgress, stockMode, signal, onIssue = () => {}, ...reading } = options;
  return withUnlimitedClient(connect, async (client) => {
    const staged = await withProgress('Read', (onProgress) =>
      stageCsv(client, file, { ...reading, onProgress, onIssue, signal }),
    ).catch((error: unknown) => {
      throw signal?.aborted ? new StoppedImportError('Stopped while the file was read; nothing was changed.') : error;
    });
    if (stockMode.kind === 'stated') await rejectFutureTime(client, stockMode.asOf, staged.lastStockTime);
    const done: CsvImport = {
      titles: 0,
      editions: 0,
      known: 0,
      changed: 0,
      outcomes: {},
      stockTimes: staged.stockTimes,
      rejected: staged.rejected,
      noted: staged.noted,
    };
    // The file's rows are read by one connection while others write those before.
    return withProgress('Titles', (onProgress) =>
      withUnlimitedClients(connect, WRITERS + 1, ([reader, ...writers]) =>
        withTextsBehind(connect, (onTextsLeft) =>
          importStaged(reader!, { writers, file, staged, done, options, onProgress, onTextsLeft }),
        ),
      ),
    );
  });
}

async function rejectFutureTime(client: pg.Client, asOf: string | undefined, last: Date | null): Promise<void> {
  const time = asOf === undefined ? last : new Date(asOf);
  if (time !== null && time > (await databaseTime(databaseOn(client)))) throw new FutureStockError(time);
}

type Run = {
  writers: readonly pg.Client[];
  file: string;
  staged: StagedCsv;
  done: CsvImport;
  options: CsvImportOptions;
  onProgress: OnProgress;
  onTextsLeft: () => void;
};

async function importStaged(client: pg.Client, run: Run): Promise<CsvImport> {
  const { writers, file, staged, done, options, onProgress, onTextsLeft } = run;
  const analyze = catalogueAnalyzer(client);
  const connections = { reader: databaseOn(client), writers: writers.map(databaseOn) };
  for await (const batch of readAhead(staged.batches(IMPORT_BATCH_SIZE))) {
    if (options.signal?.aborted) throw stopped(done.titles, staged.titles);
    const { added } = await importStagedBatch(connections, batch, { file, done, options });
    onTextsLeft();
    await analyze(added);
    onProgress(done.titles, staged.titles);
  }
  await analyze(0, { isEnd: true });
  return done;
}

function stopped(done: number, all: number): StoppedImportError {
  return new StoppedImportError(
    `Stopped: ${done} of ${all} titles are in the shop, each complete. Run the same command again to go on.`,
  );
}

async function importStagedBatch(
  connections: ImportConnections,
  batch: readonly StagedProduct[],
  { file, done, options }: Pick<Run, 'file' | 'done' | 'options'>,
): Promise<{ added: number }> {
  const { stockMode, isDryRun, onIssue = () => {}, onDifference } = options;
  const db = connections.reader;
  const records = batch.map(({ record }) => record);
  const lines = new Map(batch.map(({ line, record }) => [record, line]));
  const refused = new Set<(typeof records)[number]>();
  const known = await countExistingProducts(db, records);
  const editor = { actor: stockMode.actor, source: basename(file) };
  const onRefused = (record: (typeof records)[number], reason: string) => {
    refused.add(record);
    const issue = { line: lines.get(record)!, title: record.title, reason };
    done.rejected.count += 1;
    done.rejected.rows.push(issue);
    onIssue({ kind: 'rejected', code: 'refused', ...issue });
  };
  if (!isDryRun)
    done.changed += await importAtOnce(connections, records, {
      stockMode,
      editor,
      onStockImported: (_, outcome) => (done.outcomes[outcome] = (done.outcomes[outcome] ?? 0) + 1),
      onRefused,
      writeTexts: queueTexts,
    });
  else if (onDifference)
    done.changed += await compareBatch(db, records, { stockMode, editor, onRefused, onDifference });
  const taken = records.filter((record) => !refused.has(record));
  done.titles += taken.length;
  done.known += Math.min(known, taken.length);
  done.editions += taken.reduce((sum, { variants }) => sum + variants.length, 0);
  return { added: taken.length - Math.min(known, taken.length) };
}

type AtOnce = Required<Omit<ImportOptions, 'onProgress'>>;

/** Imports products in parts that are written at once; returns of how many something was written. */
async function importAtOnce(
  connections: ImportConnections,
  records: readonly ProductRecord[],
  options: AtOnce,
): Promise<number> {
  const { editor, onStockImported } = options;
  const { written, refused } = await writeAtOnce<readonly ProductRecord[], WrittenBatch>(connections, {
    editor,
    findParts: (tx, count) => splitRecords(tx, records, count),
    writePart: (tx, part) => writeBatch(tx, part, options),
  });
  let all = 0;
  for (const { changed, outcomes } of written) {
    all += changed;
    for (const outcome of outcomes) onStockImported(...outcome);
  }
  for (const { part } of refused) all += await importBatch(connections.reader, part, options);
  return all;
}

/** Products in parts, each with the products that have its ISBNs now: they may lose a format. */
async function splitRecords(
  tx: Database,
  records: readonly ProductRecord[],
  count: number,
): Promise<ProductRecord[][]> {
  const isbns = records.flatMap(({ variants }) => variants.flatMap(({ isbn }) => isbn ?? []));
  const owners = await tx
    .select({ isbn: variant.isbn, work: product.workKey })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(isAmong(variant.isbn, isbns));
  const works = new Map(owners.map(({ isbn, work }) => [isbn, `work ${work}`]));
  const keysOf = (record: ProductRecord) => [
    `work ${workKeyOf(record)}`,
    ...keysOfRecord(record),
    ...record.variants.flatMap(({ isbn }) => works.get(isbn) ?? []),
  ];
  return splitIntoIndependent(records, { count, keysOf });
}
