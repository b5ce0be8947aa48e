import type { Locale } from './locale.ts';

const FORMATS = new Map<Locale, Intl.NumberFormat>();

/** A count: up to 999 in the reader's digits, over it in thousands with one decimal and k (`1.2k`), rounded half up. */
export function formatCount(count: number, locale: Locale): string {
  if (count <= 999) return format(locale).format(count);
  const tenths = Math.round(count / 100);
  return `${Math.trunc(tenths / 10)}.${tenths % 10}k`;
}

function format(locale: Locale): Intl.NumberFormat {
  const known = FORMATS.get(locale) ?? new Intl.NumberFormat(locale);
  FORMATS.set(locale, known);
  return known;
}
