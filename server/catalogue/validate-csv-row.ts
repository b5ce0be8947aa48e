import { type ProductRecord, type VariantRecord, workKeyOf } from './product-record.ts';
import { formatSen, senFromRinggit, type Sen } from '#domain/money.ts';
import { parseContributors, parseSubjects, type CsvRow, type CsvColumn } from './csv-format.ts';
import { readProductFacts, readVariantFacts } from './csv-book-facts.ts';
import { ALL_FORMATS, isBookFormat, type BookFormat } from '#domain/catalogue/product.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { isLanguageTag } from '#domain/locale.ts';

/** A valid row: its product data and its edition. `note` says what was changed to accept it. */
export type ValidRow = {
  product: Omit<ProductRecord, 'variants' | 'published'>;
  variant: VariantRecord;
  note?: string;
};

/** In bytes. Work keys are in a unique index, whose entries PostgreSQL limits. */
const MAX_WORK_KEY_BYTES = 2000;
/** Volumes sort the series in hundredths, which must fit a column. */
const MAX_SERIES_NUMBER = 1_000_000;

/** Validates a row of unescaped cells. Returns the reasons, one sentence each, if it is rejected. */
export function validateRow(row: CsvRow, { isDelta = false } = {}): ValidRow | { reason: string } {
  const reading: RowReader = { row, errors: [] };
  const product = readProduct(reading);
  const { variant, note } = readVariant(reading, { isDelta });
  if (reading.errors.length === 0 && Buffer.byteLength(workKeyOf(product)) > MAX_WORK_KEY_BYTES)
    return { reason: 'The title and its first contributor are too long together.' };
  if (reading.errors.length > 0) return { reason: reading.errors.join(' ') };
  return { product, variant, ...(note !== undefined && { note }) };
}

function readProduct(reading: RowReader): ValidRow['product'] {
  const work = readText(reading, 'work', MAX_WORK_KEY_BYTES);
  return {
    ...(work && { work }),
    title: readRequired(reading, 'title', 500),
    subtitle: readText(reading, 'subtitle', 500),
    contributors: readContributors(reading),
    language: readLanguage(reading),
    description: readText(reading, 'description', 20_000),
    publisher: readText(reading, 'publisher', 200),
    imprint: readText(reading, 'imprint', 200),
    subjects: parseSubjects(readText(reading, 'subjects', 500)),
    series: readSeries(reading),
    popularity: readInteger(reading, 'popularity'),
    ...readProductFacts(reading),
  };
}

function readContributors(reading: RowReader): ProductRecord['contributors'] {
  const contributors = parseContributors(readText(reading, 'contributors', 2000));
  if (contributors.length === 0) reading.errors.push('There is no contributor.');
  if (contributors.some(({ name }) => name.length > 200))
    reading.errors.push('A contributor has more than 200 characters.');
  return contributors;
}

function readSeries(reading: RowReader): ProductRecord['series'] {
  const name = readText(reading, 'series', 200);
  const number = readText(reading, 'series_number', 20);
  if (Math.abs(Number.parseFloat(number)) > MAX_SERIES_NUMBER) reading.errors.push(`No series has a volume ${number}.`);
  return name ? { name, number: number || null } : null;
}

function readVariant(reading: RowReader, stock: { isDelta: boolean }): Pick<ValidRow, 'variant' | 'note'> {
  readRequired(reading, 'list_price', 20);
  const listPrice = readPrice(reading, 'list_price');
  const memberPrice = reading.row.member_price ? readPrice(reading, 'member_price') : listPrice;
  const stockAsOf = readTimestamp(reading, 'stock_as_of');
  const variant: VariantRecord = {
    isbn: readIsbn(reading),
    format: readFormat(reading),
    listPrice,
    memberPrice: Math.min(memberPrice, listPrice),
    stock: readStock(reading, stock),
    ...(stockAsOf !== undefined && { stockAsOf }),
    pages: readInteger(reading, 'pages') || null,
    published: readDate(reading),
    ...readVariantFacts(reading),
  };
  if (memberPrice <= listPrice) return { variant };
  return {
    variant,
    note: `The member price ${formatSen(memberPrice)} is above the list price; it was cut to ${formatSen(listPrice)}.`,
  };
}

/** A row being read: each mistake becomes a sentence in `faults`, and the cell gets a placeholder value. */
export type RowReader = { row: CsvRow; errors: string[] };

/** A text of limited length; empty for an empty cell. */
export function readText({ row, errors }: RowReader, column: CsvColumn, most: number): string {
  const cell = row[column] ?? '';
  if (cell.length > most) errors.push(`The ${columnLabel(column)} has more than ${most} characters.`);
  if (cell.includes('\uFFFD'))
    errors.push(`The ${columnLabel(column)} holds a broken character; the file must be UTF-8.`);
  return cell;
}

