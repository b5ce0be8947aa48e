import type { Locale } from '#domain/locale.ts';

const FORMATS = new Map<string, Intl.DateTimeFormat>();
const PARTS: Intl.DateTimeFormatOptions[] = [
  { year: 'numeric' },
  { year: 'numeric', month: 'long' },
  { year: 'numeric', month: 'long', day: 'numeric' },
];

/** A date as precise as it is known (`1926`, `1926-10`, `1926-10-14`), in the reader's language. */
export function formatDay(date: string, locale: Locale): string {
  const precision = date.split('-').length - 1;
  if (precision === 0) return date;
  return format(locale, PARTS[precision]!).format(new Date(`${date.padEnd(10, '-01')}T12:00:00Z`));
}

/** A moment as a day in Malaysia. */
export function formatMoment(iso: string, locale: Locale): string {
  return format(locale, PARTS[2]!).format(new Date(iso));
}

/** Whether a publication date has not come yet. */
export function isInFuture(date: string): boolean {
  return date > new Date().toISOString().slice(0, date.length);
}

function format(locale: Locale, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(parts);
  const known =
    FORMATS.get(key) ??
    new Intl.DateTimeFormat(locale === 'en' ? 'en-MY' : locale, { ...parts, timeZone: 'Asia/Kuala_Lumpur' });
  FORMATS.set(key, known);
  return known;
}
