import type { Locale } from './locale.ts';

const YEAR = { year: 'numeric' } as const;
const MONTH = { ...YEAR, month: 'long' } as const;
const DAY = { ...MONTH, day: 'numeric' } as const;
const MINUTE = { dateStyle: 'long', timeStyle: 'short' } as const;
const BY_PRECISION = [YEAR, MONTH, DAY];

/** A date as precise as it is known (`1926`, `1926-10`, `1926-10-14`), in the reader's language. */
export function formatDate(date: string, locale: Locale): string {
  const precision = date.split('-').length - 1;
  if (precision === 0) return date;
  return format(locale, BY_PRECISION[precision]!).format(new Date(`${date.padEnd(10, '-01')}T12:00:00Z`));
}

/** A moment of the wire (ISO 8601) as its day in Malaysia. */
export function formatDay(iso: string, locale: Locale): string {
  return format(locale, DAY).format(new Date(iso));
}

/** A moment of the wire as its day and time in Malaysia. */
export function formatDayAndTime(iso: string, locale: Locale): string {
  return format(locale, MINUTE).format(new Date(iso));
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** English is Malaysia's own. */
function format(locale: Locale, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(parts);
  const tag = locale === 'en' ? 'en-MY' : locale;
  const known = FORMATS.get(key) ?? new Intl.DateTimeFormat(tag, { ...parts, timeZone: 'Asia/Kuala_Lumpur' });
  FORMATS.set(key, known);
  return known;
}
