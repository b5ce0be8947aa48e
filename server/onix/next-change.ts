import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import { priceChangeDays } from '#domain/catalogue/price-selection.ts';
import { firstDayOf } from '#domain/dates.ts';
import { DATE_ROLES } from './codes.ts';

const DATED: readonly string[] = [DATE_ROLES.embargo, DATE_ROLES.published];

/**
 * The first day after `today` on which a record offers something else without a new message: a price begins or has ended,
 * the embargo ends, it is published. Null where there is none.
 */
export function nextChangeOf({ supply, publishing }: OnixRecord, today: string): string | null {
  const prices = priceChangeDays((supply ?? []).flatMap((one) => one.prices));
  const dates = (publishing?.dates ?? []).filter(({ role }) => DATED.includes(role));
  const days = [...prices, ...dates.map(({ date }) => firstDayOf(date))].filter((day) => day > today);
  return days.toSorted()[0] ?? null;
}
