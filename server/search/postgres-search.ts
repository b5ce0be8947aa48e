import { and, arrayOverlaps, asc, desc, eq, exists, gt, gte, inArray, lte, sql, type SQL } from 'drizzle-orm';
import type { ProductFilter } from '#contract/product-filter.ts';
import { productFilter } from '#contract/products.ts';
import { isBookFormat } from '#domain/catalogue/product.ts';
import { isOffered } from '#domain/catalogue/subject.ts';
import { findProductData } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { contributor, searchEntry, searchText, variant } from '../db/tables.ts';
import { correctSpelling, suggestFromDatabase, toTsquery } from './postgres-words.ts';
import {
  MAX_FACET_AUTHORS,
  NO_FACETS,
  type FacetCounts,
  type FacetName,
  type SearchIndex,
  type SearchRequest,
} from './search-index.ts';

/** Searches the database itself: exact and always there, but not fast in a large catalogue. */
export function postgresSearch(db: Database): SearchIndex {
  return {
    search: async (request) => {
      const query = { ...request, conditions: searchConditions(request) };
      const [{ ids, ...page }, facets] = await Promise.all([
        findPage(db, query),
        request.facets === false ? NO_FACETS : findFacets(db, query),
      ]);
      const products = await findProductData(db, ids);
      return { products: ids.flatMap((id) => products.get(id) ?? []), ...page, facets };
    },
    suggest: (request) => suggestFromDatabase(db, request),
    correct: (words) => correctSpelling(db, words),
    sync: async () => {},
    isIndexed: () => false,
    secondsBehind: () => 0,
  };
}

const DEFAULT_FILTER = productFilter.parse({});

/** A filter's conditions. Those of the facets are separate, so that the counts of a facet can leave its own out. */
type SearchConditions = {
  tsquery: string | undefined;
  fixed: SQL | undefined;
  facets: Record<FacetName, SQL | undefined>;
};
type SearchQuery = SearchRequest & { conditions: SearchConditions };

function searchConditions({ filter, words }: SearchRequest): SearchConditions {
  const tsquery = toTsquery(words);
  const { publisher, series, available, subjects, language, authors, isScreenReaderFriendly } = searchEntry;
  return {
    tsquery,
    fixed: and(
      tsquery === undefined ? undefined : hasWords(tsquery),
      filter.publisher && inArray(publisher, filter.publisher),
      filter.series && arrayOverlaps(series, filter.series),
      filter.in_stock === 'true' ? eq(available, true) : undefined,
      filter.screen_reader === 'true' ? eq(isScreenReaderFriendly, true) : undefined,
    ),
    facets: {
      subject: filter.subject && arrayOverlaps(subjects, filter.subject),
      format: formatCondition(filter),
      language: filter.language && inArray(language, filter.language),
      author: filter.author && arrayOverlaps(authors, filter.author),
      price: priceCondition(filter),
    },
  };
}

function hasWords(tsquery: string): SQL {
  const matches = sql`${searchText.document} @@ ${tsquery}::tsquery`;
  return inArray(
    searchEntry.productId,
    subquery.select({ productId: searchText.productId }).from(searchText).where(matches),
  );
}

function allConditions({ fixed, facets }: SearchConditions): SQL | undefined {
  return and(fixed, ...Object.values(facets));
}

/** With a filter by format, "in stock" applies to these formats. */
function formatCondition({ format, in_stock }: ProductFilter): SQL | undefined {
  if (!format) return undefined;
  const isAvailable = arrayOverlaps(searchEntry.formats, format);
  if (in_stock !== 'true') return isAvailable;
  const inStock = and(isVariantOfEntry(format), gt(variant.stock, 0));
  return and(isAvailable, exists(subquery.select({ id: variant.id }).from(variant).where(inStock)));
}

function priceCondition(filter: ProductFilter): SQL | undefined {
  const { min_price, max_price } = filter;
  const price = priceExpression(filter);
  return and(
    min_price === undefined ? undefined : gte(price, Math.round(min_price * 100)),
    max_price === undefined ? undefined : lte(price, Math.round(max_price * 100)),
  );
}

