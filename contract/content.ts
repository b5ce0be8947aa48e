import * as z from 'zod/mini';
import { MAX_ANNOUNCEMENT, MAX_ANNOUNCEMENTS } from '#domain/announcement.ts';
import { isSubject } from '#domain/catalogue/subject.ts';
import { LOCALES, type Locale } from '#domain/locale.ts';
import { MAX_MENU_ENTRIES, MAX_MENU_LABEL, MENU_LISTS } from '#domain/menu.ts';
import { linkKind } from '#domain/page-text.ts';
import { isPageSlug, MAX_PAGE_BODY, MAX_PAGE_TITLE } from '#domain/shop-page.ts';
import { texts } from './home.ts';
import { day, line, paragraphs } from './schemas.ts';

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

/** A day of Malaysia, both ends included. */
const days = { from: z.optional(day), to: z.optional(day) };
const shopAddress = z.string().check(
  z.maxLength(300),
  z.refine((text) => linkKind(text) === 'shop', 'invalid'),
);

/** What the bar above the header says; of each day there is one announcement at most. */
export const announcements = z.strictObject({
  items: z
    .array(z.strictObject({ text: texts(MAX_ANNOUNCEMENT), link: z.optional(shopAddress), ...days }))
    .check(z.maxLength(MAX_ANNOUNCEMENTS)),
});
export type Announcements = z.output<typeof announcements>;

const label = z.optional(texts(MAX_MENU_LABEL));
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('page'), slug: pageSlug }),
  z.strictObject({ kind: z.literal('list'), list: z.enum(MENU_LISTS) }),
  z.strictObject({ kind: z.literal('subject'), code: z.string().check(z.refine(isSubject, 'invalid')) }),
  z.strictObject({ kind: z.literal('series'), slug: line(200) }),
  z.strictObject({ kind: z.literal('publisher'), name: line(200) }),
  z.strictObject({
    kind: z.literal('address'),
    url: z.string().check(
      z.maxLength(300),
      z.refine((text) => ['outside', 'shop'].includes(linkKind(text) ?? ''), 'invalid'),
    ),
  }),
]);

/** An entry without a label has the name of what it leads to. */
const entry = z
  .strictObject({ target, label })
  .check(
    z.refine((one) => one.label !== undefined || one.target.kind !== 'address', { path: ['label'], error: 'required' }),
  );
const entries = z.array(entry).check(z.maxLength(MAX_MENU_ENTRIES));

/** The menus of header and footer in their order. */
export const menus = z.strictObject({ header: entries, browse: entries, help: entries });
export type Menus = z.output<typeof menus>;
