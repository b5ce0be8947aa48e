import { asc, eq, gt } from 'drizzle-orm';
import { localizedPath, SHOP_PAGES } from '#contract/pages.ts';
import type { ProductFilter } from '#contract/product-filter.ts';
import type { SubjectTree } from '#contract/products.ts';
import { listProductFacts } from '../../catalogue/list-products.ts';
import { contributor, series } from '../../db/tables.ts';
import { listProducts, loadSubjectTree } from '../../search/search-products.ts';
import { getTranslator } from '../../translations.ts';
import { subjectTrail } from '../subject-trail.ts';
import { listForthcomingTitles, listNewTitles, listSeriesTitles, MAX_LISTED, today } from '../title-queries.ts';
import {
  EMPTY_FILTER,
  PAGE_SIZE,
  pageNumberOf,
  parseFilter,
  type ViewDeps,
  type ViewRequest,
} from '../view-request.ts';
import { commonLinks, navigationFeed, pageLinks, productFeed, type FeedResult, type Listed } from './feed.ts';
import { FEED, HTML, OPDS_FEEDS, opdsPaths, PUBLICATION, type OpdsFeed } from './opds-paths.ts';
import { publicationOf, type Link, type OpdsShop } from './publication.ts';

export type OpdsRequest = ViewRequest & { shop: OpdsShop; shopName: string };
type LoadFeed = (deps: ViewDeps, request: OpdsRequest) => Promise<FeedResult | undefined>;

/** How each feed finds what it shows. */
export const FEED_LOADERS: Record<OpdsFeed, LoadFeed> = {
  root: async (_deps, { shop, shopName }) => {
    const t = getTranslator(shop.locale);
    const sections = ['new', 'forthcoming', 'bestselling', 'subjects', 'series'] as const;
    const links = sections.map((name) => ({
      ...feedLink(shop, OPDS_FEEDS[name], t(`server.opds.${name}`)),
      rel: SECTION_RELATIONS[name],
    }));
    const shopPage = { href: shop.origin + localizedPath(shop.locale, SHOP_PAGES.home), type: HTML, title: shopName };
    return navigationFeed(shop, { title: shopName, path: OPDS_FEEDS.root }, [
      ...links,
      { ...shopPage, rel: 'alternate' },
    ]);
  },
  new: (deps, request) =>
    listFeed(deps, request, 'new', (part) => listNewTitles(deps.db, today(), part).then(idsOfTitles)),
  forthcoming: (deps, request) =>
    listFeed(deps, request, 'forthcoming', (part) => listForthcomingTitles(deps.db, today(), part).then(idsOfTitles)),
  bestselling: (deps, request) =>
    searchFeed(deps, request, {
      title: getTranslator(request.locale)('server.opds.bestselling'),
      path: OPDS_FEEDS.bestselling,
      filter: { sort: 'bestselling' },
    }),
  subjects: async ({ db }, { shop, locale }) => {
    const links = (await loadSubjectTree(db, locale)).map((subject) => subjectLink(shop, subject));
    const title = getTranslator(locale)('server.opds.subjects');
    return navigationFeed(shop, { title, path: OPDS_FEEDS.subjects }, links);
  },
  subject: async (deps, request) => {
    const code = request.params.code ?? '';
    const trail = await subjectTrail(deps.db, code, request.locale);
    if (!trail) return undefined;
    const below = trail.children.map((child) => subjectLink(request.shop, child));
    const title = getTranslator(request.locale)('server.opds.subjects');
    const groups = below.length > 0 ? [{ metadata: { title }, navigation: below }] : [];
    const path = opdsPaths.subject(code);
    return searchFeed(deps, request, { title: trail.name, path, filter: { subject: [code] }, groups });
  },
  series: listAllSeries,
  seriesOf: async (deps, request) => {
    const [found] = await deps.db
      .select()
      .from(series)
      .where(eq(series.slug, request.params.slug ?? ''));
    if (!found) return undefined;
    const listed = await readPage(request, (part) => listSeriesTitles(deps.db, found.id, part).then(idsOfTitles));
    return (
      listed && productFeed(deps.db, request.shop, { title: found.name, path: opdsPaths.seriesOf(found.slug), listed })
    );
  },
  author: async (deps, request) => {
    const slug = request.params.slug ?? '';
    const [found] = await deps.db.select().from(contributor).where(eq(contributor.slug, slug));
    if (!found) return undefined;
    return searchFeed(deps, request, { title: found.name, path: opdsPaths.author(slug), filter: { author: [slug] } });
  },
  search: async (deps, request) => {
    const query = queryOf(request);
    const title = getTranslator(request.locale)('server.opds.search', { query });
    const path = `${OPDS_FEEDS.search}?query=${encodeURIComponent(query)}`;
    return searchFeed(deps, request, { title, path, filter: { q: query } });
  },
  publication: async ({ db }, { params, shop }) => {
    const id = /^\d{1,9}$/.test(params.id ?? '') ? Number(params.id) : 0;
    const [product] = await listProductFacts(db, [id]);
    const body = product && publicationOf(product, shop);
    return body && { body, type: PUBLICATION, productIds: new Set([id]) };
  },
};

