import { parseIsbn } from '#domain/isbn.ts';
import { writeContributors } from './csv-cells.ts';

/** What a mapping may do to a foreign cell. Each answers an empty cell where there is nothing to be had. */
export const TRANSFORMS = {
  /** An ISBN-10 that lost its leading zeros in a spreadsheet; one that is not valid is no ISBN, and the row stays. */
  isbn10: (text: string) => parseIsbn(text.padStart(10, '0')) ?? '',
  /** `2008.0` is 2008; years before 1000 are no date of a book that we sell. */
  year: (text: string) => /^[12]\d{3}(?=\.0*$|$)/.exec(text)?.[0] ?? '',
  /** `eng`, `ger`, `en-US` as the language alone (`en`, `de`): readers look for a language, not for its region. */
  language3: languageOf,
  /** `A, B` as two authors. `Jr.` and the like stay with their name. */
  authors: (text: string) => writeContributors(splitNames(text).map((name) => ({ name, role: 'author' }))),
  /** `Title (Series, #1)` in its three parts; brackets without a number belong to the title. */
  'title-of-series-title': (text: string) => splitSeriesTitle(text).title,
  'series-of-series-title': (text: string) => splitSeriesTitle(text).series,
  'number-of-series-title': (text: string) => splitSeriesTitle(text).number,
  /** How many readers or ratings, on our scale of 0 to 100: logarithmic, ten million is 100. */
  popularity: (text: string) =>
    /^\d+$/.test(text) ? String(Math.min(100, Math.round((Math.log10(Number(text) + 1) / 7) * 100))) : '',
} satisfies Record<string, (text: string) => string>;

export type TransformName = keyof typeof TRANSFORMS;

export function isTransform(name: string): name is TransformName {
  return Object.hasOwn(TRANSFORMS, name);
}

function languageOf(text: string): string {
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

/** Of several series the first: `Equal Rites (Discworld, #3; Witches #1)`. */
function splitSeriesTitle(text: string): { title: string; series: string; number: string } {
  const [, title, brackets] = /^(.*\S)\s*\(((?:[^()]|\([^()]*\))*#(?:[^()]|\([^()]*\))*)\)$/.exec(text) ?? [];
  const [, series, number] = /^(.*?),?\s*#\s*([\d.]+(?:\s*[-–]\s*[\d.]+)?)/.exec(brackets?.split(';')[0] ?? '') ?? [];
  return title && series && number ? { title, series, number } : { title: text, series: '', number: '' };
}
