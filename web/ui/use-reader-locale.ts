import { useLocale } from 'use-intl';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts';

/** The language of the words around, as one of ours. */
export function useReaderLocale(): Locale {
  const locale = useLocale();
  return isLocale(locale) ? locale : DEFAULT_LOCALE;
}
