import { useFormatter, useTranslations } from 'use-intl';

/** Writes a moment of the wire as people say it: today or yesterday at a time, else a day and a time. */
export function useMoment(): (iso: string) => string {
  const format = useFormatter();
  const t = useTranslations('customer.tickets');
  return (iso) => {
    const [at, now] = [new Date(iso), new Date()];
    const [day, today] = [midnightOf(at), midnightOf(now)];
    const isRecent = today.getTime() - day.getTime() < 1.5 * 24 * 3600 * 1000;
    return t('moment', {
      day: isRecent
        ? format.relativeTime(day, { now: today, unit: 'day' })
        : format.dateTime(at, { dateStyle: 'long' }),
      time: format.dateTime(at, { timeStyle: 'short' }),
    });
  };
}

function midnightOf(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
}
