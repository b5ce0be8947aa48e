import type { Locale, Calendar } from './locale.ts';

const YEAR = { year: 'numeric' } as const;
const MONTH = { ...YEAR, month: 'long' } as const;
const DAY = { ...MONTH, day: 'numeric' } as const;
const BY_PRECISION = [YEAR, MONTH, DAY];

/** A date as precise as it is known (`1926`, `1926-10`, `1926-10-14`), in the reader's language; no date as it is. */
export function formatDate(date: string, locale: Locale): string {
  const parts = BY_PRECISION[date.split('-').length - 1];
  const day = new Date(`${date.padEnd(10, '-01')}T12:00:00Z`);
  if (parts === YEAR || parts === undefined || Number.isNaN(day.getTime())) return date;
  return dateFormat(locale, parts).format(day);
}

const SHORT_MONTH = { month: 'short' } as const;
const SHORT_DATE = { ...SHORT_MONTH, day: 'numeric' } as const;

/** As {@link formatDate} in few letters: `14 Oct 1926`, and without the year a day in that of `today`. */
export function formatShortDate(date: string, locale: Locale, today: string): string {
  const [year = '', month, day] = date.split('-');
  const moment = new Date(`${firstDayOf(date)}T12:00:00Z`);
  if (month === undefined || Number.isNaN(moment.getTime())) return date;
  const isThisYear = day !== undefined && today.startsWith(year);
  const shown = isThisYear ? SHORT_DATE : { ...(day === undefined ? SHORT_MONTH : SHORT_DATE), ...YEAR };
  return dateFormat(locale, shown).format(moment);
}

/** A moment of the wire (ISO 8601) as its day in Malaysia. */
export function formatDay(iso: string, locale: Locale): string {
  return dateFormat(locale, DAY).format(new Date(iso));
}

const SHORT_DAY = { ...SHORT_DATE, weekday: 'short' } as const;

/** One day or several with their days of the week: `Tue, 24 – Wed, 25 Nov`. */
export function formatDayRange({ from, to }: { from: string; to: string }, locale: Locale): string {
  const [first, last] = [from, to].map((day) => new Date(`${day}T12:00:00Z`)) as [Date, Date];
  return dateFormat(locale, SHORT_DAY).formatRange(first, last);
}

/** A day of the week with the time of day, in Malaysia. */
export function formatWeekdayTime(iso: string, locale: Locale): string {
  return dateFormat(locale, { ...SHORT_DAY, ...TIME }).format(new Date(iso));
}

/** Whether a date, as precise as it is known, has not come yet at a moment of the wire: a day begins at Malaysia's midnight. */
export function isInFuture(date: string, now: string): boolean {
  return date > dayInMalaysia(now).slice(0, date.length);
}