/** The price in a product's row: the lowest, or with a filter by format that of the format shown. */
function priceExpression({ format }: ProductFilter): SQL {
  if (!format) return sql`${searchEntry.listPrice}`;
  const shown = subquery
    .select({ price: variant.listPrice })
    .from(variant)
    .where(isVariantOfEntry(format))
    .orderBy(eq(variant.stock, 0), variant.listPrice)
    .limit(1);
  return sql`coalesce(${shown}, ${searchEntry.listPrice})`;
}

function isVariantOfEntry(formats: readonly string[]): SQL | undefined {
  return and(
    eq(variant.productId, searchEntry.productId),
    eq(variant.isListed, true),
    inArray(variant.format, formats.filter(isBookFormat)),
  );
}

/** Totals are exact up to this number; beyond it they are a lower bound. */
const MAX_EXACT_COUNT = 10_000;
/** Sorting by relevance ranks this many of the most popular matches. */
const RANKED_CANDIDATES = 500;

type Sort = Exclude<NonNullable<ProductFilter['sort']>, 'relevance'>;

const { productId, popularity, published, titleSort } = searchEntry;

const SORT_ORDERS: Record<Exclude<Sort, 'price' | '-price'>, SQL[]> = {
  bestselling: [desc(popularity), asc(productId)],
  newest: [desc(published), asc(productId)],
  title: [asc(titleSort), asc(productId)],
};

type Page = { ids: number[]; total: number; isLowerBound: boolean };

/** One page of matching products and their total; the work is bounded for every query. */
async function findPage(db: Database, query: SearchQuery): Promise<Page> {
  const counted = subquery
    .select({ productId })
    .from(searchEntry)
    .where(allConditions(query.conditions))
    .limit(MAX_EXACT_COUNT + 1)
    .as('counted');
  const { rows } = await db.execute<{ ids: number[]; total: number }>(sql`
    SELECT (SELECT count(*)::int FROM ${counted}) AS total,
      coalesce((SELECT json_agg(product_id) FROM ${pageOfHits(query)}), '[]') AS ids`);
  const { ids, total } = rows[0]!;
  return { ids, total: Math.min(total, MAX_EXACT_COUNT), isLowerBound: total > MAX_EXACT_COUNT };
}

/** The ids of the first products of a filter without a query; nothing is counted. */
export async function listTopProductIds(
  db: Database,
  filter: Partial<ProductFilter>,
  limit: number,
): Promise<number[]> {
  const request = { filter: { ...DEFAULT_FILTER, ...filter, limit }, words: [] };
  const page = pageOfHits({ ...request, conditions: searchConditions(request) });
  const { rows } = await db.execute<{ id: number }>(sql`SELECT product_id AS id FROM ${page}`);
  return rows.map(({ id }) => id);
}

function orderBy(filter: ProductFilter, sort: Sort): SQL[] {
  if (sort === 'price') return [asc(priceExpression(filter)), asc(productId)];
  if (sort === '-price') return [desc(priceExpression(filter)), desc(productId)];
  return SORT_ORDERS[sort];
}

function pageOfHits({ filter, words, conditions }: SearchQuery) {
  const offset = (filter.page - 1) * filter.limit;
  const where = offset > MAX_EXACT_COUNT ? sql`false` : allConditions(conditions);
  const sort = filter.sort ?? 'relevance';
  if (sort === 'relevance' && conditions.tsquery !== undefined)
    return pageByRelevance(where, { tsquery: conditions.tsquery, words, offset, limit: filter.limit });
  return subquery
    .select({ productId })
    .from(searchEntry)
    .where(where)
    .orderBy(...orderBy(filter, sort === 'relevance' ? 'bestselling' : sort))
    .limit(filter.limit)
    .offset(offset)
    .as('page');
}

type RankedPage = { tsquery: string; words: readonly string[]; offset: number; limit: number };

