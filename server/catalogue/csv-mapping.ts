import { readFile } from 'node:fs/promises';
import { CSV_COLUMNS, type CsvColumn, type CsvRow } from './csv-columns.ts';
import { isTransform, TRANSFORMS, type TransformName } from './csv-transforms.ts';
import { FileFault } from './file-fault.ts';

/**
 * Where a column of ours comes from in a foreign file: their column, changed by one of the transforms, with a text
 * in front (`prefix`) and another for empty cells (`else`); or the same text in every row.
 */
export type ColumnSource =
  | { from: string; transform?: TransformName; prefix?: string; else?: string }
  | { value: string };

/** How a foreign file becomes ours. Columns that are not named stay empty. */
export type CsvMapping = Partial<Record<CsvColumn, ColumnSource>>;

const KEYS = ['from', 'transform', 'prefix', 'else', 'value'];

/** Reads a mapping from a JSON file. Throws {@link FileFault} with one sentence for the first mistake in it. */
export async function readMapping(file: string): Promise<CsvMapping> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FileFault(`${file} cannot be read (${error.code}).`);
  });
  try {
    return parseMapping(JSON.parse(text));
  } catch (error) {
    throw new FileFault(`${file} is no mapping: ${(error as Error).message}`);
  }
}

/** Checks a mapping. Throws {@link FileFault} with a sentence that names the column at fault. */
export function parseMapping(value: unknown): CsvMapping {
  if (!isObject(value)) throw new FileFault('It must be an object with one entry per column.');
  for (const [column, source] of Object.entries(value)) {
    if (!(CSV_COLUMNS as readonly string[]).includes(column))
      throw new FileFault(`"${column}" is not a column of ours; they are ${CSV_COLUMNS.join(', ')}.`);
    const fault = faultOf(source);
    if (fault) throw new FileFault(`The entry of "${column}" ${fault}.`);
  }
  return value as CsvMapping;
}

/** The foreign columns that a mapping reads, in lower case, as a file's columns are known by. */
export function columnsRead(mapping: CsvMapping): string[] {
  return [
    ...new Set(Object.values(mapping).flatMap((source) => ('from' in source ? source.from.trim().toLowerCase() : []))),
  ];
}

/** A row of a foreign file (by its own column names in lower case) as a row of ours. */
export function mapRow(mapping: CsvMapping, row: Readonly<Record<string, string>>): CsvRow {
  return Object.fromEntries(Object.entries(mapping).map(([column, source]) => [column, cellFrom(source, row)]));
}

function cellFrom(source: ColumnSource, row: Readonly<Record<string, string>>): string {
  if ('value' in source) return source.value;
  const theirs = row[source.from.trim().toLowerCase()] ?? '';
  const ours = source.transform ? TRANSFORMS[source.transform](theirs) : theirs;
  return ours ? (source.prefix ?? '') + ours : (source.else ?? '');
}

function faultOf(source: unknown): string | undefined {
  if (!isObject(source)) return 'must be an object with "from" or "value"';
  const unknown = Object.keys(source).find((key) => !KEYS.includes(key));
  if (unknown) return `has "${unknown}", which is none of ${KEYS.join(', ')}`;
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