const HOUR = { hour: 'numeric', hourCycle: 'h23' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const DATE_TIME = { dateStyle: 'long', timeStyle: 'short' } as const;

/** A time of day in Malaysia on the clock of a language: `2:05 pm` in English, `14:05` in the others (specification §9.6). */
export function formatTime(iso: string, locale: Locale): string {
  return dateFormat(locale, TIME).format(new Date(iso));
}

/** A day in Malaysia with its time. */
export function formatDateTime(iso: string, locale: Locale): string {
  return dateFormat(locale, DATE_TIME).format(new Date(iso));
}

export type PartOfDay = 'morning' | 'afternoon' | 'evening';

/** The greeting for a moment in Malaysia; the night belongs to the evening. */
export function partOfDay(iso: string): PartOfDay {
  const hour = Number(dateFormat('en', HOUR).format(new Date(iso)));
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

const DATE_FORMATS = new Map<string, Intl.DateTimeFormat>();

/** How a language writes these parts of a moment, in Malaysia's time; English is Malaysia's own. */
export function dateFormat(locale: Locale, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(parts);
  const tag = locale === 'en' ? 'en-MY' : locale;
  const known = DATE_FORMATS.get(key) ?? new Intl.DateTimeFormat(tag, { ...parts, timeZone: TIME_ZONE });
  DATE_FORMATS.set(key, known);
  return known;
}

/** The shop's time: its days, months and hours are Malaysia's. */
export const TIME_ZONE = 'Asia/Kuala_Lumpur';

/** Eight hours ahead of UTC all year, since 1982. */
const UTC_OFFSET_MS = 8 * 3600 * 1000;

/** The day in Malaysia at a moment of the wire (ISO 8601): `2026-11-23`. */
export function dayInMalaysia(iso: string): string {
  return new Date(Date.parse(iso) + UTC_OFFSET_MS).toISOString().slice(0, 10);
}

/** A time of a day in Malaysia, in minutes after its midnight, as a moment of the wire. */
export function momentInMalaysia(day: string, minutes: number): string {
  return new Date(Date.parse(day) + minutes * 60_000 - UTC_OFFSET_MS).toISOString();
}

/** A month of a calendar: its name there (`2026-11`, `1405-09`), and its first day (`2026-11-01`, ISO). */
export type Month = { month: string; starts: string };

/** The months up to the one that holds a moment (ISO) in Malaysia, oldest first, and after them the one that comes next. */
export function lastMonths(iso: string, count: number, calendar: Calendar): { months: Month[]; next: Month } {
  const months = [monthOf(dayInMalaysia(iso), calendar)];
  while (months.length < count) months.unshift(monthOf(addDays(months[0]!.starts, -1), calendar));
  return { months, next: monthOf(addDays(months.at(-1)!.starts, LONGEST_MONTH_DAYS), calendar) };
}

/** Days from one month's first day that are always within the next month: none is longer, and none shorter than 28. */
const LONGEST_MONTH_DAYS = 31;
const DAY_MS = 86_400_000;

function monthOf(day: string, calendar: Calendar): Month {
  const parts = MONTH_FORMATS[calendar].formatToParts(new Date(day));
  const value = (type: 'year' | 'month' | 'day') => parts.find((part) => part.type === type)!.value;
  return { month: `${value('year')}-${value('month')}`, starts: addDays(day, 1 - Number(value('day'))) };
}

/** A day so many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const MONTH_FORMATS: Record<Calendar, Intl.DateTimeFormat> = {
  gregory: monthFormat('gregory'),
  persian: monthFormat('persian'),
};

function monthFormat(calendar: Calendar): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: '2-digit', day: 'numeric' } as const;
  return new Intl.DateTimeFormat('en', { calendar, numberingSystem: 'latn', ...parts, timeZone: 'UTC' });
}

/** The first day of a date that is as precise as it is known: that of `2026-10` is `2026-10-01`. */
export function firstDayOf(date: string): string {
  return date.padEnd(10, '-01');
}

/** The day after a date that is as precise as it is known: that of `2026-10` is `2026-11-01`. */
export function dayAfter(date: string): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number?, number?];
  const next = [year + (month === undefined ? 1 : 0), (month ?? 1) - 1 + (day === undefined && month ? 1 : 0)] as const;
  return new Date(Date.UTC(...next, day === undefined ? 1 : day + 1)).toISOString().slice(0, 10);
}

/**
 * A date in digits as precise as it is known: `20261014`, `202610` and `2026`, with a time behind it or with separators.
 * The digits decide, whatever format was stated: zeros for an unknown day or month are left out. Undefined for no date.
 */
export function partialDate(text: string): string | undefined {
  const [, year, month = '', day = ''] =
    /^(\d{4})(?:[-/]?(\d{2})(?:[-/]?(\d{2})(?:T.*|\d{4}(?:\d{2})?)?)?)?$/.exec(text.trim()) ?? [];
  if (year === undefined || year === '0000') return undefined;
  const known = [year, ...(month === '00' || month === '' ? [] : day === '00' || day === '' ? [month] : [month, day])];
  const date = known.join('-');
  return new Date(date).toJSON()?.startsWith(date) ? date : undefined;
}