function pageByRelevance(where: SQL | undefined, { tsquery, words, offset, limit }: RankedPage) {
  const candidate = subquery
    .select({ productId, popularity, titleSort })
    .from(searchEntry)
    .where(where)
    .orderBy(desc(popularity), productId)
    .limit(Math.max(RANKED_CANDIDATES, offset + limit))
    .as('candidate');
  const rank = sql`ts_rank('{0.05, 0.1, 0.6, 1}', ${searchText.document}, ${tsquery}::tsquery)
    * (1 + ${candidate.popularity} / 200.0)`;
  return subquery
    .select({ productId: candidate.productId })
    .from(candidate)
    .innerJoin(searchText, eq(searchText.productId, candidate.productId))
    .orderBy(desc(eq(candidate.titleSort, words.join(' '))), desc(rank), candidate.productId)
    .limit(limit)
    .offset(offset)
    .as('page');
}

type FacetRow = { facet: FacetName; value: string; count: number; name: string | null };

/**
 * How many products each further choice would show. The counts of a facet ignore its own choices, so that several can be
 * combined. At most {@link MAX_EXACT_COUNT} matches are counted. SQL, because the same matches are grouped in five ways.
 */
async function findFacets(db: Database, { conditions, filter }: SearchQuery): Promise<FacetCounts> {
  const chosen = filter.author ?? [];
  const mostAuthors = Math.max(MAX_FACET_AUTHORS, chosen.length);
  const { rows } = await db.execute<FacetRow>(sql`
    WITH base AS MATERIALIZED ${selectFacetBase(conditions)}
    SELECT counted.*, ${contributor.name} AS name FROM (
      SELECT 'subject' AS facet, value, count(*)::int AS count FROM base, unnest(subjects) AS value
        WHERE is_format AND is_language AND is_author AND is_price GROUP BY value
      UNION ALL
      SELECT 'format', value, count(*)::int FROM base, unnest(formats) AS value
        WHERE is_subject AND is_language AND is_author AND is_price GROUP BY value
      UNION ALL
      SELECT 'language', language, count(*)::int FROM base
        WHERE is_subject AND is_format AND is_author AND is_price GROUP BY language
      UNION ALL
      SELECT 'price', price_range, count(*)::int FROM base
        WHERE is_subject AND is_format AND is_language AND is_author GROUP BY price_range
      UNION ALL
      (SELECT 'author', value, count(*)::int AS count FROM base, unnest(authors) AS value
        WHERE is_subject AND is_format AND is_language AND is_price GROUP BY value
        ORDER BY value = ANY(${sql.param(chosen)}::text[]) DESC, count DESC, value LIMIT ${mostAuthors})
    ) AS counted LEFT JOIN ${contributor} ON counted.facet = 'author' AND ${contributor.slug} = counted.value
    ORDER BY count DESC, value`);
  return toFacetCounts(rows, filter.subject ?? []);
}

/** What matches without the facets, and whether it also matches each of them. */
function selectFacetBase({ fixed, facets }: SearchConditions) {
  const { subjects, formats, language, authors, listPrice } = searchEntry;
  const flag = (name: FacetName) => sql<boolean>`${facets[name] ?? sql`true`}`.as(`is_${name}`);
  return subquery
    .select({
      subjects,
      formats,
      language,
      authors,
      priceRange: sql<string>`CASE WHEN ${listPrice} < 2500 THEN '0-25' WHEN ${listPrice} < 5000 THEN '25-50'
        WHEN ${listPrice} < 10000 THEN '50-100' ELSE '100-' END`.as('price_range'),
      isSubject: flag('subject'),
      isFormat: flag('format'),
      isLanguage: flag('language'),
      isAuthor: flag('author'),
      isPrice: flag('price'),
    })
    .from(searchEntry)
    .where(fixed)
    .limit(MAX_EXACT_COUNT);
}

/** Of thousands of subjects those that are offered beside the `chosen` ones. */
function toFacetCounts(rows: readonly FacetRow[], chosen: readonly string[]): FacetCounts {
  const facets: FacetCounts = { subject: [], format: [], language: [], author: [], price: [] };
  for (const { facet, value, count, name } of rows)
    if (facet !== 'subject' || isOffered(value, chosen))
      facets[facet].push({ value, count, ...(name !== null && { name }) });
  return facets;
}
