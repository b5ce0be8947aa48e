import { formatCount } from '#domain/count.ts';
import { useReaderLocale } from './use-reader-locale.ts';

/** How many there are, isolated so that `1.2k` reads left to right inside Persian text too. */
export function Count({ of }: { of: number }) {
  return <bdi dir="ltr">{formatCount(of, useReaderLocale())}</bdi>;
}
