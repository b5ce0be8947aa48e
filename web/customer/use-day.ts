import { useFormatter } from 'use-intl';
import { formatMoment } from '#domain/clock.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';

/** Writes a moment of the wire as a day in the reader's language. */
export function useDay(): (iso: string) => string {
  const format = useFormatter();
  return (iso) => format.dateTime(new Date(iso), { dateStyle: 'long' });
}

/** Writes a moment of the wire as a day and a time on the 12-hour clock. */
export function useDayAndTime(): (iso: string) => string {
  const locale = useReaderLocale();
  return (iso) => formatMoment(iso, locale);
}
