import type { PageContent } from '#contract/content.ts';
import { LOCALES, type Locale } from '#domain/locale.ts';
import type { WordedPage } from '#domain/shop-page.ts';
import { getTranslator } from '../translations.ts';

/** What the shop says by itself on a page that nobody has written, in every language. */
export function defaultPage(slug: WordedPage): PageContent {
  return Object.fromEntries(LOCALES.map((locale) => [locale, defaultText(slug, locale)])) as PageContent;
}

function defaultText(slug: WordedPage, locale: Locale): PageContent['en'] {
  const t = getTranslator(locale);
  const paragraphs = [
    t(`server.pages.${slug}.text1`),
    ...(slug === 'delivery' ? ['{deliveryZones}'] : []),
    t(`server.pages.${slug}.text2`),
    ...(slug === 'contact' ? [] : [t(`server.pages.${slug}.text3`)]),
  ];
  return { title: t(`server.pages.${slug}.title`), body: paragraphs.join('\n\n') };
}
