import type { Accessibility } from '#domain/catalogue/accessibility.ts';
import type { Audience, EditionDetails } from '#domain/catalogue/edition.ts';
import { partialDate } from '#domain/dates.ts';
import { isLanguageTag } from '#domain/locale.ts';
import { joinList, splitList, type CsvColumn, type CsvRow } from './csv-format.ts';
import type { ProductRecord, SeriesPlace, VariantRecord } from './product-record.ts';

/*
 * The optional columns of a catalogue file. A file without one of them leaves what is stored; an empty cell removes it. The
 * columns of an edition's details belong together: a file that has one of them speaks of all.
 */

type Reading = { row: CsvRow; errors: string[] };
type ProductFacts = Pick<ProductRecord, 'moreSeries' | 'otherLanguages' | 'originalLanguage' | 'audience' | 'works'>;
type VariantFacts = Pick<
  VariantRecord,
  'availability' | 'publishingStatus' | 'embargo' | 'expected' | 'orderDays' | 'details' | 'accessibility'
>;

export function readProductFacts({ row, errors }: Reading): ProductFacts {
  const read = <T>(column: CsvColumn, parse: (cell: string) => T | undefined) =>
    readCell({ row, errors }, column, parse);
  const facts = {
    moreSeries: read('more_series', (cell) => listOf(cell, seriesPlace)),
    otherLanguages: read('other_languages', (cell) => listOf(cell, language)),
    originalLanguage: read('original_language', (cell) => optional(cell, language)),
    audience: read('audience', audience),
    works: read('works', (cell) => listOf(cell, (work) => (work.length <= 500 ? work : undefined))),
  };
  return withoutUndefined(facts);
}

export function readVariantFacts(reading: Reading): VariantFacts {
  const read = <T>(column: CsvColumn, parse: (cell: string) => T | undefined) => readCell(reading, column, parse);
  const facts = {
    availability: read('availability', (cell) => optional(cell, twoDigits)),
    publishingStatus: read('publishing_status', (cell) => optional(cell, twoDigits)),
    embargo: read('embargo', (cell) => optional(cell, date)),
    expected: read('expected', (cell) => optional(cell, date)),
    orderDays: read('order_days', (cell) => optional(cell, (text) => wholeNumber(text, 1000))),
    details: readDetails(reading),
    accessibility: readAccessibility(reading),
  };
  return withoutUndefined(facts);
}

/** The value of a cell; undefined where the file does not have the column, and with an error where it cannot be read. */
function readCell<T>(
  { row, errors }: Reading,
  column: CsvColumn,
  parse: (cell: string) => T | undefined,
): T | undefined {
  const cell = row[column];
  if (cell === undefined) return undefined;
  const value = parse(cell);
  if (value === undefined) errors.push(`The ${column.replaceAll('_', ' ')} "${cell.slice(0, 100)}" cannot be read.`);
  return value;
}

function withoutUndefined<T extends object>(facts: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]: Exclude<T[K], undefined> };
}

function optional<T>(cell: string, parse: (text: string) => T | undefined): T | null | undefined {
  return cell === '' ? null : parse(cell);
}

function listOf<T>(cell: string, parse: (text: string) => T | undefined): T[] | undefined {
  const values = splitList(cell).map(parse);
  return values.includes(undefined) ? undefined : (values as T[]);
}

