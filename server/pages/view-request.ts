import {
  FILTER_NAMES,
  MAX_QUERY_BYTES,
  filterTextLength,
  type FilterName,
  type ProductFilter,
} from '#contract/product-filter.ts';
import { MAX_FILTER_VALUES } from '#contract/schemas.ts';
import type { ShopView } from '#contract/pages.ts';
import { productFilter } from '#contract/products.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../context.ts';
import { findUnstorableText } from '../http/register-endpoints.ts';

/** The parameters of a URL: path parts and the parsed query. */
export type ViewRequest = { params: Record<string, string>; query: unknown; locale: Locale };

/** A view to render at its canonical address, a redirect to another address, or nothing where there is no such page. */
export type ViewResult = { view: ShopView; path: string } | { redirectTo: string; isPermanent: boolean } | undefined;

/** What views read from. */
export type ViewDeps = Pick<Deps, 'db' | 'preparedDb' | 'search'>;
export type LoadView = (deps: ViewDeps, request: ViewRequest) => Promise<ViewResult>;

/** Titles on a page of a list. */
export const PAGE_SIZE = 24;
export const EMPTY_FILTER = productFilter.parse({});

/** A query of a browse address; `isWhole` where everything in it could be read, and nothing was to be left out. */
export function parseFilter(query: unknown): { filter: ProductFilter; isWhole: boolean } {
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

/** The page of a list that a query asks for. */
export function pageNumberOf(query: unknown): number {
  return parseFilter({ page: (query as { page?: unknown }).page }).filter.page;
}

const MAX_ROLE_LENGTH = 200;

/** The role of a person that a query asks for; by default their first. */
export function roleOf(query: unknown): string | undefined {
  const { role } = query as { role?: unknown };
  const isRole = typeof role === 'string' && role.length <= MAX_ROLE_LENGTH && findUnstorableText(role).length === 0;
  return isRole && role !== '' ? role : undefined;
}
