import type { PageRequest } from '#contract/pages.ts';
import { Layout } from './layout.tsx';
import { renderHtml } from '../render-html.tsx';
import { leadsBack } from '../shop-context.tsx';
import { escapeHtml } from '../document/document.ts';

/* What stands around the pages of a language is the same until a setting changes, but for the page's address and the words
   in the search field: it is rendered once, with marks in their places. */

const PATH_MARK = '\uE000';
const WORDS_MARK = '\uE001';
const PAGE_MARK = '\uE002';
/** The mark as a path, also as part of another address; before it the language of a link. */
const PATHS = new RegExp(`((?:/[a-z]{2})?)/${PATH_MARK}`, 'g');
const ENCODED_PATHS = new RegExp(`((?:%2F[a-z]{2})?)${encodeURIComponent(`/${PATH_MARK}`)}`, 'g');

type Surroundings = { madeFrom: readonly unknown[]; before: string; after: string };

const kept = new Map<string, Surroundings>();

/** The page's HTML inside what stands around it. */
export function surround(request: PageRequest, page: string): string {
  const { before, after } = surroundingsFor(request);
  return fill(before, request) + page + fill(after, request);
}

function surroundingsFor(request: PageRequest): Surroundings {
  const { locale, shopName, logo, contact, frame, zones } = request;
  const madeFrom = [shopName, logo, contact, frame, zones];
  const key = `${locale} ${leadsBack(request.view)}`;
  const known = kept.get(key);
  if (known && known.madeFrom.every((one, place) => one === madeFrom[place])) return known;
  const html = renderHtml({ ...request, path: `/${PATH_MARK}` }, <Layout words={WORDS_MARK}>{PAGE_MARK}</Layout>);
  const [before, after] = html.split(PAGE_MARK) as [string, string];
  const made = { madeFrom, before, after };
  kept.set(key, made);
  return made;
}

function fill(html: string, { path, view }: PageRequest): string {
  const under = (language: string, own: string) => (language !== '' && path === '/' ? language : language + own);
  const words = view.page === 'browse' ? view.filter.q : '';
  return html
    .replace(PATHS, (_, language: string) => under(language, escapeHtml(path)))
    .replace(ENCODED_PATHS, (_, language: string) => under(language, encodeURIComponent(path)))
    .replace(WORDS_MARK, () => escapeHtml(words));
}
