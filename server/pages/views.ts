import { countFilters, serializeFilter, type ProductFilter } from '#contract/product-filter.ts';
import {
  bookPath,
  lookInsidePath,
  browsePath,
  reviewSearch,
  SHOP_PAGES,
  type ShopPage,
  type BrowseHeading,
  type NoResultsOffer,
  type ShopView,
} from '#contract/pages.ts';
import { reviewQuery, type ReviewQuery } from '#contract/reviews.ts';
import type { Locale } from '#domain/locale.ts';
import { findProduct } from '../catalogue/product-details.ts';
import { listProductRows } from '../catalogue/products.ts';
import { listSamplePages } from '../covers/sample-pages.ts';
import type { Database } from '../db/connection.ts';
import { listReviews } from '../reviews/queries.ts';
import { contactView, ownPageView, standardPageView } from './text-views.ts';
import { homeView, rowsOfSection } from './home-view.ts';
import { findProductIdByIsbn, listProducts, loadSubjectTree } from '../search/search-products.ts';
import { authorView, languagesView, languageView, publisherView, subjectView } from './list-views.ts';
import { forthcomingView, imprintView, newTitlesView, seriesView } from './title-views.ts';
import {
  EMPTY_FILTER,
  pageNumberOf,
  parseFilter,
  roleOf,
  type LoadView,
  type ViewDeps,
  type ViewRequest,
  type ViewResult,
} from './view-request.ts';

/** How each cached page of the shop finds what it shows. The cart, a guest's wish list, a shared list, order and ticket are personal: see routes.ts. */
export const VIEW_LOADERS: Record<
  Exclude<ShopPage, 'cart' | 'wishList' | 'list' | 'order' | 'ticket' | 'alerts' | 'unsubscribe'>,
  LoadView
> = {
  home: homeView,
  browse: browseView,
  book: bookView,
  lookInside: lookInsideView,
  author: authorView,
  series: seriesView,
  subjects: async ({ db }, { locale }) => ({
    view: { page: 'subjects', subjects: await loadSubjectTree(db, locale) },
    path: SHOP_PAGES.subjects,
  }),
  subject: subjectView,
  publisher: publisherView,
  imprint: imprintView,
  languages: languagesView,
  language: languageView,
  new: newTitlesView,
  forthcoming: forthcomingView,
  delivery: standardPageView('delivery'),
  returns: standardPageView('returns'),
  about: standardPageView('about'),
  terms: standardPageView('terms'),
  privacy: standardPageView('privacy'),
  ownPage: ownPageView,
  contact: contactView,
  contactSent: async () => ({ view: { page: 'contact', isSent: true }, path: '/contact/sent' }),
  requestTitle: async () => ({ view: { page: 'requestTitle' }, path: SHOP_PAGES.requestTitle }),
  requestTitleSent: async () => ({ view: { page: 'requestTitleSent' }, path: SHOP_PAGES.requestTitleSent }),
  notifySent: async () => ({ view: { page: 'notifySent' }, path: SHOP_PAGES.notifySent }),
};

function pageKey(query: unknown): string {
  return `page=${pageNumberOf(query)}`;
}

/** What of its query a page looks at; everything else makes no other page. */
const QUERY_KEYS: Partial<Record<ShopPage, (query: unknown) => string>> = {
  browse: (query) => serializeFilter(parseFilter(query).filter),
  book: (query) => reviewSearch(reviewQueryOf(query)),
  author: (query) => `role=${encodeURIComponent(roleOf(query) ?? '')}&page=${pageNumberOf(query)}`,
  series: pageKey,
  subject: pageKey,
  publisher: pageKey,
  imprint: pageKey,
  language: pageKey,
  new: pageKey,
  forthcoming: pageKey,
};

/** The key of a page in the cache. */
export function pageCacheKey(page: keyof typeof VIEW_LOADERS, { locale, params, query }: ViewRequest): string {
  return `${locale} ${page} ${JSON.stringify(params)} ${QUERY_KEYS[page]?.(query) ?? ''}`;
}

/** The address of the valid part of a browse query, where another part of it is invalid. */
export function canonicalBrowsePath(page: keyof typeof VIEW_LOADERS, query: unknown): string | undefined {
  if (page !== 'browse') return undefined;
  const { filter, isWhole } = parseFilter(query);
  return isWhole ? undefined : browsePath(serializeFilter(filter));
}

/** The titles that a view shows: its page is dropped when one of them changes. */
export function productIdsOf(view: ShopView): Set<number> {
  return new Set(productRowsOf(view).map(({ id }) => id));
}

