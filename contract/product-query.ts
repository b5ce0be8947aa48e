import type { ProductFilter } from './products.ts';

export type FilterName = 'subject' | 'format' | 'language' | 'author' | 'publisher' | 'series';
export const FILTERS: readonly FilterName[] = ['subject', 'format', 'language', 'author', 'publisher', 'series'];

/** A filter as the query of an address, in one order, without what is default: one state, one address. */
export function queryOf(filter: Partial<ProductFilter>): string {
  const query = new URLSearchParams();
  if (filter.q) query.append('q', filter.q);
  for (const name of FILTERS) for (const value of [...(filter[name] ?? [])].toSorted()) query.append(name, value);
  if (filter.min_price !== undefined) query.append('min_price', String(filter.min_price));
  if (filter.max_price !== undefined) query.append('max_price', String(filter.max_price));
  if (filter.in_stock === 'true') query.append('in_stock', 'true');
  if (filter.sort && filter.sort !== 'relevance') query.append('sort', filter.sort);
  if (filter.page && filter.page > 1) query.append('page', String(filter.page));
  return query.toString();
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
