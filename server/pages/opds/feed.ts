import { localizedPath, pageOfPath } from '#contract/pages.ts';
import { listProductFacts } from '../../catalogue/list-products.ts';
import type { Database } from '../../db/connection.ts';
import { PAGE_SIZE } from '../view-request.ts';
import { OPDS_FEEDS, FEED, opdsPaths } from './opds-paths.ts';
import { publicationOf, type Link, type OpdsShop, type Publication } from './publication.ts';

/** A feed as OPDS 2.0 has it. `productIds`: the products that it shows. */
export type Feed = {
  metadata: Record<string, unknown>;
  links: Link[];
  navigation?: Link[];
  publications?: Publication[];
  groups?: { metadata: { title: string }; navigation: Link[] }[];
};
export type FeedResult = { body: Feed | Publication; type: string; productIds: ReadonlySet<number> };

type FeedOptions = { title: string; path: string };

/** Links that every feed has: to itself, to the beginning, and to the search. */
export function commonLinks({ origin, locale }: OpdsShop, path: string): Link[] {
  const href = (to: string) => origin + localizedPath(locale, to);
  return [
    { rel: 'self', href: encodeURI(href(path)), type: FEED },
    { rel: 'start', href: href(OPDS_FEEDS.root), type: FEED },
    { rel: 'search', href: href(opdsPaths.search), type: FEED, templated: true },
  ];
}

export function navigationFeed(shop: OpdsShop, { title, path }: FeedOptions, navigation: Link[]): FeedResult {
  const body = { metadata: { title }, links: commonLinks(shop, path), navigation };
  return { body, type: FEED, productIds: new Set() };
}

export type Listed = { ids: readonly number[]; total: number; page: number };
type ListFeedOptions = FeedOptions & { listed: Listed; groups?: Feed['groups'] };

/** One page of a list of products. Nothing where the list has no such page. */
export async function productFeed(
  db: Database,
  shop: OpdsShop,
  { title, path, listed, groups = [] }: ListFeedOptions,
): Promise<FeedResult | undefined> {
  const { ids, total, page } = listed;
  if (page > 1 && ids.length === 0) return undefined;
  const products = await listProductFacts(db, ids);
  const metadata = { title, numberOfItems: total, itemsPerPage: PAGE_SIZE, currentPage: page };
  const links = [...commonLinks(shop, pageOfPath(path, page)), ...pageLinks(shop, path, listed)];
  const publications = products.flatMap((product) => publicationOf(product, shop) ?? []);
  const body = { metadata, links, publications, ...(groups.length > 0 && { groups }) };
  return { body, type: FEED, productIds: new Set(ids) };
}

export function pageLinks({ origin, locale }: OpdsShop, path: string, { total, page }: Omit<Listed, 'ids'>): Link[] {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const link = (rel: string, to: number): Link => ({
    rel,
    href: encodeURI(origin + localizedPath(locale, pageOfPath(path, to))).replaceAll('%25', '%'),
    type: FEED,
  });
  if (last === 1) return [];
  return [
    link('first', 1),
    ...(page > 1 ? [link('previous', page - 1)] : []),
    ...(page < last ? [link('next', page + 1)] : []),
    link('last', last),
  ];
}
