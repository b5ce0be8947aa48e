import { useFormatter, useLocale, useTranslations } from 'use-intl';

const DAY = 24 * 3600 * 1000;
const written = new Map<string, Intl.RelativeTimeFormat>();

/** Writes a moment of the wire as people say it: today or yesterday at a time, else a day and a time. */
export function useMoment(): (iso: string) => string {
  const format = useFormatter();
  const locale = useLocale();
  const t = useTranslations('customer.tickets');
  return (iso) => {
    const at = new Date(iso);
    const days = Math.round((midnightOf(at) - midnightOf(new Date())) / DAY);
    const day = days === 0 || days === -1 ? relative(locale).format(days, 'day') : undefined;
    return t('moment', {
      day: day ?? format.dateTime(at, { dateStyle: 'long' }),
      time: format.dateTime(at, { timeStyle: 'short' }),
    });
  };
}

/** In words, `yesterday` and not `1 day ago`; made once for each language. */
function relative(locale: string): Intl.RelativeTimeFormat {
  const known = written.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  written.set(locale, known);
  return known;
}

function midnightOf(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}
