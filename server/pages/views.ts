import {
  FILTER_NAMES,
  MAX_QUERY_BYTES,
  countFilters,
  filterTextLength,
  serializeFilter,
  type FilterName,
  type ProductFilter,
} from '#contract/product-filter.ts';
import { MAX_FILTER_VALUES } from '#contract/schemas.ts';
import {
  bookPath,
  browsePath,
  subjectPath,
  type ShopPage,
  type BrowseHeading,
  type HomeSection,
  type NoResultsOffer,
  type ShopView,
} from '#contract/pages.ts';
import { productFilter } from '#contract/products.ts';
import { eq } from 'drizzle-orm';
import type { Locale } from '#domain/locale.ts';
import { isSubject } from '#domain/catalogue/product.ts';
import { findProduct, listProductRows } from '../catalogue/products.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { contributor, searchEntry, series } from '../db/tables.ts';
import { findUnstorableText } from '../http/register-endpoints.ts';
import { listTopProductIds } from '../search/postgres-search.ts';
import { findProductIdByIsbn, listProducts, loadSubjectTree } from '../search/search-products.ts';

/** The parameters of a URL: path parts and the parsed query. */
export type ViewRequest = { params: Record<string, string>; query: unknown; locale: Locale };

/** A view to render at its canonical address, a redirect to another address, or nothing where there is no such page. */
export type ViewResult = { view: ShopView; path: string } | { redirectTo: string; isPermanent: boolean } | undefined;

const PAGE_SIZE = 24;
const EMPTY_FILTER = productFilter.parse({});

/** What views read from. */
type ViewDeps = Pick<Deps, 'db' | 'search'>;
type LoadView = (deps: ViewDeps, request: ViewRequest) => Promise<ViewResult>;

/** How each cached page of the shop finds what it shows. The cart, a guest's wish list, order and ticket are personal: see routes.ts. */
export const VIEW_LOADERS: Record<Exclude<ShopPage, 'cart' | 'wishList' | 'order' | 'ticket'>, LoadView> = {
  home: async ({ db }, { locale }) => ({ view: await homeView(db, locale), path: '/' }),
  browse: browseView,
  book: bookView,
  author: async (deps, request) => {
    const [found] = await deps.db
      .select()
      .from(contributor)
      .where(eq(contributor.slug, request.params.slug ?? ''));
    if (!found) return undefined;
    const listed = await listView(deps, request, {
      base: `/author/${found.slug}`,
      preset: { author: [found.slug] },
      heading: { kind: 'author', name: found.name },
    });
    const isAuthor = listed.view.result.total > 0;
    return isAuthor ? listed : { redirectTo: browsePath(serializeFilter({ q: found.name })), isPermanent: false };
  },
  series: async (deps, request) => {
    const [found] = await deps.db
      .select()
      .from(series)
      .where(eq(series.slug, request.params.slug ?? ''));
    if (!found) return undefined;
    return listView(deps, request, {
      base: `/series/${found.slug}`,
      preset: { series: [found.slug] },
      heading: { kind: 'series', name: found.name },
    });
  },
  subject: async (deps, request) => {
    const code = request.params.code ?? '';
    if (!isSubject(code)) return undefined;
    return listView(deps, request, {
      base: subjectPath(code),
      preset: { subject: [code] },
      heading: { kind: 'subject', code },
    });
  },
  delivery: async () => ({ view: { page: 'delivery' }, path: '/delivery' }),
  returns: async () => ({ view: { page: 'returns' }, path: '/returns' }),
  contact: async () => ({ view: { page: 'contact' }, path: '/contact' }),
  contactSent: async () => ({ view: { page: 'contact', isSent: true }, path: '/contact/sent' }),
  privacy: async () => ({ view: { page: 'privacy' }, path: '/privacy' }),
};

