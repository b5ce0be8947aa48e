import { pagePath, type ShopView } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { isPageSlug, isStandardPage, type StandardPage } from '#domain/shop-page.ts';
import { findPageText } from '../content/shop-pages.ts';
import type { Database } from '../db/connection.ts';
import type { LoadView, ViewResult } from './view-request.ts';

/** A page of text that has an address of its own. */
export function standardPageView(slug: StandardPage): LoadView {
  return ({ db }, { locale }) => textView(db, slug, locale);
}

/** A page of text that booksellers made. */
export const ownPageView: LoadView = async ({ db }, { params: { slug = '' }, locale }) => {
  if (!isPageSlug(slug)) return undefined;
  if (isStandardPage(slug)) return { redirectTo: pagePath(slug), isPermanent: true };
  return textView(db, slug, locale);
};

async function textView(db: Database, slug: string, locale: Locale): Promise<ViewResult> {
  const text = await findPageText(db, slug, locale);
  return text && { view: { page: 'text', slug, text }, path: pagePath(slug) };
}

export type OpenContactView = Extract<ShopView, { page: 'contact'; isSent?: false }>;

/** The contact page with what booksellers wrote on it. */
export async function findContactView(db: Database, locale: Locale): Promise<OpenContactView> {
  return { page: 'contact', text: (await findPageText(db, 'contact', locale))! };
}

export const contactView: LoadView = async ({ db }, { locale }) => ({
  view: await findContactView(db, locale),
  path: pagePath('contact'),
});
