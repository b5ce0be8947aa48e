import { type ProductRecord, type VariantRecord, workKeyOf } from './product-record.ts';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse, type Info } from 'csv-parse';
import { validateRow, type ValidRow } from './validate-csv-row.ts';
import {
  cleanCell,
  type CsvColumn,
  type CsvRow,
  sourceColumns,
  mapRow,
  type CsvMapping,
  InvalidFileError,
} from './csv-format.ts';

/** The content of a file: products to import, rejected rows, and rows that were accepted with a change. */
export type CsvContents = { products: ProductRecord[]; rejected: RowIssue[]; noted: RowIssue[] };

/** How the columns of a file map to ours, and whether its stock is a change. */
export type CsvReading = { mapping?: CsvMapping | undefined; isDelta?: boolean };

/** A row's cells by the names of the columns as the file has them, in lower case. */
export type FileCells = Readonly<Record<string, string>>;

/** A row as it was read: accepted, perhaps with a note, or rejected with the reason. */
export type ReadRow = { line: number; title: string } & (
  | { row: FileRow; note?: string }
  | { reason: string; cells: FileCells }
);

const REQUIRED_COLUMNS: readonly CsvColumn[] = ['title', 'contributors', 'format', 'list_price', 'language'];

/** Reads a small catalogue file as a whole; see {@link readCsvRows}. */
export async function readCsv(file: string, mapping?: CsvMapping, { isDelta = false } = {}): Promise<CsvContents> {
  const rows: FileRow[] = [];
  const [rejected, noted]: RowIssue[][] = [[], []];
  for await (const { line, title, ...read } of readCsvRows(file, { mapping, isDelta })) {
    if ('reason' in read) rejected!.push({ line, title, reason: read.reason });
    else rows.push(read.row);
    if ('note' in read) noted!.push({ line, title, reason: read.note! });
  }
  const joined = groupRowsByProduct(rows);
  const all = [...rejected!, ...joined.rejected].toSorted((a, b) => a.line - b.line);
  return { products: joined.products, rejected: all, noted: noted! };
}

/**
 * Reads the rows of a catalogue file (docs/operations.md), another shop's through a mapping, in constant memory. UTF-8, with or
 * without a byte order mark; columns in any order. Throws {@link InvalidFileError} with one sentence if the file is missing, a
 * required column is missing or a quote is not closed.
 */
export async function* readCsvRows(
  file: string,
  { mapping, isDelta = false }: CsvReading,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<ReadRow> {
  for await (const { line, bytes, bare, cells, fault } of parseRows(file, mapping)) {
    const checked = fault ? { reason: fault } : validateRow(cells, { isDelta });
    const about = { line, title: cells.title ?? '' };
    if ('reason' in checked) yield { ...about, reason: checked.reason, cells: bare };
    else {
      const { note, ...row } = checked;
      yield { ...about, row: { line, ...row }, ...(note !== undefined && { note }) };
    }
    onBytes(bytes);
  }
}

/** The names of a file's columns as they are there. */
export async function readHeader(file: string): Promise<string[]> {
  const parser = parse({ bom: true, to_line: 1, relax_column_count: true });
  pipeline(createReadStream(file, { end: MAX_HEADER_BYTES }), parser).catch(() => {});
  try {
    for await (const row of parser as AsyncIterable<string[]>) return row;
    return [];
  } catch (error) {
    throw toFileError(error, file);
  }
}

const MAX_HEADER_BYTES = 65_535;

type ParsedRow = { line: number; bytes: number; bare: FileCells; cells: CsvRow; fault?: string };

async function* parseRows(file: string, mapping: CsvMapping | undefined): AsyncGenerator<ParsedRow> {
  let width = 0;
  const columns = (header: string[]) => {
    width = header.length;
    return validateHeader(
      header.map((name) => name.trim().toLowerCase()),
      mapping,
    );
  };
  const parser = parse({ bom: true, info: true, skip_empty_lines: true, relax_column_count: true, columns });
  const reading = pipeline(createReadStream(file), parser);
  reading.catch(() => {});
  const lineOf = createLineCounter();
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>;
      info: Info & { error?: Error };
    }>) {
      const bare = Object.fromEntries(Object.entries(record).map(([column, cell]) => [column, cleanCell(cell)]));
      const cells: CsvRow = mapping ? mapRow(mapping, bare) : bare;
      const fault = info.error && `It does not have the header's ${width} cells; a comma or a quote may be missing.`;
      yield { line: lineOf(record, info.lines), bytes: info.bytes, bare, cells, ...(fault && { fault }) };
    }
    await reading;
  } catch (error) {
    throw toFileError(error, file);
  }
  if (width === 0) throw new InvalidFileError(`${file} is empty.`);
}

