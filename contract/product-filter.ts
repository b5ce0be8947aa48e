export const SORTS = ['relevance', 'bestselling', 'newest', 'price', '-price', 'title'] as const;
/** List-price ranges of the price facet, in RM; the last is open. */
export const PRICE_RANGES = ['0-25', '25-50', '50-100', '100-'] as const;

/** What a list of titles is asked for, as `productFilter` of `products.ts` parses it. */
export type ProductFilter = Partial<Record<FilterName, string[] | undefined>> & {
  q: string;
  min_price?: number | undefined;
  max_price?: number | undefined;
  in_stock?: 'true' | 'false' | undefined;
  /** Titles with an edition that works with a screen reader. */
  screen_reader?: 'true' | 'false' | undefined;
  sort?: (typeof SORTS)[number] | undefined;
  page: number;
  limit: number;
};

export type FilterName = 'subject' | 'format' | 'language' | 'author' | 'publisher' | 'series';
export const FILTER_NAMES: readonly FilterName[] = ['subject', 'format', 'language', 'author', 'publisher', 'series'];

/** How many bytes (UTF-8) all texts of a query may have together. */
export const MAX_QUERY_BYTES = 1024;

/** How many bytes the texts of a filter have together. */
export function filterTextLength(
  filter: Partial<Record<FilterName | 'q', string | readonly string[] | undefined>>,
): number {
  const texts = [filter.q, ...FILTER_NAMES.map((name) => filter[name])].flat().join('');
  return encodeURIComponent(texts.toWellFormed()).replace(/%../g, '%').length;
}

/** A filter as the query of an address, in one order, without what is default: one state, one address. */
export function serializeFilter(filter: Partial<ProductFilter>): string {
  const { q, min_price, max_price, in_stock, screen_reader, sort, page } = filter;
  const choices = FILTER_NAMES.flatMap((name) =>
    (filter[name] ?? []).toSorted().map((value) => [name, value] as const),
  );
  const pairs: (readonly [string, string | number | undefined])[] = [
    ['q', q || undefined],
    ...choices,
    ['min_price', min_price],
    ['max_price', max_price],
    ['in_stock', in_stock === 'true' ? in_stock : undefined],
    ['screen_reader', screen_reader === 'true' ? screen_reader : undefined],
    ['sort', sort === 'relevance' ? undefined : sort],
    ['page', page && page > 1 ? page : undefined],
  ];
  const given = pairs.filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}

/** How many filters are chosen; the words that are searched and the order are none. */
export function countFilters(filter: Partial<ProductFilter>): number {
  const { min_price, max_price, in_stock, screen_reader } = filter;
  const choices = FILTER_NAMES.reduce((count, name) => count + (filter[name]?.length ?? 0), 0);
  const isPriced = min_price !== undefined || max_price !== undefined;
  return choices + (isPriced ? 1 : 0) + [in_stock, screen_reader].filter((one) => one === 'true').length;
}

/** A price facet's range (`25-50`, `100-`) as the filter's bounds. */
export function priceBoundsOf(range: string): Pick<ProductFilter, 'min_price' | 'max_price'> {
  const [least, most] = range.split('-');
  return { min_price: Number(least), max_price: most ? Number(most) - 0.01 : undefined };
}

/** The same filter without one choice. */
export function withoutFilter(filter: ProductFilter, name: FilterName, value: string): ProductFilter {
  const rest = filter[name]?.filter((one) => one !== value) ?? [];
  return { ...filter, page: 1, [name]: rest.length > 0 ? rest : undefined };
}
