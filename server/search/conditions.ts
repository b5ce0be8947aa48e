import { sql, type SQL } from 'drizzle-orm';
import type { ProductFilter } from '#contract/products.ts';
import { foldForSearch } from '#domain/words.ts';
import { searchEntry } from '../db/tables.ts';

/** Words beyond these are not looked at. */
const MOST_WORDS = 8;
const ALWAYS = sql`true`;

/** Which entries a filter asks for. Each facet's own condition stands apart, so that its counts can leave it out. */
export type Conditions = { tsquery: SQL | undefined; fixed: SQL; facets: Record<FacetName, SQL> };
export const FACETS = ['subject', 'format', 'language', 'author', 'price'] as const;
export type FacetName = (typeof FACETS)[number];

/** The words of a query as searching looks at them. */
export function queryWords(q: string): string[] {
  return foldForSearch(q).split(' ').filter(Boolean).slice(0, MOST_WORDS);
}

/** All words must be there; the last one may be a beginning. Words are letters and digits only, so quoting is safe. */
export function tsqueryOf(words: readonly string[]): SQL | undefined {
  if (words.length === 0) return undefined;
  const terms = words.map((word, index) => `'${word}'${index === words.length - 1 ? ':*' : ''}`);
  return sql`${terms.join(' & ')}::tsquery`;
}

export function conditionsOf(filter: ProductFilter, words: readonly string[]): Conditions {
  const tsquery = tsqueryOf(words);
  const fixed = [
    tsquery && sql`${searchEntry.document} @@ ${tsquery}`,
    filter.publisher && isOneOf(sql`${searchEntry.publisher}`, filter.publisher),
    filter.series && sql`${searchEntry.series} && ${sql.param(filter.series)}::text[]`,
    filter.in_stock === 'true' && sql`${searchEntry.available}`,
  ].filter((one) => typeof one === 'object');
  return {
    tsquery,
    fixed: fixed.length > 0 ? sql.join(fixed, sql` AND `) : ALWAYS,
    facets: {
      subject: filter.subject ? sql`${searchEntry.subjects} && ${sql.param(filter.subject)}::text[]` : ALWAYS,
      format: filter.format ? sql`${searchEntry.formats} && ${sql.param(filter.format)}::text[]` : ALWAYS,
      language: filter.language ? isOneOf(sql`${searchEntry.language}`, filter.language) : ALWAYS,
      author: filter.author ? sql`${searchEntry.authors} && ${sql.param(filter.author)}::text[]` : ALWAYS,
      price: priceCondition(filter),
    },
  };
}

/** All conditions together. */
export function allOf({ fixed, facets }: Conditions): SQL {
  return sql.join([fixed, ...Object.values(facets)], sql` AND `);
}

function isOneOf(column: SQL, values: readonly string[]): SQL {
  return sql`${column} = ANY(${sql.param([...values])}::text[])`;
}

function priceCondition({ min_price, max_price }: ProductFilter): SQL {
  const least = min_price === undefined ? ALWAYS : sql`${searchEntry.listPrice} >= ${Math.round(min_price * 100)}`;
  const most = max_price === undefined ? ALWAYS : sql`${searchEntry.listPrice} <= ${Math.round(max_price * 100)}`;
  return sql`(${least} AND ${most})`;
}
