import { type ProductRecord, workKeyOf } from './product-record.ts';
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  duplicateReason,
  mergeRows,
  readCsvRows,
  variantKey,
  type CsvReading,
  type FileCells,
  type FileRow,
  type RowIssue,
} from './read-csv.ts';

/** A row that was rejected, or changed to be accepted; `cells` are those of one that cannot be read. */
export type CsvIssue = RowIssue & {
  kind: 'rejected' | 'noted';
  code: 'invalid' | 'duplicate' | 'refused' | 'corrected';
  cells?: FileCells;
};

/** Rows that were rejected or changed: the first ones, and how many there are. */
export type Issues = { rows: RowIssue[]; count: number };

/** A product of a file, and the line on which it begins. */
export type StagedProduct = { line: number; record: ProductRecord };

/** A file that was read as a whole, whose rows wait in the database's temporary tables. */
export type StagedCsv = {
  titles: number;
  rejected: Issues;
  noted: Issues;
  /** When the stock was counted, the earliest first; the first ones of many, and the last one. */
  stockTimes: string[];
  lastStockTime: Date | null;
  batches: (titles: number) => AsyncGenerator<StagedProduct[]>;
};

/** Issues that are listed; the others are counted. */
const MAX_LISTED = 1000;
const MAX_STOCK_TIMES = 10;

type Staging = CsvReading & {
  onProgress: (done: number, all: number) => void;
  onIssue: (issue: CsvIssue) => void;
  signal?: AbortSignal | undefined;
};

/**
 * Reads a file into temporary tables of this connection, where its rows are grouped into products: rows of one product may stand
 * anywhere in the file, and memory does not grow with it. Products come in order of first appearance, as from `readCsv`.
 */
export async function stageCsv(client: pg.Client, file: string, staging: Staging): Promise<StagedCsv> {
  await client.query(`
    CREATE TEMP TABLE staged_row (line integer PRIMARY KEY, work uuid, variant uuid, stock_as_of text, content text);
    ALTER TABLE staged_row ALTER content SET STORAGE EXTERNAL`);
  const collect = (kind: CsvIssue['kind']) => collectIssues((issue) => staging.onIssue({ kind, ...issue }));
  const issues = { rejected: collect('rejected'), noted: collect('noted') };
  const copy = client.query(copyFrom('COPY staged_row FROM STDIN'));
  await pipeline(copyText(file, staging, issues), copy, { signal: staging.signal });
  await client.query(`
    CREATE TEMP TABLE staged_order AS
      SELECT row_number() OVER (ORDER BY first_line, line)::int AS position, first_line, line FROM (
        SELECT line, min(line) OVER (PARTITION BY work) AS first_line FROM (
          SELECT line, work, max(line) OVER (PARTITION BY variant) AS last_line FROM staged_row) AS rows
        WHERE line = last_line) AS kept;
    CREATE UNIQUE INDEX ON staged_order (position);
    ANALYZE staged_row, staged_order`);
  await addDuplicates(client, issues.rejected);
  return {
    titles: await countTitles(client),
    ...issues,
    ...(await readStockTimes(client)),
    batches: (titles) => readBatches(client, titles),
  };
}

type CollectedIssue = Omit<CsvIssue, 'kind'>;
type CollectedIssues = Issues & { add: (issue: CollectedIssue) => void };

function collectIssues(onIssue: (issue: CollectedIssue) => void): CollectedIssues {
  const issues: CollectedIssues = {
    rows: [],
    count: 0,
    add: (issue) => {
      issues.count += 1;
      onIssue(issue);
      const { line, title, reason } = issue;
      if (issues.rows.length < MAX_LISTED) issues.rows.push({ line, title, reason });
    },
  };
  return issues;
}

/** Text of COPY in pieces of this many characters. */
const PIECE = 65_536;

