import { useLocale } from 'use-intl';
import { inLocale } from '#contract/pages.ts';
import { DEFAULT_LOCALE, isLocale } from '#domain/locale.ts';

/** Turns a shop address into the one of the reader's language. */
export function useShopPath(): (path: string) => string {
  const locale = useLocale();
  return (path) => inLocale(isLocale(locale) ? locale : DEFAULT_LOCALE, path);
}