function productRowsOf(view: ShopView): readonly { id: number }[] {
  switch (view.page) {
    case 'home':
      return view.sections.flatMap(rowsOfSection);
    case 'browse':
      return [view.result.rows, view.offered?.rows ?? [], newestOf(view.heading)].flat();
    case 'lookInside':
      return [view.product];
    case 'titles':
      return [...view.titles.map(({ row }) => row), ...view.offered];
    case 'book':
      return [
        view.product,
        ...view.product.editions,
        ...view.product.also_bought,
        ...view.product.related,
        ...view.product.series_titles,
      ];
    default:
      return [];
  }
}

function newestOf(heading: BrowseHeading) {
  return heading.kind === 'subject' ? heading.newest : [];
}

async function browseView(deps: ViewDeps, request: ViewRequest): Promise<ViewResult> {
  const { filter } = parseFilter(request.query);
  const isbnHit = await findProductIdByIsbn(deps.db, filter.q);
  if (isbnHit !== undefined) return redirectToProduct(deps.preparedDb, isbnHit);
  const heading: BrowseHeading = filter.q ? { kind: 'query', text: filter.q } : { kind: 'all' };
  const result = await listProducts(deps, filter, request.locale);
  const offered = result.total === 0 ? await findAlternatives(deps, filter, request.locale) : undefined;
  return { view: { page: 'browse', filter, result, heading, offered }, path: browsePath(serializeFilter(filter)) };
}

const MAX_ALTERNATIVES = 8;

/** The same words without filters, else the longest of them alone, else what sells best. */
async function findAlternatives(deps: ViewDeps, filter: ProductFilter, locale: Locale): Promise<NoResultsOffer> {
  const words = filter.q.split(/\s+/).toSorted((one, other) => other.length - one.length);
  const near = [...(countFilters(filter) > 0 ? [filter.q] : []), ...(words.length > 1 ? [words[0]!] : [])];
  for (const q of near.filter(Boolean)) {
    const { rows } = await listProducts(deps, { ...EMPTY_FILTER, q, limit: MAX_ALTERNATIVES }, locale);
    if (rows.length > 0) return { kind: 'near', rows };
  }
  const { rows } = await listProducts(deps, { ...EMPTY_FILTER, sort: 'bestselling', limit: MAX_ALTERNATIVES }, locale);
  return { kind: 'bestselling', rows };
}

async function redirectToProduct(db: Database, id: number): Promise<ViewResult> {
  const [row] = await listProductRows(db, [id]);
  return row && { redirectTo: bookPath(row), isPermanent: false };
}

/** The reviews that a query asks for; the first page of all where it cannot be read. */
function reviewQueryOf(query: unknown): ReviewQuery {
  const { rating, sort, page } = query as Record<string, unknown>;
  const parsed = reviewQuery.safeParse({ rating, sort, page });
  return parsed.success ? parsed.data : reviewQuery.parse({});
}

async function bookView({ preparedDb: db }: ViewDeps, { params, query }: ViewRequest): Promise<ViewResult> {
  const id = Number(params.id);
  const product = /^\d{1,9}$/.test(params.id ?? '') ? await findProduct(db, id) : undefined;
  if (!product) return undefined;
  if (product.slug !== params.slug || String(id) !== params.id)
    return { redirectTo: bookPath(product), isPermanent: true };
  const reviewFilter = reviewQueryOf(query);
  const [reviews, samplePages] = await Promise.all([listReviews(db, id, reviewFilter), listSamplePages(db, id)]);
  if (reviews.rows.length === 0 && reviewFilter.page > 1) return { redirectTo: bookPath(product), isPermanent: false };
  const view = { page: 'book' as const, product, reviews, reviewFilter, samplePages };
  return { view, path: bookPath(product) + reviewSearch(reviewFilter) };
}

/** Where a title has no sample any more, its own page. */
async function lookInsideView({ preparedDb: db }: ViewDeps, { params }: ViewRequest): Promise<ViewResult> {
  const id = Number(params.id);
  const [product] = /^\d{1,9}$/.test(params.id ?? '') ? await listProductRows(db, [id]) : [];
  if (!product) return undefined;
  const samplePages = await listSamplePages(db, id);
  if (samplePages.length === 0) return { redirectTo: bookPath(product), isPermanent: false };
  if (product.slug !== params.slug || String(id) !== params.id)
    return { redirectTo: lookInsidePath(product), isPermanent: true };
  return { view: { page: 'lookInside', product, samplePages }, path: lookInsidePath(product) };
}
