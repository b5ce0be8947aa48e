import type { ProductRecord } from './product-record.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { readFile } from 'node:fs/promises';

/** The columns of a catalogue file (docs/operations.md), in the order in which `export csv` writes them. */
export const CSV_COLUMNS = [
  'work',
  'isbn',
  'title',
  'subtitle',
  'contributors',
  'format',
  'list_price',
  'member_price',
  'stock',
  'language',
  'publisher',
  'imprint',
  'published',
  'subjects',
  'series',
  'series_number',
  'pages',
  'description',
  'popularity',
  'stock_as_of',
  'more_series',
  'other_languages',
  'original_language',
  'audience',
  'works',
  'availability',
  'publishing_status',
  'embargo',
  'expected',
  'order_days',
  'edition',
  'edition_statement',
  'dimensions',
  'weight',
  'duration',
  'protection',
  'accessibility',
  'hazards',
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
export type CsvRow = Partial<Record<CsvColumn, string>>;

/** A file that cannot be imported at all, with one sentence for the operator. */
export class InvalidFileError extends Error {}

type Contributor = ProductRecord['contributors'][number];

/** A cell for a file that a spreadsheet may open: one that would run as a formula is prefixed with an apostrophe. */
export function escapeFormula(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** Undoes {@link escapeFormula}, removes control characters and trims. */
export function cleanCell(text: string): string {
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  const clean = text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, '').trim();
  return /^'+[=+\-@\t\r]/.test(clean) ? clean.slice(1) : clean;
}

/** `Name (author); Name (translator)`; the default role is author. A `;` in a name is written `\;`. */
export function parseContributors(cell: string): Contributor[] {
  return splitList(cell).map(parseContributor);
}

export function formatContributors(contributors: readonly Contributor[]): string {
  return joinList(contributors.map(({ name, role }) => `${name} (${role})`));
}

/** The parts of a cell, which `;` separates; one within a part is written `\\;`. */
export function splitList(cell: string): string[] {
  const parts = cell.match(/(?:\\[^]|[^;\\])+/g) ?? [];
  return parts.map((part) => part.replace(/\\([^])/g, '$1').trim()).filter(Boolean);
}

/** Undoes {@link splitList}. */
export function joinList(parts: readonly string[]): string {
  return parts.map((part) => part.replace(/[;\\]/g, '\\$&')).join('; ');
}

/** Codes separated by `;`. */
export function parseSubjects(cell: string): string[] {
  return cell
    .split(';')
    .map((code) => code.trim())
    .filter(Boolean);
}

function parseContributor(text: string): Contributor {
  const [, name, role] = /^(.*\S)\s*\(([^()]+)\)$/.exec(text) ?? [];
  if (!name || !role) return { name: text, role: 'author' };
  const word = role.trim();
  return { name, role: /^[A-Z]\d\d$/.test(word) ? word : word.toLowerCase() };
}

/** The transforms of a mapping. Each returns an empty cell where there is no value. */
export const TRANSFORMS = {
  /** An ISBN-10 that lost its leading zeros in a spreadsheet; an invalid one becomes empty, and the row is kept. */
  isbn10: (text: string) => parseIsbn(text.padStart(10, '0')) ?? '',
  /** `2008.0` becomes 2008; years before 1000 become empty. */
  year: (text: string) => /^[12]\d{3}(?=\.0*$|$)/.exec(text)?.[0] ?? '',
  /** `eng`, `ger`, `en-US` become the language alone (`en`, `de`): readers search for a language, not a region. */
  language3: baseLanguage,
  /** `A, B` becomes two authors. `Jr.` and the like stay with their name. */
  authors: (text: string) => formatContributors(splitNames(text).map((name) => ({ name, role: 'author' }))),
  /** Splits `Title (Series, #1)` into three parts; brackets without a number belong to the title. */
  'title-of-series-title': (text: string) => splitSeriesTitle(text).title,
  'series-of-series-title': (text: string) => splitSeriesTitle(text).series,
  'number-of-series-title': (text: string) => splitSeriesTitle(text).number,
  /** A number of readers or ratings on our scale of 0 to 100: logarithmic, ten million is 100. */
  popularity: (text: string) =>
    /^\d+$/.test(text) ? String(Math.min(100, Math.round((Math.log10(Number(text) + 1) / 7) * 100))) : '',
} satisfies Record<string, (text: string) => string>;

export type TransformName = keyof typeof TRANSFORMS;

export function isTransform(name: string): name is TransformName {
  return Object.hasOwn(TRANSFORMS, name);
}

function baseLanguage(text: string): string {
  try {
    return new Intl.Locale(text.replaceAll('_', '-')).language;
  } catch {
    return '';
  }
}

function splitNames(text: string): string[] {
  return text
    .split(/,(?!\s*(?:Jr|Sr|II|III)\b)/)
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Matches the first of several series: `Equal Rites (Discworld, #3; Witches #1)`. */
function splitSeriesTitle(text: string): { title: string; series: string; number: string } {
  const [, title, brackets] = /^(.*\S)\s*\(((?:[^()]|\([^()]*\))*#(?:[^()]|\([^()]*\))*)\)$/.exec(text) ?? [];
  const [, series, number] = /^(.*?),?\s*#\s*([\d.]+(?:\s*[-–]\s*[\d.]+)?)/.exec(brackets?.split(';')[0] ?? '') ?? [];
  return title && series && number ? { title, series, number } : { title: text, series: '', number: '' };
}

/**
 * The source of one of our columns in another file: its column, optionally with a transform, a `prefix` and a default for
 * empty cells (`else`); or the same text in every row.
 */
export type ColumnSource =
  | { from: string; transform?: TransformName; prefix?: string; else?: string }
  | { value: string };

/** The mapping of another file's columns to ours. Columns that are not named stay empty. */
export type CsvMapping = Partial<Record<CsvColumn, ColumnSource>>;

const SOURCE_KEYS = ['from', 'transform', 'prefix', 'else', 'value'];

/** Reads a mapping from a JSON file. Throws {@link InvalidFileError} with one sentence for the first mistake in it. */
export async function readMapping(file: string): Promise<CsvMapping> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InvalidFileError(`${file} cannot be read (${error.code}).`);
  });
  try {
    return parseMapping(JSON.parse(text));
  } catch (error) {
    throw new InvalidFileError(`${file} is no mapping: ${(error as Error).message}`);
  }
}

/** Validates a mapping. Throws {@link InvalidFileError} with a sentence that names the invalid column. */
export function parseMapping(value: unknown): CsvMapping {
  if (!isObject(value)) throw new InvalidFileError('It must be an object with one entry per column.');
  for (const [column, source] of Object.entries(value)) {
    if (!(CSV_COLUMNS as readonly string[]).includes(column))
      throw new InvalidFileError(`"${column}" is not a column of ours; they are ${CSV_COLUMNS.join(', ')}.`);
    const fault = mappingError(source);
    if (fault) throw new InvalidFileError(`The entry of "${column}" ${fault}.`);
  }
  return value as CsvMapping;
}

/** The columns that a mapping reads, in lower case like the column names of a file. */
export function sourceColumns(mapping: CsvMapping): string[] {
  return [
    ...new Set(Object.values(mapping).flatMap((source) => ('from' in source ? source.from.trim().toLowerCase() : []))),
  ];
}

/** Maps a row of another file (by its column names in lower case) to our columns. */
export function mapRow(mapping: CsvMapping, row: Readonly<Record<string, string>>): CsvRow {
  return Object.fromEntries(Object.entries(mapping).map(([column, source]) => [column, mapCell(source, row)]));
}

function mapCell(source: ColumnSource, row: Readonly<Record<string, string>>): string {
  if ('value' in source) return source.value;
  const theirs = row[source.from.trim().toLowerCase()] ?? '';
  const ours = source.transform ? TRANSFORMS[source.transform](theirs) : theirs;
  return ours ? (source.prefix ?? '') + ours : (source.else ?? '');
}

function mappingError(source: unknown): string | undefined {
  if (!isObject(source)) return 'must be an object with "from" or "value"';
  const unknown = Object.keys(source).find((key) => !SOURCE_KEYS.includes(key));
  if (unknown) return `has "${unknown}", which is none of ${SOURCE_KEYS.join(', ')}`;
  if (Object.values(source).some((text) => typeof text !== 'string')) return 'must hold texts only';
  if ('from' in source === 'value' in source) return 'needs either "from" or "value"';
  if ('value' in source && Object.keys(source).length > 1) return 'has a "value", which takes nothing beside it';
  const { transform } = source as { transform?: string };
  if (transform === undefined || isTransform(transform)) return undefined;
  return `has the unknown transform "${transform}"; there are ${Object.keys(TRANSFORMS).join(', ')}`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