/** What of its query a page looks at; everything else makes no other page. */
const QUERY_KEYS: Partial<Record<ShopPage, (query: unknown) => string>> = {
  browse: (query) => serializeFilter(parseFilter(query).filter),
  author: (query) => `page=${parseFilter(query).filter.page}`,
  series: (query) => `page=${parseFilter(query).filter.page}`,
  subject: (query) => `page=${parseFilter(query).filter.page}`,
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

/** A query of a browse address; `isWhole` where everything in it could be read, and nothing was to be left out. */
function parseFilter(query: unknown): { filter: ProductFilter; isWhole: boolean } {
  const request = query as Record<string, unknown>;
  const parsed = productFilter.safeParse(request);
  if (parsed.success && findUnstorableText(parsed.data).length === 0) {
    return { filter: { ...parsed.data, limit: PAGE_SIZE }, isWhole: true };
  }
  return { filter: { ...EMPTY_FILTER, ...validFilterParts(request), limit: PAGE_SIZE }, isWhole: false };
}

/** Of each filter what can be read, the first values first, within the bounds of a query. */
function validFilterParts(request: Record<string, unknown>): Partial<ProductFilter> {
  const parts: Partial<ProductFilter> = {};
  for (const [name, shape] of Object.entries(productFilter.shape)) {
    const given = [request[name]]
      .flat()
      .filter((one) => typeof one === 'string' && findUnstorableText(one).length === 0);
    const texts = [...new Set(given)].filter((one) => shape.safeParse(one).success).slice(0, MAX_FILTER_VALUES);
    if (texts.length === 0) continue;
    const more = { ...parts, [name]: shape.parse(FILTER_NAMES.includes(name as FilterName) ? texts : texts[0]) };
    if (filterTextLength(more) <= MAX_QUERY_BYTES) Object.assign(parts, more);
  }
  return parts;
}

/** The titles that a view shows: its page is dropped when one of them changes. */
export function productIdsOf(view: ShopView): Set<number> {
  if (view.page === 'home')
    return new Set([view.covers, ...view.sections.map(({ rows }) => rows)].flatMap((rows) => rows.map(({ id }) => id)));
  if (view.page === 'browse') return new Set([...view.result.rows, ...(view.offered?.rows ?? [])].map((row) => row.id));
  if (view.page !== 'book') return new Set();
  const { id, related, series_titles } = view.product;
  return new Set([id, ...related.map((row) => row.id), ...series_titles.map((row) => row.id)]);
}

async function browseView(deps: ViewDeps, request: ViewRequest): Promise<ViewResult> {
  const { filter } = parseFilter(request.query);
  const isbnHit = await findProductIdByIsbn(deps.db, filter.q);
  if (isbnHit !== undefined) return redirectToProduct(deps.db, isbnHit);
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

type ListOptions = { base: string; preset: Partial<ProductFilter>; heading: BrowseHeading };

async function listView(deps: ViewDeps, request: ViewRequest, { base, preset, heading }: ListOptions) {
  const { page } = parseFilter(request.query).filter;
  const filter = { ...EMPTY_FILTER, ...preset, page, limit: PAGE_SIZE };
  const result = await listProducts(deps, filter, request.locale);
  const view = { page: 'browse' as const, filter, result, heading };
  return { view, path: page > 1 ? `${base}?page=${page}` : base };
}

async function bookView({ db }: ViewDeps, { params }: ViewRequest): Promise<ViewResult> {
  const id = Number(params.id);
  const product = /^\d{1,9}$/.test(params.id ?? '') ? await findProduct(db, id) : undefined;
  if (!product) return undefined;
  if (product.slug !== params.slug || String(id) !== params.id)
    return { redirectTo: bookPath(product), isPermanent: true };
  return { view: { page: 'book', product }, path: bookPath(product) };
}

const HOME_SECTIONS: { title: HomeSection['title']; filter: Partial<ProductFilter>; path: string }[] = [
  { title: 'sought', filter: { sort: 'bestselling' }, path: '/browse' },
  { title: 'classics', filter: { subject: ['FBC'] }, path: subjectPath('FBC') },
  { title: 'children', filter: { subject: ['Y'] }, path: subjectPath('Y') },
  {
    title: 'languages',
    filter: { language: ['de', 'fa', 'fr', 'pt'] },
    path: browsePath('language=de&language=fa&language=fr&language=pt'),
  },
  { title: 'malay', filter: { language: ['ms'] }, path: browsePath('language=ms') },
  { title: 'new', filter: { sort: 'newest' }, path: browsePath('sort=newest') },
];

/** Titles per row of covers on the home page, and at its top. */
const SECTION_SIZE = 12;
const HERO_SIZE = 5;

async function homeView(db: Database, locale: Locale): Promise<ShopView> {
  const [counted, subjects, top, ...found] = await Promise.all([
    db.$count(searchEntry),
    loadSubjectTree(db, locale),
    listTopProductIds(db, { sort: 'bestselling' }, HERO_SIZE),
    // Enough that every title shown further up can be left out.
    ...HOME_SECTIONS.map(({ filter }, index) => listTopProductIds(db, filter, HERO_SIZE + SECTION_SIZE * (index + 1))),
  ]);
  const shelves = withoutRepeats([top, ...found], [HERO_SIZE, ...HOME_SECTIONS.map(() => SECTION_SIZE)]);
  const rows = new Map((await listProductRows(db, shelves.flat())).map((row) => [row.id, row]));
  const [covers = [], ...others] = shelves.map((ids) => ids.flatMap((id) => rows.get(id) ?? []));
  return {
    page: 'home',
    covers,
    sections: HOME_SECTIONS.map(({ title, path }, index) => ({ title, path, rows: others[index]! })).filter(
      (section) => section.rows.length > 0,
    ),
    subjects,
    titles: counted,
  };
}

/** Lists of ids without those that an earlier list has, each as long as it may be. */
function withoutRepeats(lists: readonly number[][], most: readonly number[]): number[][] {
  const seen = new Set<number>();
  return lists.map((ids, index) => {
    const own = ids.filter((id) => !seen.has(id)).slice(0, most[index]);
    for (const id of own) seen.add(id);
    return own;
  });
}
