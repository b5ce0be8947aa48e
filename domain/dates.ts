import { dateFormat } from './date-format.ts';
import type { Locale } from './locale.ts';
import { dayInMalaysia } from './time-zone.ts';

const YEAR = { year: 'numeric' } as const;
const MONTH = { ...YEAR, month: 'long' } as const;
const DAY = { ...MONTH, day: 'numeric' } as const;
const BY_PRECISION = [YEAR, MONTH, DAY];

/** A date as precise as it is known (`1926`, `1926-10`, `1926-10-14`), in the reader's language. */
export function formatDate(date: string, locale: Locale): string {
  const precision = date.split('-').length - 1;
  if (precision === 0) return date;
  return dateFormat(locale, BY_PRECISION[precision]!).format(new Date(`${date.padEnd(10, '-01')}T12:00:00Z`));
}

/** A moment of the wire (ISO 8601) as its day in Malaysia. */
export function formatDay(iso: string, locale: Locale): string {
  return dateFormat(locale, DAY).format(new Date(iso));
}

/** Whether a date, as precise as it is known, has not come yet at a moment of the wire: a day begins at Malaysia's midnight. */
export function isInFuture(date: string, now: string): boolean {
  return date > dayInMalaysia(now).slice(0, date.length);
}
