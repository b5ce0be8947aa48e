/** Pages of text that every shop has or may have, each at an address of its own; others are below `/pages/`. */
export const STANDARD_PAGES = ['delivery', 'returns', 'contact', 'privacy', 'about', 'terms'] as const;
export type StandardPage = (typeof STANDARD_PAGES)[number];

/** Those that have words of the shop itself until somebody writes others. */
export const WORDED_PAGES = ['delivery', 'returns', 'contact', 'privacy'] as const satisfies readonly StandardPage[];
export type WordedPage = (typeof WORDED_PAGES)[number];

export function isStandardPage(slug: string): slug is StandardPage {
  return (STANDARD_PAGES as readonly string[]).includes(slug);
}

export function isWordedPage(slug: string): slug is WordedPage {
  return (WORDED_PAGES as readonly string[]).includes(slug);
}

/** The most characters of a page's name in its address, and the most pages that booksellers may make. */
export const MAX_SLUG = 60;
export const MAX_OWN_PAGES = 100;

/** Whether a text can name a page in its address: words of small letters and digits, joined by hyphens. */
export function isPageSlug(text: string): boolean {
  return text.length <= MAX_SLUG && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** The most characters of a page's title and of its text, in each language. */
export const MAX_PAGE_TITLE = 80;
export const MAX_PAGE_BODY = 20_000;