function wholeNumber(text: string, most: number): number | undefined {
  return /^\d{1,6}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

function twoDigits(text: string): string | undefined {
  return /^\d\d$/.test(text) ? text : undefined;
}

function date(text: string): string | undefined {
  return partialDate(text) === text ? text : undefined;
}

function language(text: string): string | undefined {
  return isLanguageTag(text) ? Intl.getCanonicalLocales(text)[0] : undefined;
}

/** `Name #1`, or a name alone; a name that ends like a number is followed by a bare `#`. */
function seriesPlace(text: string): SeriesPlace | undefined {
  const [, name = '', number = ''] = /^(.*?)(?:\s*#\s*([^#]*))?$/s.exec(text) ?? [];
  const isValid = name !== '' && name.length <= 200 && number.length <= 20;
  return isValid ? { name, number: number || null } : undefined;
}

/** Codes of list 28 and a reading age: `02;9-12`, `9-`, `-12`. */
function audience(cell: string): Audience | null | undefined {
  const parts = splitList(cell);
  const ages = parts.filter((part) => part.includes('-'));
  const [, from, to] = /^(\d{0,2})-(\d{0,2})$/.exec(ages[0] ?? '-') ?? [];
  const groups = parts.filter((part) => !part.includes('-'));
  if (ages.length > 1 || from === undefined || groups.some((code) => !/^\d\d$/.test(code))) return undefined;
  if (groups.length === 0 && !from && !to) return null;
  return { groups, ageFrom: from ? Number(from) : null, ageTo: to ? Number(to) : null };
}

const DETAIL_COLUMNS = ['edition', 'edition_statement', 'dimensions', 'weight', 'duration', 'protection'] as const;

function readDetails(reading: Reading): EditionDetails | null | undefined {
  const { row, errors } = reading;
  if (DETAIL_COLUMNS.every((column) => row[column] === undefined)) return undefined;
  const whole = (column: CsvColumn) =>
    readCell({ row: { [column]: '', ...row }, errors }, column, (cell) =>
      optional(cell, (text) => wholeNumber(text, 999_999)),
    );
  const sides = readCell({ row: { dimensions: '', ...row }, errors }, 'dimensions', dimensions) ?? [];
  const statement = (row.edition_statement ?? '').slice(0, 200);
  const protections = splitList(row.protection ?? '').slice(0, 10);
  const all = {
    editionNumber: whole('edition'),
    editionStatement: statement || null,
    height: sides[0],
    width: sides[1],
    thickness: sides[2],
    weight: whole('weight'),
    duration: whole('duration'),
    protections: protections.length > 0 ? protections : null,
  };
  const known = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
  return known.length > 0 ? (Object.fromEntries(known) as EditionDetails) : null;
}

/** `198x129x20`, each side in millimetres; one that is not known is empty. */
function dimensions(cell: string): (number | undefined)[] | undefined {
  const sides = cell.split('x').map((side) => side.trim());
  if (sides.length > 3 || sides.some((side) => !/^\d{0,5}$/.test(side))) return undefined;
  return sides.map((side) => (side ? Number(side) : undefined));
}

/** Codes of list 196, each with `=` and its text where it has one, and codes of list 143. */
function readAccessibility({ row, errors }: Reading): Accessibility | null | undefined {
  if (row.accessibility === undefined && row.hazards === undefined) return undefined;
  const features = readCell({ row: { accessibility: '', ...row }, errors }, 'accessibility', (cell) =>
    listOf(cell, (part) => {
      const [, code, text = ''] = /^(\d\d)(?:=(.*))?$/s.exec(part) ?? [];
      return code === undefined ? undefined : { code, text };
    }),
  );
  const hazards = readCell({ row: { hazards: '', ...row }, errors }, 'hazards', (cell) => listOf(cell, twoDigits));
  if (!features || !hazards || features.length + hazards.length === 0) return null;
  return { features, hazards };
}

/** The cells of a product's optional columns. */
export function productFactCells(facts: Required<ProductFacts>) {
  const { audience: readers } = facts;
  const ages =
    readers && (readers.ageFrom ?? readers.ageTo) !== null ? `${readers.ageFrom ?? ''}-${readers.ageTo ?? ''}` : '';
  return {
    more_series: joinList(facts.moreSeries.map(formatSeriesPlace)),
    other_languages: facts.otherLanguages.join(';'),
    original_language: facts.originalLanguage ?? '',
    audience: [...(readers?.groups ?? []), ...(ages ? [ages] : [])].join(';'),
    works: joinList(facts.works),
  } satisfies CsvRow;
}

function formatSeriesPlace({ name, number }: SeriesPlace): string {
  if (number !== null) return `${name} #${number}`;
  return name.includes('#') ? `${name} #` : name;
}

/** The cells of an edition's optional columns. */
export function variantFactCells(facts: Required<VariantFacts>) {
  const { editionNumber, editionStatement = '', height, width, thickness, ...details } = facts.details ?? {};
  const sides = [height, width, thickness].map((side) => side ?? '').join('x');
  return {
    availability: facts.availability ?? '',
    publishing_status: facts.publishingStatus ?? '',
    embargo: facts.embargo ?? '',
    expected: facts.expected ?? '',
    order_days: String(facts.orderDays ?? ''),
    edition: String(editionNumber ?? ''),
    edition_statement: editionStatement,
    dimensions: sides.replace(/x+$/, ''),
    weight: String(details.weight ?? ''),
    duration: String(details.duration ?? ''),
    protection: (details.protections ?? []).join(';'),
    accessibility: joinList(
      (facts.accessibility?.features ?? []).map(({ code, text }) => (text ? `${code}=${text}` : code)),
    ),
    hazards: (facts.accessibility?.hazards ?? []).join(';'),
  } satisfies CsvRow;
}
