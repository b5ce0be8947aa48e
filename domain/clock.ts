import { dateFormat } from './date-format.ts';
import type { Locale } from './locale.ts';

const HOUR = { hour: 'numeric', hourCycle: 'h23' } as const;
const TIME = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
const MOMENT = { dateStyle: 'long', timeStyle: 'short', hour12: true } as const;

/** A time of day in Malaysia on the specification's 12-hour clock: `2:05 pm`. */
export function formatTime(iso: string, locale: Locale): string {
  return dateFormat(locale, TIME).format(new Date(iso));
}

/** A day in Malaysia with its time on the 12-hour clock. */
export function formatMoment(iso: string, locale: Locale): string {
  return dateFormat(locale, MOMENT).format(new Date(iso));
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** How one greets at a moment in Malaysia; the night belongs to the evening. */
export function partOfDay(iso: string): PartOfDay {
  const hour = Number(dateFormat('en', HOUR).format(new Date(iso)));
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
