import { and, asc, count, desc, eq, exists, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { BoughtTitle, listBooks as contract } from '#contract/books.ts';
import type { ParsedOf, ResponseOf } from '#contract/endpoint.ts';
import type { ProductRow } from '#contract/products.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { BOUGHT_ORDER_STATES } from '#domain/orders/order.ts';
import { REVIEWABLE_ORDER_STATES } from '#domain/review.ts';
import { requireFound } from '../api-error.ts';
import { productColumns, toProductRows, type ProductData } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { jsonArray, optionalValueOf, subquery } from '../db/subqueries.ts';
import {
  contributor,
  order,
  orderLine,
  product,
  productContributor,
  productSeries,
  review,
  series,
} from '../db/tables.ts';
import { isKept } from '../orders/held-lines.ts';

const isReviewable = inArray(order.state, [...REVIEWABLE_ORDER_STATES]);

/** The titles that a customer bought and kept a copy of, each once; orders are known by their ids, which follow their times. */
export function boughtTitles(customerId: string) {
  return subquery
    .select({
      productId: orderLine.productId,
      lastOrder: sql<string>`max(${order.id}::text)`.as('last_order'),
      mayReview: sql<boolean>`bool_or(${isReviewable})`.as('may_review'),
      copies: jsonArray(
        { format: orderLine.format, order: order.number, boughtAt: order.placedAt },
        desc(order.id),
        orderLine.position,
      ).as('copies'),
    })
    .from(order)
    .innerJoin(orderLine, eq(orderLine.orderId, order.id))
    .where(and(eq(order.customerId, customerId), inArray(order.state, [...BOUGHT_ORDER_STATES]), isKept))
    .groupBy(orderLine.productId)
    .as('bought');
}

type Bought = ReturnType<typeof boughtTitles>;
type BookQuery = ParsedOf<typeof contract>['query'];

const isOwnContributor = and(
  eq(productContributor.productId, product.id),
  eq(contributor.id, productContributor.contributorId),
);

const firstAuthor = optionalValueOf(
  subquery
    .select({ value: contributor.nameSort })
    .from(productContributor)
    .innerJoin(contributor, isOwnContributor)
    .orderBy(productContributor.position)
    .limit(1),
);

/** What titles are sorted by: a text, then the id. */
function sortKey(bought: Bought, sort: BookQuery['sort']): SQL<string> {
  if (sort === 'title') return sql`${product.titleSort}`;
  return sort === 'author' ? sql`coalesce(${firstAuthor}, '')` : sql`${bought.lastOrder}`;
}

const MAX_SEARCH_WORDS = 10;

/** Every word stands in the title, in the name of a contributor or in that of a series. */
function matchesSearch(q: string): SQL | undefined {
  const words = foldForSearch(q).split(' ').filter(Boolean).slice(0, MAX_SEARCH_WORDS);
  if (words.length === 0) return sql`false`;
  return and(
    ...words.map((word) => {
      const stands = (column: SQL) => sql`strpos(${column}, ${word}) > 0`;
      const byName = subquery
        .select({ id: contributor.id })
        .from(productContributor)
        .innerJoin(contributor, isOwnContributor)
        .where(stands(sql`${contributor.nameSort}`));
      const bySeries = subquery
        .select({ id: series.id })
        .from(productSeries)
        .innerJoin(series, eq(series.id, productSeries.seriesId))
        .where(and(eq(productSeries.productId, product.id), stands(sql`lower(${series.name})`)));
      return or(
        stands(sql`${product.titleSort}`),
        stands(sql`lower(${product.title})`),
        exists(byName),
        exists(bySeries),
      );
    }),
  );
}

/** A page of the titles that a customer bought. Throws `not_found` where `after` is none of them. */
export async function listBoughtTitles(
  db: Database,
  customerId: string,
  { q, sort, after, limit }: BookQuery,
): Promise<ResponseOf<typeof contract>> {
  const bought = boughtTitles(customerId);
  const isProduct = eq(product.id, bought.productId);
  const matches = q === undefined || q.trim() === '' ? undefined : matchesSearch(q);
  const [counted] = await db.select({ total: count() }).from(bought).innerJoin(product, isProduct).where(matches);
  if (counted!.total === 0) return { rows: [], total: 0 };
  const isDescending = sort === '-bought_at';
  const key = sortKey(bought, sort);
  const rows = await db
    .select({
      ...productColumns,
      isListed: product.isListed,
      copies: bought.copies,
      mayReview: bought.mayReview,
      ownRating: ownRatingOf(customerId),
    })
    .from(bought)
    .innerJoin(product, isProduct)
    .where(and(matches, await isAfter()))
    .orderBy(isDescending ? desc(key) : asc(key), isDescending ? desc(product.id) : asc(product.id))
    .limit(limit);
  const products = toProductRows(rows);
  return { rows: rows.map((row, index) => boughtTitleOf(row, products[index]!)), total: counted!.total };

  async function isAfter(): Promise<SQL | undefined> {
    if (after === undefined) return undefined;
    const [last] = await db.select({ key }).from(bought).innerJoin(product, isProduct).where(eq(product.id, after));
    const direction = sql.raw(isDescending ? '<' : '>');
    return sql`(${key}, ${product.id}) ${direction} (${requireFound(last).key}, ${after}::int)`;
  }
}

function ownRatingOf(customerId: string) {
  return optionalValueOf(
    subquery
      .select({ value: review.rating })
      .from(review)
      .where(and(eq(review.productId, product.id), eq(review.customerId, customerId))),
  );
}

type Copy = { format: BoughtTitle['formats'][number]; order: string; boughtAt: string };
type BoughtRow = ProductData & {
  isListed: boolean;
  copies: Copy[];
  mayReview: boolean;
  ownRating: number | null;
};

function boughtTitleOf(row: BoughtRow, shown: ProductRow): BoughtTitle {
  const copies = row.copies.filter(
    (copy, index) => row.copies.findIndex((one) => one.format === copy.format) === index,
  );
  return {
    ...shown,
    is_listed: row.isListed,
    copies: copies.map(({ format, order: number, boughtAt }) => ({
      format,
      order: number,
      bought_at: new Date(boughtAt).toISOString(),
    })),
    own_rating: row.ownRating,
    may_review: row.mayReview,
  };
}