const SECTION_RELATIONS = {
  new: 'http://opds-spec.org/sort/new',
  forthcoming: 'subsection',
  bestselling: 'http://opds-spec.org/sort/popular',
  subjects: 'subsection',
  series: 'subsection',
};

/** What of the query of a feed makes another feed. */
export function opdsKeyOf(feed: OpdsFeed, request: Pick<ViewRequest, 'query'>): string {
  const query = feed === 'search' ? queryOf(request) : '';
  return `page=${pageNumberOf(request.query)}&query=${encodeURIComponent(query)}`;
}

function queryOf({ query }: Pick<ViewRequest, 'query'>): string {
  return parseFilter({ q: (query as { query?: unknown }).query }).filter.q;
}

function feedLink({ origin, locale }: OpdsShop, path: string, title: string): Link {
  return { href: encodeURI(origin + localizedPath(locale, path)), title, type: FEED };
}

function subjectLink(
  shop: OpdsShop,
  { code, name, count }: Pick<SubjectTree[number], 'code' | 'name' | 'count'>,
): Link {
  return { ...feedLink(shop, opdsPaths.subject(code), name), rel: 'subsection', properties: { numberOfItems: count } };
}

type FindPart = (part: { limit: number; offset: number }) => Promise<Omit<Listed, 'page'>>;

/** The page of a list that a request asks for, within the bound to which lists are read. */
async function readPage({ query }: ViewRequest, find: FindPart): Promise<Listed | undefined> {
  const page = pageNumberOf(query);
  const offset = (page - 1) * PAGE_SIZE;
  return offset >= MAX_LISTED ? undefined : { ...(await find({ limit: PAGE_SIZE, offset })), page };
}

function idsOfTitles({ titles, total }: { titles: readonly { id: number }[]; total: number }) {
  return { ids: titles.map(({ id }) => id), total };
}

async function listFeed(deps: ViewDeps, request: OpdsRequest, name: 'new' | 'forthcoming', find: FindPart) {
  const listed = await readPage(request, find);
  const title = getTranslator(request.locale)(`server.opds.${name}`);
  return listed && productFeed(deps.db, request.shop, { title, path: OPDS_FEEDS[name], listed });
}

type SearchFeedOptions = Omit<Parameters<typeof productFeed>[2], 'listed'> & { filter: Partial<ProductFilter> };

async function searchFeed(deps: ViewDeps, request: OpdsRequest, { filter, ...options }: SearchFeedOptions) {
  const page = pageNumberOf(request.query);
  const wanted = { ...EMPTY_FILTER, ...filter, page, limit: PAGE_SIZE };
  const { rows, total } = await listProducts(deps, wanted, request.locale);
  const listed = { ids: rows.map(({ id }) => id), total, page };
  return productFeed(deps.db, request.shop, { ...options, listed });
}

/** Every series that a title stands in, in the order of their addresses. */
async function listAllSeries({ db }: ViewDeps, { shop, query, locale }: OpdsRequest): Promise<FeedResult | undefined> {
  const page = pageNumberOf(query);
  const offset = (page - 1) * PAGE_SIZE;
  if (offset >= MAX_LISTED) return undefined;
  const [rows, total] = await Promise.all([
    db.select().from(series).orderBy(asc(series.slug)).limit(PAGE_SIZE).offset(offset),
    db.$count(db.select({ id: series.id }).from(series).where(gt(series.id, 0)).limit(MAX_LISTED).as('counted')),
  ]);
  if (page > 1 && rows.length === 0) return undefined;
  const title = getTranslator(locale)('server.opds.series');
  const path = OPDS_FEEDS.series;
  const metadata = { title, numberOfItems: total, itemsPerPage: PAGE_SIZE, currentPage: page };
  const links = [
    ...commonLinks(shop, page > 1 ? `${path}?page=${page}` : path),
    ...pageLinks(shop, path, { total, page }),
  ];
  const navigation = rows.map(({ name, slug }) => ({
    ...feedLink(shop, opdsPaths.seriesOf(slug), name),
    rel: 'subsection',
  }));
  return { body: { metadata, links, navigation }, type: FEED, productIds: new Set() };
}
