import type { Locale } from './locale.ts';
import { TIME_ZONE } from './time-zone.ts';

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** How a language writes these parts of a moment, in Malaysia's time; English is Malaysia's own. */
export function dateFormat(locale: Locale, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(parts);
  const tag = locale === 'en' ? 'en-MY' : locale;
  const known = FORMATS.get(key) ?? new Intl.DateTimeFormat(tag, { ...parts, timeZone: TIME_ZONE });
  FORMATS.set(key, known);
  return known;
}
