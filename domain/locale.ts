/** The languages of the shop (specification, section 9); the first is the default. */
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

const NAMES = new Map<Locale, Intl.DisplayNames>();

/** The name of a BCP 47 language in a reader's language. */
export function languageName(language: string, locale: Locale): string {
  const names = NAMES.get(locale) ?? new Intl.DisplayNames(locale, { type: 'language' });
  NAMES.set(locale, names);
  return names.of(language) ?? language;
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
