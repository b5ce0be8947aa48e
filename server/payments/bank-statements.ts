import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import { eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import {
  findHeader,
  proposeMapping,
  readStatementRow,
  type ProposedMapping,
  type StatementEntry,
  type StatementMapping,
  type UnreadRow,
} from '#domain/orders/bank-statement.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { bankStatement, bankStatementLine, statementMapping } from '../db/tables.ts';

/** The most rows of one statement. */
const MAX_ROWS = 5000;
const DELIMITERS = ['\t', ';', ','];

/** The cells of a statement below its header; `firstRow` is where they begin, the first row of the text being 1. */
type StatementRows = { header: string[]; rows: string[][]; firstRow: number };

/**
 * Reads a statement in CSV with commas, semicolons or tabs, whichever gives its header the most columns. Throws
 * `statement_unreadable` where there is no header or a quote is not closed, and `too_large`.
 */
function readStatement(text: string): StatementRows {
  const readings = DELIMITERS.flatMap((delimiter) => parseRows(text, delimiter));
  const best = readings.toSorted((one, other) => widthOf(other) - widthOf(one))[0];
  const place = best ? findHeader(best) : -1;
  if (!best || place === -1) throwApiError('statement_unreadable');
  if (best.length > MAX_ROWS) throwApiError('too_large');
  return { header: best[place]!, rows: best.slice(place + 1), firstRow: place + 2 };
}

function parseRows(text: string, delimiter: string): string[][][] {
  try {
    return [parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true, trim: true })];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

const widthOf = (rows: string[][]) => rows[findHeader(rows)]?.filter(Boolean).length ?? 0;

const hashOf = (cells: readonly string[]) => createHash('sha256').update(cells.join('\u001f')).digest();

/** Without what two exports of one line may differ in. */
const rowHash = (row: readonly string[]) => hashOf(row.join('\u001f').replace(/\s+/g, ' ').trimEnd().split('\u001f'));

const headerHash = (header: readonly string[]) => hashOf(header.map((cell) => cell.toLowerCase()));

type ReadLine = StatementEntry & { hash: Buffer; repetition: number };
type SkippedRow = UnreadRow & { row: number; text: string };

/** What came in, each line with which of several equal ones it is, and the rows that are none. */
function readLines({ rows, firstRow }: StatementRows, mapping: StatementMapping) {
  const lines: ReadLine[] = [];
  const skipped: SkippedRow[] = [];
  const seen = new Map<string, number>();
  for (const [place, row] of rows.entries()) {
    if (row.every((cell) => cell === '')) continue;
    const entry = readStatementRow(row, mapping);
    if ('problem' in entry) {
      skipped.push({ ...entry, row: firstRow + place, text: row.filter(Boolean).join(' · ').slice(0, 200) });
      continue;
    }
    const hash = rowHash(row);
    const repetition = seen.get(hash.toString('hex')) ?? 0;
    seen.set(hash.toString('hex'), repetition + 1);
    lines.push({ ...entry, hash, repetition });
  }
  return { lines, skipped };
}

/** What a statement says before it is imported: its columns, how they are mapped, and what is read by that. */
export type StatementPreview = {
  header: string[];
  samples: string[][];
  mapping: ProposedMapping;
  isRemembered: boolean;
  /** Lines of money that came in, their sum in sen, and how many of them are known already. */
  lines: number;
  amount: number;
  known: number;
  outgoing: number;
  unread: SkippedRow[];
};

const MAX_SAMPLES = 5;

/** Reads a statement by this mapping, the one remembered for its header, or a proposed one. Throws as {@link readStatement}. */
export async function previewStatement(
  db: Database,
  { text, mapping: chosen }: { text: string; mapping?: ProposedMapping | undefined },
): Promise<StatementPreview> {
  const statement = readStatement(text);
  const { header, rows } = statement;
  const remembered = chosen ? undefined : await findMapping(db, header);
  const mapping = chosen ?? remembered ?? proposeMapping(header, rows);
  const read = isComplete(mapping, header) ? readLines(statement, mapping) : { lines: [], skipped: [] };
  const unread = read.skipped.filter(({ problem }) => problem !== 'outgoing');
  return {
    header,
    samples: rows.slice(0, MAX_SAMPLES),
    mapping,
    isRemembered: remembered !== undefined,
    lines: read.lines.length,
    amount: read.lines.reduce((sum, { amount }) => sum + amount, 0),
    known: await countKnown(db, read.lines),
    outgoing: read.skipped.length - unread.length,
    unread,
  };
}

async function findMapping(db: Database, header: readonly string[]): Promise<StatementMapping | undefined> {
  const [found] = await db
    .select()
    .from(statementMapping)
    .where(eq(statementMapping.headerHash, headerHash(header)));
  return found?.mapping;
}

/** Whether date and amount are known, and every column exists. */
function isComplete(mapping: ProposedMapping, header: readonly string[]): mapping is StatementMapping {
  const { date, amount, direction, texts, payer } = mapping;
  const columns = [date, amount, direction, payer, ...texts].filter((column) => column !== null);
  return date !== null && amount !== null && columns.every((column) => column < header.length);
}

async function countKnown(db: Database, lines: readonly ReadLine[]): Promise<number> {
  if (lines.length === 0) return 0;
  const hashes = lines.map(({ hash }) => hash);
  const known = await db
    .select({ hash: bankStatementLine.hash, repetition: bankStatementLine.repetition })
    .from(bankStatementLine)
    .where(inArray(bankStatementLine.hash, hashes));
  const keys = new Set(known.map(({ hash, repetition }) => `${hash.toString('hex')}-${repetition}`));
  return lines.filter(({ hash, repetition }) => keys.has(`${hash.toString('hex')}-${repetition}`)).length;
}

export type StatementImport = { added: number; known: number; outgoing: number; unread: SkippedRow[] };

const BATCH = 500;

/**
 * Stores what came in by a statement, and remembers the mapping for its header. Lines that are there already are not stored
 * again. Throws as {@link readStatement} does, and `statement_unreadable` where nothing came in by this mapping.
 */
export function importStatement(
  deps: Deps,
  { name, text, mapping }: { name: string; text: string; mapping: ProposedMapping },
  actor: string,
): Promise<StatementImport> {
  const statement = readStatement(text);
  if (!isComplete(mapping, statement.header)) throwApiError('statement_unreadable');
  const { lines, skipped } = readLines(statement, mapping);
  if (lines.length === 0) throwApiError('statement_unreadable');
  const unread = skipped.filter(({ problem }) => problem !== 'outgoing');
  return deps.db.transaction(async (tx) => {
    const statementId = uuidv7();
    await tx.insert(bankStatement).values({ id: statementId, name, actor });
    const added = await addLines(tx, statementId, lines);
    if (added === 0) await tx.delete(bankStatement).where(eq(bankStatement.id, statementId));
    await rememberMapping(tx, statement.header, mapping);
    return { added, known: lines.length - added, outgoing: skipped.length - unread.length, unread };
  });
}

/** Ordered by hash, so that two people who upload the same statement wait for each other instead of locking each other out. */
async function addLines(tx: Database, statementId: string, lines: readonly ReadLine[]): Promise<number> {
  const rows = lines
    .map((line) => ({ id: uuidv7(), statementId, ...line }))
    .toSorted((one, other) => Buffer.compare(one.hash, other.hash) || one.repetition - other.repetition);
  let added = 0;
  for (let from = 0; from < rows.length; from += BATCH) {
    const inserted = await tx
      .insert(bankStatementLine)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoNothing();
    added += inserted.rowCount ?? 0;
  }
  return added;
}

async function rememberMapping(tx: Database, header: readonly string[], mapping: StatementMapping): Promise<void> {
  await tx
    .insert(statementMapping)
    .values({ headerHash: headerHash(header), mapping })
    .onConflictDoUpdate({ target: statementMapping.headerHash, set: { mapping, savedAt: sql`now()` } });
}
