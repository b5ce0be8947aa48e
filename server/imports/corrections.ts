import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { v7 as uuidv7 } from 'uuid';
import { PIECE_BYTES } from '#domain/catalogue/import-run.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { importRun, type ImportOrigin } from '../db/tables.ts';
import { xmlElement } from '../xml.ts';
import { lockRun } from './import-runs.ts';
import { storePieces } from './pieces.ts';

type CorrectionDeps = Pick<Deps, 'storage' | 'jobs'> & { db: Database };

/**
 * Begins an import of rows or records that correct those of another: they are read as a part of its file, with its columns, or as of
 * its sender and time. In the caller's transaction. Throws `too_late` where it was never compared, `correction_invalid`.
 */
export async function startCorrection(
  { db, storage, jobs }: CorrectionDeps,
  { id, text }: { id: string; text: string },
  actor: string,
): Promise<{ id: string; name: string }> {
  const run = await lockRun(db, id);
  if (!run.origin) throwApiError('too_late');
  const contents = Buffer.from(
    'header' in run.origin ? completeRows(run.origin, text) : completeRecords(run.origin, text),
  );
  const correction = uuidv7();
  const pieces = Array.from({ length: Math.ceil(contents.length / PIECE_BYTES) }, (_, place) =>
    contents.subarray(place * PIECE_BYTES, (place + 1) * PIECE_BYTES),
  );
  const stored = await storePieces(storage, correction, pieces);
  if (!stored) throwApiError('correction_invalid');
  const { size, ...digests } = stored;
  const file = { id: correction, name: run.name, size, received: size, ...digests };
  await db
    .insert(importRun)
    .values({ ...file, source: 'correction', corrects: run.corrects ?? run.id, state: 'comparing', actor });
  await jobs.wakeImports(db);
  return { id: correction, name: run.name };
}

/** Rows with a header of their own, or below the header of the file; from a spreadsheet they come with tabs. */
function completeRows({ header }: Extract<ImportOrigin, { header: unknown }>, text: string): string {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  const delimiter = ['\t', ';', ','].find((one) => first.includes(one)) ?? ',';
  try {
    const rows = parse(text, { bom: true, delimiter, skip_empty_lines: true, relax_column_count: true }) as string[][];
    const names = new Set(header.map((name) => name.trim().toLowerCase()));
    const isHeader = rows[0]?.every((cell) => cell === '' || names.has(cell.trim().toLowerCase()) || EXTRA.has(cell));
    return stringify(isHeader ? rows : [[...header], ...rows]);
  } catch {
    return throwApiError('correction_invalid');
  }
}

/** The columns beside those of the file in which rows that were set aside are downloaded. */
export const ISSUE_COLUMNS = ['kind', 'line', 'file', 'reference', 'title', 'reason', 'detail', 'what_to_do'] as const;
const EXTRA: ReadonlySet<string> = new Set(ISSUE_COLUMNS.map((name) => `# ${name}`));

/** A whole message, or records without one. */
function completeRecords(origin: Extract<ImportOrigin, { sender: string }>, text: string): string {
  if (/<(?:[\w.-]+:)?ONIX[Mm]essage[\s>]/.test(text)) return text;
  if (!origin.isOnlySender || !/<[Pp]roduct[\s>]/.test(text)) throwApiError('correction_invalid');
  const { sender, sentAt, number, defaults } = origin;
  const header = {
    SentDateTime: sentAt.replaceAll(/[-:]|\.\d+/g, ''),
    MessageNumber: number,
    DefaultLanguageOfText: defaults.language,
    DefaultPriceType: defaults.priceType,
    DefaultCurrencyCode: defaults.currency,
  };
  const elements = Object.entries(header).flatMap(([name, value]) =>
    value === null ? [] : xmlElement(name, String(value)),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<ONIXMessage release="3.0"><Header><Sender>${xmlElement('SenderName', sender)}</Sender>${elements.join('')}</Header>`,
    text,
    '</ONIXMessage>',
  ].join('\n');
}
