import { useTranslations } from 'use-intl';
import { formatTime } from '#domain/clock.ts';
import { formatDay } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { dayInMalaysia } from '#domain/time-zone.ts';
import { useReaderLocale } from '../../ui/use-reader-locale.ts';

const DAY_MS = 24 * 3600 * 1000;
const written = new Map<Locale, Intl.RelativeTimeFormat>();

/** Writes a moment of the wire as people say it: today or yesterday at a time, else a day and a time; in Malaysia. */
export function useMoment(): (iso: string) => string {
  const locale = useReaderLocale();
  const t = useTranslations('area.tickets');
  return (iso) => {
    const days = dayOf(iso) - dayOf(new Date().toISOString());
    const isRecent = days === 0 || days === -1;
    const day = isRecent ? relative(locale).format(days, 'day') : formatDay(iso, locale);
    return t('moment', { day, time: formatTime(iso, locale) });
  };
}

/** In words, `yesterday` and not `1 day ago`; made once for each language. */
function relative(locale: Locale): Intl.RelativeTimeFormat {
  const known = written.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  written.set(locale, known);
  return known;
}

/** The number of a moment's day in Malaysia. */
function dayOf(iso: string): number {
  return Date.parse(dayInMalaysia(iso)) / DAY_MS;
}
