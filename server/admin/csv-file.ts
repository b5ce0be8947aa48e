import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../catalogue/csv-format.ts';
import { ResponseWith } from '../http/headers.ts';

const FORMAT = { record_delimiter: '\r\n', quoted_match: /[\r\n]/ } as const;

/** CSV (RFC 4180 with a byte order mark for spreadsheets), a batch of rows at a time; no cell is a formula. */
export async function* csvText<Row>(
  columns: Readonly<Record<string, (row: Row) => string | number | null>>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  yield stringify([Object.keys(columns)], { ...FORMAT, bom: true });
  for await (const rows of batches)
    yield stringify(
      rows.map((row) => cells.map((cellOf) => escapeFormula(String(cellOf(row) ?? '')))),
      FORMAT,
    );
}

/** A CSV file that is sent while it is written. */
export function csvFile(text: AsyncIterable<string>, name: string): ResponseWith<Readable> {
  const headers = { 'Content-Disposition': `attachment; filename="${name}"` };
  return new ResponseWith(Readable.from(text), { headers });
}

const BATCH = 1000;

/** All rows, the newest first, in batches that begin behind the last row's id: none is kept, and no transaction is open in between. */
export async function* readBatches<Row extends { id: string }>(
  read: (page: { before: string | undefined; limit: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let before: string | undefined; ;) {
    const rows = await read({ before, limit: BATCH });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    before = rows.at(-1)!.id;
  }
}