/** The columns of a file; throws if a required column is missing or a column occurs twice. */
function validateHeader(header: string[], mapping: CsvMapping | undefined): string[] {
  const needed = mapping ? sourceColumns(mapping) : REQUIRED_COLUMNS;
  const missing = needed.filter((name) => !header.includes(name));
  const twice = header.find((name, index) => name && header.indexOf(name) !== index);
  if (missing.length > 0)
    throw new InvalidFileError(
      `The first line lacks the columns ${missing.join(', ')}; cells are separated by commas.`,
    );
  if (twice) throw new InvalidFileError(`The first line has the column ${twice} twice.`);
  const unset = mapping ? REQUIRED_COLUMNS.filter((name) => !mapping[name]) : [];
  if (unset.length > 0) throw new InvalidFileError(`The mapping lacks the columns ${unset.join(', ')}.`);
  return header;
}

/** The parser counts lines to the end of a row, and CR LF inside quotes as two. */
function createLineCounter() {
  let excess = 0;
  return (record: Readonly<Record<string, string>>, linesRead: number): number => {
    const text = Object.values(record).join('');
    const line = linesRead - excess - (text.match(/[\r\n]/g)?.length ?? 0);
    excess += text.match(/\r\n/g)?.length ?? 0;
    return line;
  };
}

function toFileError(error: unknown, file: string): unknown {
  if (error instanceof CsvError)
    return new InvalidFileError(
      `${file} cannot be read from line ${String(error.lines)} on: a quote there is misplaced or not closed.`,
    );
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return new InvalidFileError(`There is no file ${file}.`);
  return code ? new InvalidFileError(`${file} cannot be read (${code}).`) : error;
}

/** A row that was rejected, or accepted with a change. `line` is where it begins in the file, the header being 1. */
export type RowIssue = { line: number; title: string; reason: string };
export type FileRow = Omit<ValidRow, 'note'> & { line: number };

/**
 * Groups rows into products, in order of first appearance. Empty cells of a product's first row are filled from later ones;
 * its publication date is that of its earliest edition. Of two rows for one edition the later wins.
 */
export function groupRowsByProduct(rows: readonly FileRow[]): { products: ProductRecord[]; rejected: RowIssue[] } {
  const { kept, rejected } = dropDuplicates(rows);
  const byWork = Map.groupBy(kept, (row) => workKeyOf(row.product));
  return { products: [...byWork.values()].map(mergeRows), rejected };
}

function dropDuplicates(rows: readonly FileRow[]): { kept: FileRow[]; rejected: RowIssue[] } {
  const latest = new Map(rows.map((row) => [variantKey(row), row]));
  const rejected = rows.flatMap((row) => {
    const later = latest.get(variantKey(row))!;
    return later === row ? [] : { line: row.line, title: row.product.title, reason: duplicateReason(row, later) };
  });
  return { kept: rows.filter((row) => latest.get(variantKey(row)) === row), rejected };
}

/** The key of an edition: its ISBN, or else title and format. */
export function variantKey({ product, variant }: FileRow): string {
  return variant.isbn ?? `${workKeyOf(product)}|${variant.format}`;
}

export function duplicateReason(row: FileRow, later: Pick<FileRow, 'line'>): string {
  const { isbn, format } = row.variant;
  const what = isbn ? `ISBN ${isbn}` : `A ${format} of this title without an ISBN`;
  return `${what} is on line ${row.line} and again on line ${later.line}; line ${later.line} is taken.`;
}

/** Merges the rows of one product. */
export function mergeRows(rows: readonly FileRow[]): ProductRecord {
  const [first, ...others] = rows.map((row) => row.product) as [FileRow['product'], ...FileRow['product'][]];
  const variants = rows.map((row) => row.variant);
  const filled = others.reduce(fillEmptyFields, first);
  return { ...filled, published: earliestPublished(variants), variants };
}

function fillEmptyFields(product: FileRow['product'], other: FileRow['product']): FileRow['product'] {
  return {
    ...product,
    subtitle: product.subtitle || other.subtitle,
    description: product.description || other.description,
    publisher: product.publisher || other.publisher,
    imprint: product.imprint || other.imprint,
    subjects: product.subjects.length > 0 ? product.subjects : other.subjects,
    series: product.series ?? other.series,
    popularity: product.popularity || other.popularity,
  };
}

function earliestPublished(variants: readonly VariantRecord[]): string | null {
  return variants.flatMap((variant) => variant.published ?? []).toSorted()[0] ?? null;
}
