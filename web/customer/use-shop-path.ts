import { inLocale } from '#contract/pages.ts';
import { useReaderLocale } from '../ui/use-reader-locale.ts';

/** Turns a shop address into the one of the reader's language. */
export function useShopPath(): (path: string) => string {
  const locale = useReaderLocale();
  return (path) => inLocale(locale, path);
}