/** The valid rows as COPY reads them. */
async function* copyText(
  file: string,
  { onProgress, ...reading }: Staging,
  { rejected, noted }: Record<'rejected' | 'noted', CollectedIssues>,
): AsyncGenerator<string> {
  let [text, count, read] = ['', 0, 0];
  for await (const { line, title, ...one } of readCsvRows(file, reading, (bytes) => (read = bytes))) {
    count += 1;
    if ('reason' in one) rejected.add({ line, title, code: 'invalid', ...one });
    else text += copyRow(one.row);
    if ('note' in one) noted.add({ line, title, code: 'corrected', reason: one.note! });
    if (text.length < PIECE) continue;
    yield text;
    text = '';
    onProgress(count, Math.round((count * statSync(file).size) / Math.max(1, read)));
  }
  yield text;
}

/** JSON has no character that COPY would not take but the backslash. */
function copyRow(row: FileRow): string {
  const keys = [hashOf(workKeyOf(row.product)), hashOf(variantKey(row)), row.variant.stockAsOf ?? '\\N'];
  return `${row.line}\t${keys.join('\t')}\t${JSON.stringify(row).replaceAll('\\', '\\\\')}\n`;
}

function hashOf(key: string): string {
  return createHash('md5').update(key).digest('hex');
}

async function addDuplicates(client: pg.Client, rejected: CollectedIssues): Promise<void> {
  await client.query(`
    CREATE TEMP TABLE staged_duplicate AS SELECT line, later FROM (
      SELECT line, max(line) OVER (PARTITION BY variant) AS later FROM staged_row) AS last
    WHERE line < later;
    CREATE UNIQUE INDEX ON staged_duplicate (line)`);
  for (let after = 0; ;) {
    const { rows } = await client.query<{ content: string; later: number }>({
      text: `SELECT content, later FROM staged_duplicate JOIN staged_row USING (line) WHERE line > $1 ORDER BY line LIMIT $2`,
      values: [after, MAX_LISTED],
    });
    for (const { content, later } of rows) {
      const row = JSON.parse(content) as FileRow;
      const reason = duplicateReason(row, { line: later });
      rejected.add({ line: row.line, title: row.product.title, code: 'duplicate', reason });
      after = row.line;
    }
    if (rows.length < MAX_LISTED) break;
  }
  rejected.rows.sort((a, b) => a.line - b.line);
}

async function countTitles(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ titles: number }>(
    'SELECT count(DISTINCT first_line)::int AS titles FROM staged_order',
  );
  return rows[0]!.titles;
}

async function readStockTimes(client: pg.Client): Promise<Pick<StagedCsv, 'stockTimes' | 'lastStockTime'>> {
  const { rows } = await client.query<{ time: string }>(`SELECT time FROM (
      SELECT DISTINCT stock_as_of AS time FROM staged_row JOIN staged_order USING (line) WHERE stock_as_of IS NOT NULL
    ) AS times ORDER BY time::timestamptz LIMIT ${MAX_STOCK_TIMES}`);
  const { rows: last } = await client.query<{ last: Date | null }>(
    'SELECT max(stock_as_of::timestamptz) AS last FROM staged_row JOIN staged_order USING (line)',
  );
  return { stockTimes: rows.map(({ time }) => time), lastStockTime: last[0]!.last };
}

/** Products of the file, so many at a time, each with all its rows. */
async function* readBatches(client: pg.Client, titles: number): AsyncGenerator<StagedProduct[]> {
  const groups: FileRow[][] = [];
  for (let after = 0; ; after += titles) {
    const { rows } = await client.query<{ first: number; content: string }>({
      text: `SELECT first_line AS first, content FROM staged_order JOIN staged_row USING (line)
        WHERE position > $1 AND position <= $2 ORDER BY position`,
      values: [after, after + titles],
    });
    for (const { first, content } of rows) {
      const row = JSON.parse(content) as FileRow;
      if (row.line === first) groups.push([row]);
      else groups.at(-1)!.push(row);
    }
    // The last one may have more rows.
    while (groups.length > titles) yield groups.splice(0, titles).map(toProduct);
    if (rows.length > 0) continue;
    if (groups.length > 0) yield groups.map(toProduct);
    return;
  }
}

function toProduct(rows: readonly FileRow[]): StagedProduct {
  return { line: rows[0]!.line, record: mergeRows(rows) };
}
