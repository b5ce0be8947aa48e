import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { Database } from '../db/connection.ts';
import { guardCell } from './csv-cells.ts';
import { CSV_COLUMNS } from './csv-columns.ts';
import { listCsvRows } from './list-csv-rows.ts';

/**
 * Writes the listed catalogue as `readCsv` reads it, page by page: importing what was exported changes nothing. The
 * stream is ended, unless `end` says that it goes on (standard output).
 */
export async function writeCsv(db: Database, stream: Writable, { end = true } = {}): Promise<void> {
  const text = stringify({
    header: true,
    columns: CSV_COLUMNS,
    quoted_match: /[\r\n]/,
    cast: { string: (cell, { header }) => (header ? cell : guardCell(cell)) },
  });
  await pipeline(listCsvRows(db), text, stream, { end });
}
