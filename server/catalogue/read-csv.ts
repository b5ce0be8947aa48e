import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Info } from 'csv-parse';
import { checkRow } from './check-csv-row.ts';
import { bareCell } from './csv-cells.ts';
import type { CsvColumn, CsvRow } from './csv-columns.ts';
import { columnsRead, mapRow, type CsvMapping } from './csv-mapping.ts';
import { FileFault } from './file-fault.ts';
import type { TitleRecord } from './import-title.ts';
import { joinRows, type Rejected, type RowOfFile } from './join-csv-rows.ts';

export type { Rejected } from './join-csv-rows.ts';

/** What a file holds: titles that can be imported, rows set aside, and rows taken with a change. */
export type CsvContents = { titles: TitleRecord[]; rejected: Rejected[]; noted: Rejected[] };

const REQUIRED: readonly CsvColumn[] = ['title', 'contributors', 'format', 'list_price', 'language'];

/**
 * Reads a catalogue file (docs/operations.md), a foreign one by its mapping. UTF-8, with or without a byte order
 * mark; columns in any order. Throws {@link FileFault} with one sentence where the file cannot be read as a whole: it
 * is not there, a required column is missing, a quote is not closed.
 */
export async function readCsv(file: string, mapping?: CsvMapping): Promise<CsvContents> {
  const rows: RowOfFile[] = [];
  const rejected: Rejected[] = [];
  const noted: Rejected[] = [];
  for await (const { line, cells, fault } of parseFile(file, mapping)) {
    const checked = fault ? { reason: fault } : checkRow(cells);
    const about = { line, title: cells.title ?? '' };
    if ('reason' in checked) rejected.push({ ...about, reason: checked.reason });
    else rows.push({ line, ...checked });
    if ('note' in checked) noted.push({ ...about, reason: checked.note });
  }
  const joined = joinRows(rows);
  const all = [...rejected, ...joined.rejected].toSorted((a, b) => a.line - b.line);
  return { titles: joined.titles, rejected: all, noted };
}

type ParsedRow = { line: number; cells: CsvRow; fault?: string };

async function* parseFile(file: string, mapping: CsvMapping | undefined): AsyncGenerator<ParsedRow> {
  let width = 0;
  const columns = (header: string[]) => {
    width = header.length;
    return checkHeader(
      header.map((name) => name.trim().toLowerCase()),
      mapping,
    );
  };
  const parser = parse({ bom: true, info: true, skip_empty_lines: true, relax_column_count: true, columns });
  const reading = pipeline(createReadStream(file), parser);
  reading.catch(() => {});
  const lineOf = lineCounter();
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: Info & { error?: Error };
    }>) {
      const bare = Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, bareCell(cell)]));
      const cells: CsvRow = mapping ? mapRow(mapping, bare) : bare;
      const fault = info.error && `It does not have the header's ${width} cells; a comma or a quote may be missing.`;
      yield { line: lineOf(record, info.lines), cells, ...(fault && { fault }) };
    }
    await reading;
  } catch (error) {
    throw asFault(error, file);
  }
  if (width === 0) throw new FileFault(`${file} is empty.`);
}

/** Names the columns of a file; refuses one that lacks what every row needs, or has a column twice. */
function checkHeader(header: string[], mapping: CsvMapping | undefined): string[] {
  const needed = mapping ? columnsRead(mapping) : REQUIRED;
  const missing = needed.filter((name) => !header.includes(name));
  const twice = header.find((name, index) => name && header.indexOf(name) !== index);
  if (missing.length > 0)
    throw new FileFault(`The first line lacks the columns ${missing.join(', ')}; cells are separated by commas.`);
  if (twice) throw new FileFault(`The first line has the column ${twice} twice.`);
  const unset = mapping ? REQUIRED.filter((name) => !mapping[name]) : [];
  if (unset.length > 0) throw new FileFault(`The mapping lacks the columns ${unset.join(', ')}.`);
  return header;
}

/** The parser counts lines to the end of a row, and CR LF inside quotes as two. */
function lineCounter() {
  let excess = 0;
  return (record: Readonly<Record<string, string>>, linesRead: number): number => {
    const text = Object.values(record).join('');
    const line = linesRead - excess - (text.match(/[\r\n]/g)?.length ?? 0);
    excess += text.match(/\r\n/g)?.length ?? 0;
    return line;
  };
}

function asFault(error: unknown, file: string): unknown {
  if (error instanceof CsvError)
    return new FileFault(
      `${file} cannot be read from line ${String(error.lines)} on: a quote there is misplaced or not closed.`,
    );
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return new FileFault(`There is no file ${file}.`);
  return code ? new FileFault(`${file} cannot be read (${code}).`) : error;
}
