import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { FutureStockError, importCsv, type CsvImport } from '../../server/catalogue/import-csv.ts';
import { StoppedImportError } from '../../server/catalogue/import-products.ts';
import { readMapping } from '../../server/catalogue/csv-format.ts';
import type { StockImportMode, StockImportOutcome } from '../../server/catalogue/import-stock.ts';
import { parseTimestamp } from '../../server/catalogue/validate-csv-row.ts';
import type { CsvIssue, Issues } from '../../server/catalogue/stage-csv.ts';
import { refreshSearchStatistics, rebuildSearchIndex } from '../../server/catalogue/search-index.ts';
import { withCsvRows, writeCsv } from '../../server/catalogue/write-csv.ts';
import {
  CommandError,
  optionValue,
  readChoice,
  requireCurrentSchema,
  type Command,
  type CommandInput,
  type CommandResult,
} from '../command.ts';
import { openImportReport } from '../import-report.ts';
import { formatTable, formatTime, withProgress } from '../output.ts';
import { writeAtomically } from '../../server/write-atomically.ts';

export const importCsvCommand: Command = {
  name: 'import csv',
  args: ['FILE'],
  options: {
    'dry-run': { summary: 'Read and check the file without changing anything.' },
    mapping: {
      placeholder: 'FILE',
      summary: 'How the columns of another format map to ours, such as demo/goodbooks-mapping.json.',
    },
    'stock-as-of': {
      placeholder: 'TIME',
      summary: 'When the stock was counted, such as 2026-11-22T18:00 in Malaysia; copies sold since are subtracted.',
    },
    stock: {
      placeholder: 'delta',
      summary: 'The stock column is a change: copies added, or with a minus removed. Applied once per file.',
    },
  },
  summary: 'Add or update titles from a catalogue file; rejected rows are listed with the reason.',
  isAudited: true,
  requires: 'shop',
  isInterruptible: true,
  run: async (input, { deps: { config }, connect }) => {
    const [file = ''] = input.args;
    const mappingFile = optionValue(input, 'mapping');
    const mapping = mappingFile === undefined ? undefined : await readMapping(mappingFile);
    const isDelta = readChoice(input, 'stock', ['delta']) === 'delta';
    const isDryRun = input.options['dry-run'] === true;
    const stockMode = await readStockMode(input, { file, isDelta });
    const { signal } = input;
    const issues = isDryRun ? undefined : openImportReport(join(config.dataDir, 'csv'), file, REPORT_COLUMNS);
    const onIssue = (issue: CsvIssue) => issues?.add({ ...issue, what_to_do: WHAT_TO_DO[issue.kind] });
    const options = { mapping, isDelta, isDryRun, stockMode, withProgress, signal, onIssue };
    const done = await importCsv(connect, file, options)
      .catch(explainImportError)
      .finally(() => issues?.close());
    if (!isDryRun) await refreshSearchStatistics(connect, done);
    const asOf = stockMode.kind === 'delta' ? [] : (stockMode.asOf ?? done.stockTimes);
    const reportFile = issues?.file() ?? null;
    return importResult(done, { file, isDryRun, mode: stockMode, asOf: [asOf].flat(), reportFile });
  },
};

const REPORT_COLUMNS = ['line', 'title', 'kind', 'reason', 'what_to_do'] as const;

const WHAT_TO_DO: Record<CsvIssue['kind'], string> = {
  rejected: 'Correct the row and import the file again; rows that are in the shop already do not change.',
  noted: 'Nothing, if the correction is right.',
};

function explainImportError(error: unknown): never {
  if (error instanceof StoppedImportError) throw new CommandError(error.message);
  if (!(error instanceof FutureStockError)) throw error;
  const time = formatTime(error.time.toISOString());
  throw new CommandError(`The stock cannot have been counted at ${time}, which is in the future.`);
}

async function readStockMode(
  input: CommandInput,
  { file, isDelta }: { file: string; isDelta: boolean },
): Promise<StockImportMode> {
  const asOf = optionValue(input, 'stock-as-of');
  const actor = 'operator';
  if (asOf === undefined)
    return isDelta ? { kind: 'delta', reference: await hashFile(file), actor } : { kind: 'stated', actor };
  if (isDelta) throw new CommandError('--stock delta and --stock-as-of cannot be used together.');
  const moment = parseTimestamp(asOf);
  if (moment === undefined)
    throw new CommandError(`--stock-as-of must be a time such as 2026-11-22T18:00, not "${asOf}".`);
  return { kind: 'stated', asOf: moment, actor };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return `sha256:${hash.digest('hex')}`;
}

