import { formatMoment } from '#domain/clock.ts';
import { formatDay } from '#domain/dates.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';

/** Writes a moment of the wire as a day in the reader's language. */
export function useDay(): (iso: string) => string {
  const locale = useReaderLocale();
  return (iso) => formatDay(iso, locale);
}

/** Writes a moment of the wire as a day and a time on the 12-hour clock. */
export function useDayAndTime(): (iso: string) => string {
  const locale = useReaderLocale();
  return (iso) => formatMoment(iso, locale);
}
