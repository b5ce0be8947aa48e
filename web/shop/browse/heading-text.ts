import type { createTranslator } from 'use-intl/core';
import type { BrowseHeading, TitlesHeading } from '#contract/pages.ts';
import { languageName, type Locale } from '#domain/locale.ts';
import type { SHOP_MESSAGES } from '../shop-context.tsx';

type ShopMessages = (typeof SHOP_MESSAGES)['en'];
type Translate = ReturnType<typeof createTranslator<ShopMessages, 'shop'>>;

/** What a list is called: its heading, and the title of its document. */
export function headingText(heading: BrowseHeading | TitlesHeading, t: Translate, locale: Locale): string {
  switch (heading.kind) {
    case 'all':
      return t('browse.all');
    case 'query':
      return t('browse.query', { text: heading.text });
    case 'subject':
      return heading.name;
    case 'author':
      return heading.role === 'author'
        ? t('browse.author', { name: heading.name })
        : t('lists.inRole', { role: heading.role, name: heading.name });
    case 'series':
      return t('browse.series', { name: heading.name });
    case 'publisher':
      return t('lists.publisher', { name: heading.name });
    case 'imprint':
      return t('lists.imprint', { name: heading.name });
    case 'language':
      return t('lists.language', { language: languageName(heading.code, locale) });
    default:
      return t(`lists.${heading.kind}`);
  }
}

/** Whether a page is a list's own, of an author for instance, whose heading says all that it is filtered by. */
export function isListOfItsOwn({ kind }: BrowseHeading): boolean {
  return kind !== 'all' && kind !== 'query';
}
