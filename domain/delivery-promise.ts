import { dayAfter, dayInMalaysia, formatDayRange, formatWeekdayTime, momentInMalaysia } from './dates.ts';
import type { Locale } from './locale.ts';

/** When parcels leave the shop. */
export type DispatchCalendar = {
  /** Days of the week, 1 for Monday to 7 for Sunday. Carriers deliver on these days, too. */
  weekdays: readonly number[];
  /** Minutes after midnight in Malaysia: what is ordered from this minute on leaves on the next such day. */
  cutOff: number;
  /** Days on which nothing leaves or arrives: one day (`2027-02-08`), or one of every year (`12-25`). */
  holidays: readonly string[];
};

/** How many dispatch days a parcel takes, at least and at most. */
export type Transit = { from: number; to: number };

/** What a customer may count on. `orderBy` (ISO) is when it ends; nothing where the parcel waits for a later day anyway. */
export type DeliveryPromise = { orderBy?: string; dispatchOn: string; from: string; to: string };

export const DEFAULT_DISPATCH: DispatchCalendar = {
  weekdays: [1, 2, 3, 4, 5],
  cutOff: 15 * 60,
  holidays: ['01-01', '05-01', '08-31', '09-16', '12-25'],
};

/** No shop is closed for longer; a calendar that says so promises nothing. */
const MAX_DAYS_CLOSED = 60;

type DispatchTerms = { dispatch: DispatchCalendar; transit: Transit };

/**
 * When what is ordered at a moment (ISO) leaves and arrives. `notBefore` is the first day on which all of it may leave; what is
 * later than its own next dispatch day is promised without a time to order by.
 */
export function promiseDelivery(
  { dispatch, transit }: DispatchTerms,
  { now, notBefore = '' }: { now: string; notBefore?: string },
): DeliveryPromise | undefined {
  const next = nextDispatch(dispatch, now);
  if (next === undefined) return undefined;
  if (notBefore <= next)
    return { orderBy: momentInMalaysia(next, dispatch.cutOff), ...arrivalOf(dispatch, transit, next) };
  const dispatchOn = dispatchDayFrom(dispatch, notBefore);
  return dispatchOn === undefined ? undefined : arrivalOf(dispatch, transit, dispatchOn);
}

/** When a parcel arrives that left on a day. */
export function arrivalOf(dispatch: DispatchCalendar, { from, to }: Transit, dispatchOn: string) {
  return {
    dispatchOn,
    from: dispatchDaysLater(dispatch, dispatchOn, from),
    to: dispatchDaysLater(dispatch, dispatchOn, to),
  };
}

/** When a parcel arrives, as a message of `common.arrival`; `orderBy` (ISO) where it is so only if it is paid by then. */
export function arrivalMessage(
  key: 'dates' | 'expected',
  { from, to, orderBy }: { from: string; to: string; orderBy?: string | undefined },
  locale: Locale,
) {
  const dates = formatDayRange({ from, to }, locale);
  if (orderBy === undefined) return { key, values: { dates, deadline: '' } };
  return { key: 'ifPaid' as const, values: { dates, deadline: formatWeekdayTime(orderBy, locale) } };
}

/** The first day on which all of this may leave, each from a date that is as precise as it is known. */
export function firstDispatchDay(dates: readonly (string | null | undefined)[]): string {
  const days = dates.flatMap((date) => (date ? [date.length < FULL_DATE ? dayAfter(date) : date] : []));
  return days.toSorted().at(-1) ?? '';
}

const FULL_DATE = '2026-11-23'.length;

/** Whether a text is a day of the calendar, or one of every year; that may be the day of a leap year. */
export function isHoliday(text: string): boolean {
  const day = /^\d\d-\d\d$/.test(text) ? `2028-${text}` : text;
  return /^\d{4}-\d\d-\d\d$/.test(day) && new Date(day).toJSON()?.startsWith(day) === true;
}

export function addHoliday(calendar: DispatchCalendar, day: string): DispatchCalendar {
  return { ...calendar, holidays: [...new Set([...calendar.holidays, day])].toSorted() };
}

export function removeHoliday(calendar: DispatchCalendar, day: string): DispatchCalendar {
  return { ...calendar, holidays: calendar.holidays.filter((one) => one !== day) };
}

function nextDispatch(dispatch: DispatchCalendar, now: string): string | undefined {
  const today = dayInMalaysia(now);
  const isOpen = Date.parse(now) < Date.parse(momentInMalaysia(today, dispatch.cutOff));
  return dispatchDayFrom(dispatch, isOpen ? today : dayAfter(today));
}

function dispatchDayFrom(dispatch: DispatchCalendar, first: string): string | undefined {
  let day = first;
  for (let count = 0; count < MAX_DAYS_CLOSED; count += 1) {
    if (isDispatchDay(dispatch, day)) return day;
    day = dayAfter(day);
  }
  return undefined;
}

/** A calendar without dispatch days counts every day, so that this ends. */
function dispatchDaysLater(dispatch: DispatchCalendar, start: string, count: number): string {
  let day = start;
  for (let left = count; left > 0; left -= 1) day = dispatchDayFrom(dispatch, dayAfter(day)) ?? dayAfter(day);
  return day;
}

function isDispatchDay({ weekdays, holidays }: DispatchCalendar, day: string): boolean {
  return weekdays.includes(weekdayOf(day)) && !holidays.some((holiday) => day.endsWith(holiday));
}

/** 1 for Monday to 7 for Sunday. */
function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}