export function readRequired(reading: RowReader, column: CsvColumn, most: number): string {
  const cell = readText(reading, column, most);
  if (!cell) reading.errors.push(`The ${columnLabel(column)} is missing.`);
  return cell;
}

/** An amount in RM with at most two decimals, above 0 and below a million, in sen; 0 stands for an empty cell. */
export function readPrice({ row, errors }: RowReader, column: 'list_price' | 'member_price'): Sen {
  const cell = row[column] ?? '';
  const sen = /^\d{1,6}(\.\d{1,2})?$/.test(cell) ? senFromRinggit(Number(cell)) : 0;
  if (cell && sen === 0)
    errors.push(`The ${columnLabel(column)} "${cell}" is not an amount in RM above 0, such as 39.90.`);
  return sen;
}

/** A whole number of at most nine digits; 0 where the cell is empty. */
export function readInteger({ row, errors }: RowReader, column: 'pages' | 'popularity'): number {
  const cell = row[column] ?? '';
  if (/^\d{0,9}$/.test(cell)) return Number(cell);
  errors.push(`The ${column} "${cell}" is not a whole number from 0 to 999999999.`);
  return 0;
}

/** A whole number of copies, or null for an empty cell; a change may be negative. */
export function readStock({ row, errors }: RowReader, { isDelta }: { isDelta: boolean }): number | null {
  const cell = row.stock ?? '';
  if (cell === '') return null;
  if ((isDelta ? /^[+-]?\d{1,9}$/ : /^\d{1,9}$/).test(cell)) return Number(cell);
  errors.push(`The stock "${cell}" is not a whole number from ${isDelta ? '-999999999' : '0'} to 999999999.`);
  return null;
}

/** A time in ISO 8601, in Malaysia's time zone unless it names one; undefined for an empty cell. */
export function readTimestamp({ row, errors }: RowReader, column: 'stock_as_of'): string | undefined {
  const cell = row[column] ?? '';
  const moment = parseTimestamp(cell);
  if (cell && moment === undefined)
    errors.push(`The ${columnLabel(column)} "${cell}" is not a time such as 2026-11-22T18:00+08:00.`);
  return moment;
}

/** ISO 8601 with its zone, by default Malaysia's; undefined for a time that does not exist. */
export function parseTimestamp(text: string): string | undefined {
  const [, day, time, zone = '+08:00'] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? [];
  if (day === undefined || !isCalendarDate(day)) return undefined;
  const moment = `${day}T${time}${zone}`;
  return Number.isNaN(Date.parse(moment)) ? undefined : moment;
}

/** Thirteen digits, or null where the cell is empty. */
export function readIsbn({ row, errors }: RowReader): string | null {
  if (!row.isbn) return null;
  const isbn = parseIsbn(row.isbn);
  if (isbn === undefined) errors.push(`"${row.isbn}" is not a valid ISBN.`);
  return isbn ?? null;
}

export function readFormat(reading: RowReader): BookFormat {
  const cell = readRequired(reading, 'format', 50);
  if (isBookFormat(cell)) return cell;
  if (cell) reading.errors.push(`The format "${cell}" is none of ${ALL_FORMATS.join(', ')}.`);
  return 'paperback';
}

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, or null where the cell is empty. */
export function readDate({ row, errors }: RowReader): string | null {
  const cell = row.published ?? '';
  if (cell && !isCalendarDate(cell)) errors.push(`The date "${cell}" is not YYYY, YYYY-MM or YYYY-MM-DD.`);
  return cell || null;
}

/** A canonical BCP 47 tag of language, script and region: `EN-us` and `eng` become `en-US` and `en`. */
export function readLanguage(reading: RowReader): string {
  const cell = readRequired(reading, 'language', 35);
  const tag = canonicalLanguageTag(cell);
  if (cell && tag === undefined) reading.errors.push(`The language "${cell}" is not BCP 47, such as en or pt-BR.`);
  return tag ?? cell;
}

function columnLabel(column: CsvColumn): string {
  return column.replaceAll('_', ' ');
}

/** `2026-02-31` parses as a day in March, which reveals that it does not exist. */
function isCalendarDate(text: string): boolean {
  if (!/^\d{4}(-\d{2}){0,2}$/.test(text)) return false;
  const read = new Date(text);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(text);
}

function canonicalLanguageTag(text: string): string | undefined {
  try {
    return isLanguageTag(text) ? Intl.getCanonicalLocales(text)[0] : undefined;
  } catch {
    return undefined;
  }
}
