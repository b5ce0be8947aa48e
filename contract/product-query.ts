import type { ProductFilter } from './products.ts';

export type FilterName = 'subject' | 'format' | 'language' | 'author' | 'publisher' | 'series';
export const FILTERS: readonly FilterName[] = ['subject', 'format', 'language', 'author', 'publisher', 'series'];

/** A filter as the query of an address, in one order, without what is default: one state, one address. */
export function queryOf(filter: Partial<ProductFilter>): string {
  const { q, min_price, max_price, in_stock, sort, page } = filter;
  const choices = FILTERS.flatMap((name) => (filter[name] ?? []).toSorted().map((value) => [name, value] as const));
  const pairs: (readonly [string, string | number | undefined])[] = [
    ['q', q || undefined],
    ...choices,
    ['min_price', min_price],
    ['max_price', max_price],
    ['in_stock', in_stock === 'true' ? in_stock : undefined],
    ['sort', sort === 'relevance' ? undefined : sort],
    ['page', page && page > 1 ? page : undefined],
  ];
  const given = pairs.filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}

/** A price facet's range (`25-50`, `100-`) as the filter's bounds. */
export function boundsOf(range: string): Pick<ProductFilter, 'min_price' | 'max_price'> {
  const [least, most] = range.split('-');
  return { min_price: Number(least), max_price: most ? Number(most) - 0.01 : undefined };
}

/** The same filter without one choice. */
export function without(filter: ProductFilter, name: FilterName, value: string): ProductFilter {
  const rest = filter[name]?.filter((one) => one !== value) ?? [];
  return { ...filter, page: 1, [name]: rest.length > 0 ? rest : undefined };
}
