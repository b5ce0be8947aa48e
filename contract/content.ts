import * as z from 'zod/mini';
import { LOCALES, type Locale } from '#domain/locale.ts';
import { isPageSlug, MAX_PAGE_BODY, MAX_PAGE_TITLE } from '#domain/shop-page.ts';
import { line, paragraphs } from './schemas.ts';

/* What booksellers write besides the home page. Messages of checks are keys below `customer.fields`. */

const pageText = z.strictObject({ title: line(MAX_PAGE_TITLE), body: paragraphs(MAX_PAGE_BODY) });
const translation = z.optional(pageText);

/** A page as it is written, its text in Markdown. Readers of a language that is missing get the English one. */
export const pageContent = z.strictObject({
  en: pageText,
  fa: translation,
  de: translation,
  fr: translation,
  pt: translation,
});
export type PageContent = z.output<typeof pageContent>;

/** The languages in which something is written. */
export function writtenIn(content: Partial<Record<Locale, unknown>>): Locale[] {
  return LOCALES.filter((locale) => content[locale] !== undefined);
}

/** The name of a page in its address. */
export const pageSlug = z.string().check(z.refine(isPageSlug, 'invalid'));
