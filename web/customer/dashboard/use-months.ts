import { useReaderLocale } from '../../ui/use-reader-locale.ts';

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Writes a month (`2026-11`) with its year, short, or as one letter; the months are those of the books kept in Malaysia. */
export function useMonths(): (month: string, length: 'full' | 'short' | 'narrow') => string {
  const locale = useReaderLocale();
  return (month, length) => {
    const key = `${locale} ${length}`;
    const known =
      FORMATS.get(key) ?? new Intl.DateTimeFormat(`${locale}-u-ca-gregory`, { ...PARTS[length], timeZone: 'UTC' });
    FORMATS.set(key, known);
    return known.format(new Date(`${month}-01T00:00:00Z`));
  };
}

const PARTS: Record<'full' | 'short' | 'narrow', Intl.DateTimeFormatOptions> = {
  full: { month: 'long', year: 'numeric' },
  short: { month: 'short' },
  narrow: { month: 'narrow' },
};
