import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { countExistingProducts, importProducts } from '../../server/catalogue/import-products.ts';
import { readMapping } from '../../server/catalogue/csv-format.ts';
import type { StockImportMode, StockImportOutcome } from '../../server/catalogue/import-stock.ts';
import { parseTimestamp } from '../../server/catalogue/validate-csv-row.ts';
import { readCsv, type CsvContents, type RowIssue } from '../../server/catalogue/read-csv.ts';
import { databaseTime, type Database } from '../../server/db/connection.ts';
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
import { formatTable, formatTime, withProgress, writeAtomically } from '../output.ts';

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
  run: async (input, { deps: { db }, connect }) => {
    const [file = ''] = input.args;
    const mappingFile = optionValue(input, 'mapping');
    const mapping = mappingFile === undefined ? undefined : await readMapping(mappingFile);
    const isDelta = readChoice(input, 'stock', ['delta']) === 'delta';
    const contents = await readCsv(file, mapping, { isDelta });
    const stockMode = await readStockMode(input, { file, isDelta });
    const asOf = stockMode.kind === 'delta' ? [] : stockTimes(contents, stockMode.asOf);
    await rejectFutureTimes(db, asOf);
    const isDryRun = input.options['dry-run'] === true;
    const known = await countExistingProducts(db, contents.products);
    const outcomes: StockOutcomeCounts = {};
    const onStock = (_: unknown, outcome: StockImportOutcome) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1);
    if (!isDryRun) {
      await withProgress('Titles', (onProgress) =>
        importProducts(db, contents.products, { stockMode, onStockImported: onStock, onProgress }),
      );
      await refreshSearchStatistics(connect);
    }
    return importResult(contents, { file, isDryRun, known, stock: { mode: stockMode, asOf, outcomes } });
  },
};

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

/** The times, earliest first, at which the file's stock was counted. */
function stockTimes({ products }: CsvContents, asOf: string | undefined): string[] {
  if (asOf !== undefined) return [asOf];
  const times = products.flatMap((product) => product.variants.flatMap((variant) => variant.stockAsOf ?? []));
  return [...new Set(times)].toSorted((a, b) => Date.parse(a) - Date.parse(b));
}

async function rejectFutureTimes(db: Database, times: readonly string[]): Promise<void> {
  const last = times.at(-1);
  if (last === undefined) return;
  if (new Date(last) > (await databaseTime(db)))
    throw new CommandError(`The stock cannot have been counted at ${formatTime(last)}, which is in the future.`);
}

type StockOutcomeCounts = Partial<Record<StockImportOutcome, number>>;
type StockReport = { mode: StockImportMode; asOf: readonly string[]; outcomes: StockOutcomeCounts };
type ImportReport = { file: string; isDryRun: boolean; known: number; stock: StockReport };

function importResult(
  { products, rejected, noted }: CsvContents,
  { file, isDryRun, known, stock }: ImportReport,
): CommandResult {
  const added = products.length - known;
  const editions = products.reduce((sum, product) => sum + product.variants.length, 0);
  const done = isDryRun ? 'Would be imported' : 'Imported';
  const sums = `${done}: titles ${products.length} (${added} new, ${known} existing), editions ${editions}. Rejected rows: ${rejected.length}.`;
  const lines = [sums, ...stockLines(stock)];
  const counted = { mode: stockModeName(stock), as_of: stock.asOf, ...stock.outcomes };
  return {
    text: [
      ...lines,
      ...formatIssues('Rejected:', rejected),
      ...formatIssues('Imported with a correction:', noted),
    ].join('\n'),
    data: { file, dry_run: isDryRun, titles: products.length, editions, added, known, stock: counted, rejected, noted },
    ...(products.length === 0 && { failure: `Nothing was imported: ${file} has no valid row.` }),
  };
}

function stockModeName({ mode, asOf }: StockReport): 'delta' | 'as_of' | 'new_only' {
  if (mode.kind === 'delta') return 'delta';
  return asOf.length > 0 ? 'as_of' : 'new_only';
}

/** How the file's stock was read, and the outcomes that are worth a line. */
function stockLines(stock: StockReport): string[] {
  const { outcomes, asOf } = stock;
  const mode = {
    delta: 'Stock: added to the current stock.',
    as_of: `Stock: as of ${asOf.map(formatTime).join(', ')}; copies sold and added since are included.`,
    new_only: 'Stock: of new editions only, because neither the file nor --stock-as-of says when it was counted.',
  }[stockModeName(stock)];
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

function formatIssues(heading: string, rows: readonly RowIssue[]): string[] {
  return rows.length > 0 ? ['', heading, formatTable(rows)] : [];
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
  run: async (_, { deps, connect }) => {
    const titles = await withProgress('Titles', (onProgress) => rebuildSearchIndex(deps.db, onProgress));
    await refreshSearchStatistics(connect);
    return { text: `${titles} titles indexed.`, data: { titles } };
  },
};
