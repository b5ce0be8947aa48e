import { ALL_FORMATS, isBookFormat, type BookFormat } from '#domain/book-format.ts';
import { parseIsbn } from '#domain/isbn.ts';
import { senFromRinggit, type Sen } from '#domain/money.ts';
import type { CsvColumn, CsvRow } from './csv-columns.ts';

/** A row being read: each mistake becomes a sentence in `faults`, and a harmless value stands in for the cell. */
export type Reading = { row: CsvRow; faults: string[] };

/** At most so many characters; empty where there is none. */
export function readText({ row, faults }: Reading, column: CsvColumn, most: number): string {
  const cell = row[column] ?? '';
  if (cell.length > most) faults.push(`The ${nameOf(column)} has more than ${most} characters.`);
  if (cell.includes('\uFFFD')) faults.push(`The ${nameOf(column)} holds a broken character; the file must be UTF-8.`);
  return cell;
}

export function readRequired(reading: Reading, column: CsvColumn, most: number): string {
  const cell = readText(reading, column, most);
  if (!cell) reading.faults.push(`The ${nameOf(column)} is missing.`);
  return cell;
}

/** An amount in RM with at most two decimals, above 0 and below a million, in sen; 0 stands for an empty cell. */
export function readPrice({ row, faults }: Reading, column: 'list_price' | 'member_price'): Sen {
  const cell = row[column] ?? '';
  const sen = /^\d{1,6}(\.\d{1,2})?$/.test(cell) ? senFromRinggit(Number(cell)) : 0;
  if (cell && sen === 0) faults.push(`The ${nameOf(column)} "${cell}" is not an amount in RM above 0, such as 39.90.`);
  return sen;
}

/** A whole number of at most nine digits; 0 where the cell is empty. */
export function readWhole({ row, faults }: Reading, column: 'stock' | 'pages' | 'popularity'): number {
  const cell = row[column] ?? '';
  if (/^\d{0,9}$/.test(cell)) return Number(cell);
  faults.push(`The ${column} "${cell}" is not a whole number from 0 to 999999999.`);
  return 0;
}

/** Thirteen digits, or null where the cell is empty. */
export function readIsbn({ row, faults }: Reading): string | null {
  if (!row.isbn) return null;
  const isbn = parseIsbn(row.isbn);
  if (isbn === undefined) faults.push(`"${row.isbn}" is not a valid ISBN.`);
  return isbn ?? null;
}

export function readFormat(reading: Reading): BookFormat {
  const cell = readRequired(reading, 'format', 50);
  if (isBookFormat(cell)) return cell;
  if (cell) reading.faults.push(`The format "${cell}" is none of ${ALL_FORMATS.join(', ')}.`);
  return 'paperback';
}

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or null where the cell is empty. */
export function readDate({ row, faults }: Reading): string | null {
  const cell = row.published ?? '';
  if (cell && !isDate(cell)) faults.push(`The date "${cell}" is not YYYY, YYYY-MM or YYYY-MM-DD.`);
  return cell || null;
}

/** A BCP 47 tag in its usual writing: `EN-us` and `eng` become `en-US` and `en`. */
export function readLanguage(reading: Reading): string {
  const cell = readRequired(reading, 'language', 35);
  const tag = canonicalTag(cell);
  if (cell && tag === undefined) reading.faults.push(`The language "${cell}" is not BCP 47, such as en or pt-BR.`);
  return tag ?? cell;
}

function nameOf(column: CsvColumn): string {
  return column.replaceAll('_', ' ');
}

/** `2026-02-31` is read as a day of March, which shows that there is no such day. */
function isDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}){0,2}$/.test(text)) return false;
  const read = new Date(text);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
}

function canonicalTag(text: string): string | undefined {
  try {
    return /^[a-z]{2,3}(-|$)/i.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined;
  } catch {
    return undefined;
  }
}
