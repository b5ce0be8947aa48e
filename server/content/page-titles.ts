import type { PageContent } from '#contract/content.ts';
import type { HomeTexts } from '#contract/home.ts';
import { LOCALES } from '#domain/locale.ts';
import { WORDED_PAGES } from '#domain/shop-page.ts';
import type { Database } from '../db/connection.ts';
import { listShownTitles } from './content-versions.ts';
import { defaultPage } from './default-pages.ts';

/** The titles of the pages that readers find, by their slugs. */
export type PageTitles = ReadonlyMap<string, HomeTexts>;

export async function listPageTitles(db: Database): Promise<PageTitles> {
  const published = await listShownTitles(db, 'page');
  return new Map([
    ...WORDED_PAGES.map((slug) => [slug, titlesOf(defaultPage(slug))] as const),
    ...published.map(({ name, titles }) => [name, titles] as const),
  ]);
}

function titlesOf(content: PageContent): HomeTexts {
  return Object.fromEntries(LOCALES.map((locale) => [locale, content[locale]?.title])) as HomeTexts;
}
