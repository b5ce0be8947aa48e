import { useCallback } from 'react';
import { formatDateTime, formatDay } from '#domain/dates.ts';
import { useReaderLocale } from '../../ui/text.tsx';

/** Formats an ISO timestamp as a date in the current locale. */
export function useDateFormat(): (iso: string) => string {
  const locale = useReaderLocale();
  return (iso) => formatDay(iso, locale);
}

/** Formats an ISO timestamp as a date and a time. */
export function useDateTimeFormat(): (iso: string) => string {
  const locale = useReaderLocale();
  return useCallback((iso: string) => formatDateTime(iso, locale), [locale]);
}
