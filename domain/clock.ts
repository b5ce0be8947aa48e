import type { Locale } from './locale.ts';

/** Where a moment is told: the reader's language and time zone (IANA). */
export type Place = { locale: Locale; timeZone: string };

const FORMATS = new Map<string, Intl.DateTimeFormat>();
const TIME = { hour: 'numeric', minute: '2-digit', hour12: true } as const;
const MOMENT = { dateStyle: 'medium', timeStyle: 'short', hour12: true } as const;

/** A time of day on the specification's 12-hour clock: `2:05 pm`. */
export function formatTime(at: Date, place: Place): string {
  return format(place, TIME).format(at);
}

/** A day with its time on the 12-hour clock. */
export function formatMoment(at: Date, place: Place): string {
  return format(place, MOMENT).format(at);
}

export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof PARTS_OF_DAY)[number];

/** How one greets at an hour (0–23) of the reader's day; the night belongs to the evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

function format({ locale, timeZone }: Place, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${parts === TIME}`;
  const known = FORMATS.get(key) ?? new Intl.DateTimeFormat(locale, { ...parts, timeZone });
  FORMATS.set(key, known);
  return known;
}
