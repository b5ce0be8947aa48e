import type { DeliverySettings } from '#contract/admin-settings.ts';
import type { DispatchCalendar } from '#domain/delivery-promise.ts';

/** When parcels leave, as it is typed: the cut-off time as `15:00`. */
export type DispatchDraft = { weekdays: readonly number[]; cutOff: string; holidays: readonly string[] };

export type DispatchRow = DeliverySettings['dispatch'];

/** The last minute of a day that has a name. */
const LAST_MINUTE = 24 * 60 - 1;

export function dispatchDraftOf(row: { weekdays: readonly number[]; cut_off: number; holidays: readonly string[] }) {
  return { weekdays: row.weekdays, cutOff: timeOfDay(row.cut_off), holidays: row.holidays } satisfies DispatchDraft;
}

export function calendarOf({ weekdays, cutOff, holidays }: DispatchDraft): DispatchCalendar {
  return { weekdays, cutOff: minutesOf(cutOff), holidays };
}

/** Minutes after midnight as a field of time has them. */
function timeOfDay(minutes: number): string {
  const known = Math.min(minutes, LAST_MINUTE);
  return [Math.floor(known / 60), known % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The holidays that fall in a year, as days of it, in their order. */
export function holidaysIn(year: string, holidays: readonly string[]): { day: string; holiday: string }[] {
  return holidays
    .map((holiday) => ({ holiday, day: isYearly(holiday) ? `${year}-${holiday}` : holiday }))
    .filter(({ day }) => day.startsWith(year) && new Date(day).toJSON()?.startsWith(day))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

export function isYearly(holiday: string): boolean {
  return holiday.length === '12-25'.length;
}
