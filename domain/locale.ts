/** The languages of the shop (specification §9.4); the first is the default. */
export const LOCALES = ['en', 'fa', 'de', 'fr', 'pt'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

export function isLocale(text: string): text is Locale {
  return (LOCALES as readonly string[]).includes(text);
}

/** The direction in which a BCP 47 language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(fa|ar|he|ur)\b/.test(language) ? 'rtl' : 'ltr';
}

/** The calendars in which a language counts months. */
export const CALENDARS = ['gregory', 'persian'] as const;
export type Calendar = (typeof CALENDARS)[number];

export function calendarOf(locale: Locale): Calendar {
  return locale === 'fa' ? 'persian' : 'gregory';
}

/** A number as it is written with Latin digits (`1,234.50`), in the digits of a language's words. */
export function inDigitsOf(locale: Locale, text: string): string {
  if (locale !== 'fa') return text;
  return text.replace(/[\d.,]/g, (sign) => PERSIAN[sign] ?? String.fromCodePoint(PERSIAN_ZERO + Number(sign)));
}

const PERSIAN_ZERO = 0x06f0;
/** The decimal and the thousands separator. */
const PERSIAN: Record<string, string> = { '.': '٫', ',': '٬' };

const NAMES = new Map<Locale, Intl.DisplayNames>();

/** The name of a BCP 47 language in a reader's language; of any other text the text itself. */
export function languageName(language: string, locale: Locale): string {
  const names = NAMES.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' });
  NAMES.set(locale, names);
  return isLanguageTag(language) ? (names.of(language) ?? language) : language;
}

/** Whether a text is a BCP 47 tag of language, script and region: what {@link languageName} has words for. */
export function isLanguageTag(text: string): boolean {
  return /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i.test(text);
}

const LISTS = new Map<Locale, Intl.ListFormat>();

/** “A, B and C” in a reader's language. */
export function formatList(items: readonly string[], locale: Locale): string {
  const lists = LISTS.get(locale) ?? new Intl.ListFormat(locale, { type: 'conjunction' });
  LISTS.set(locale, lists);
  return lists.format(items);
}

/** The first of our languages that an `Accept-Language` header prefers. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  const wanted = (acceptLanguage ?? '').split(',').map((part, index) => {
    const [tag = '', ...parameters] = part.trim().split(';');
    const quality = Number(
      parameters
        .find((parameter) => parameter.trim().startsWith('q='))
        ?.trim()
        .slice(2) ?? 1,
    );
    return { language: tag.trim().split('-')[0]!.toLowerCase(), quality, index };
  });
  const best = wanted
    .filter(({ language, quality }) => isLocale(language) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality || a.index - b.index)[0];
  return best && isLocale(best.language) ? best.language : DEFAULT_LOCALE;
}

const NUMBER_FORMATS = new Map<Locale, Intl.NumberFormat>();

/** A count in the reader's digits, over 999 in thousands with one decimal and k (`1.2k`), rounded half up. */
export function formatCount(count: number, locale: Locale): string {
  if (count <= 999) return numberFormat(locale).format(count);
  const tenths = Math.round(count / 100);
  return inDigitsOf(locale, `${Math.trunc(tenths / 10)}.${tenths % 10}k`);
}

function numberFormat(locale: Locale): Intl.NumberFormat {
  const known = NUMBER_FORMATS.get(locale) ?? new Intl.NumberFormat(locale);
  NUMBER_FORMATS.set(locale, known);
  return known;
}