type ImportReport = {
  file: string;
  isDryRun: boolean;
  mode: StockImportMode;
  asOf: readonly string[];
  reportFile: string | null;
};

function importResult(imported: CsvImport, report: ImportReport): CommandResult {
  const { titles, editions, known, changed, outcomes, rejected, noted } = imported;
  const { file, isDryRun, asOf, reportFile } = report;
  const done = isDryRun ? 'Would be imported' : 'Imported';
  const sums = `${done}: titles ${titles} (${titles - known} new, ${known} existing), editions ${editions}. Rejected rows: ${rejected.count}.`;
  const lines = [sums, ...stockLines(report, outcomes)];
  const stock = { mode: stockModeName(report), as_of: asOf, ...outcomes };
  const counts = { titles, editions, added: titles - known, known, changed, rejected_count: rejected.count };
  return {
    text: [
      ...lines,
      ...formatIssues('Rejected:', rejected),
      ...formatIssues('Imported with a correction:', noted),
      ...(reportFile ? ['', `All of these rows are in ${reportFile}.`] : []),
    ].join('\n'),
    data: { file, dry_run: isDryRun, ...counts, stock, rejected: rejected.rows, noted: noted.rows, report: reportFile },
    ...(titles === 0 && { failure: `Nothing was imported: ${file} has no valid row.` }),
  };
}

function stockModeName({ mode, asOf }: ImportReport): 'delta' | 'as_of' | 'new_only' {
  if (mode.kind === 'delta') return 'delta';
  return asOf.length > 0 ? 'as_of' : 'new_only';
}

/** How the file's stock was read, and the outcomes that are worth a line. */
function stockLines(report: ImportReport, outcomes: CsvImport['outcomes']): string[] {
  const { asOf } = report;
  const mode = {
    delta: 'Stock: added to the current stock.',
    as_of: `Stock: as of ${asOf.map(formatTime).join(', ')}; copies sold and added since are included.`,
    new_only: 'Stock: of new editions only, because neither the file nor --stock-as-of says when it was counted.',
  }[stockModeName(report)];
  return [
    mode,
    ...OUTCOME_MESSAGES.flatMap(([name, sentence]) => (outcomes[name] ? `  ${outcomes[name]} ${sentence}` : [])),
  ];
}

const OUTCOME_MESSAGES: readonly [StockImportOutcome, string][] = [
  ['taken', 'editions have a new stock.'],
  ['kept', 'editions kept their stock.'],
  ['outdated', 'editions have a later count, and kept it.'],
  ['repeated', 'editions had this file applied before.'],
  ['short', 'editions sold more copies than the file has. Their stock is now 0.'],
];

function formatIssues(heading: string, { rows, count }: Issues): string[] {
  const more = count > rows.length ? [`… and ${count - rows.length} more.`] : [];
  return rows.length > 0 ? ['', heading, formatTable(rows), ...more] : [];
}

export const exportCsvCommand: Command = {
  name: 'export csv',
  args: ['[FILE]'],
  summary: 'Write the catalogue in the format of "import csv", to standard output without FILE.',
  requires: 'database',
  run: async ({ args: [file], isJson }, connect) => {
    await requireCurrentSchema(connect);
    if (file !== undefined) return exportToFile(connect, file);
    if (isJson) return { data: await withCsvRows(connect, collectRows) };
    await writeCsv(connect, process.stdout, { end: false });
    return {};
  },
};

async function exportToFile(connect: pg.PoolConfig, file: string): Promise<CommandResult> {
  await writeAtomically(file, (part) => writeCsv(connect, createWriteStream(part)));
  return { text: `The catalogue is in ${file}.`, data: { file } };
}

async function collectRows(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}

export const reindexCommand: Command = {
  name: 'reindex',
  summary: 'Rebuild the search index of every title.',
  isAudited: true,
  requires: 'shop',
  run: async (_, { connect }) => {
    const titles = await withProgress('Titles', (onProgress) => rebuildSearchIndex(connect, onProgress));
    await refreshSearchStatistics(connect);
    return { text: `${titles} titles indexed.`, data: { titles } };
  },
};
