import { useFormatter } from 'use-intl';

/** Writes a moment of the wire as a day in the reader's language. */
export function useDay(): (iso: string) => string {
  const format = useFormatter();
  return (iso) => format.dateTime(new Date(iso), { dateStyle: 'long' });
}

/** Writes a moment of the wire as a day and a time. */
export function useDayAndTime(): (iso: string) => string {
  const format = useFormatter();
  return (iso) => format.dateTime(new Date(iso), { dateStyle: 'medium', timeStyle: 'short' });
}
