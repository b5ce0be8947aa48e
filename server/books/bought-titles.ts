import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  inArray,
  not,
  notExists,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import type { BoughtTitle, listBooks as contract } from '#contract/books.ts';
import type { ParsedOf, ResponseOf } from '#contract/endpoint.ts';
import type { ProductRow } from '#contract/products.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { BOUGHT_ORDER_STATES } from '#domain/orders/order.ts';
import { REVIEWABLE_ORDER_STATES } from '#domain/review.ts';
import { requireFound } from '../api-error.ts';
import { productColumns, toProductRows, type ProductData } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, type PerhapsGiven } from '../db/kept-statement.ts';
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
export function boughtTitles(customerId: Placeholder) {
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
function hasWords(words: Placeholder): SQL {
  const word = sql`word`;
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
  const isFound = or(
    stands(sql`${product.titleSort}`),
    stands(sql`lower(${product.title})`),
    exists(byName),
    exists(bySeries),
  );
  const missing = subquery
    .select({ word })
    .from(sql`unnest(${words}::text[]) AS word`)
    .where(not(isFound!));
  return notExists(missing);
}

/** A page of the titles that a customer bought. Throws `not_found` where `after` is none of them. */
export async function listBoughtTitles(
  db: Database,
  customerId: string,
  { q = '', sort, after, limit }: BookQuery,
): Promise<ResponseOf<typeof contract>> {
  const isSearch = q.trim() !== '';
  const words = isSearch ? foldForSearch(q).split(' ').filter(Boolean).slice(0, MAX_SEARCH_WORDS) : undefined;
  if (words?.length === 0) return { rows: [], total: 0 };
  const lastKey = after === undefined ? undefined : await requireKey(db, { customerId, after }, sort);
  const [rows, [counted]] = await Promise.all([
    selectPage(db, { customerId, words, after, lastKey }, { sort, limit }),
    selectTotal(db, { customerId, words }, {}),
  ]);
  const products = toProductRows(rows);
  return { rows: rows.map((row, index) => boughtTitleOf(row, products[index]!)), total: counted!.total };
}

type Wanted = { customerId: string; words: readonly string[] | undefined };
type Place = { after: number | undefined; lastKey: string | undefined };

const selectPage = keepForms(
  (db, given: PerhapsGiven<Wanted & Place>, { sort, limit }: Pick<BookQuery, 'sort' | 'limit'>) => {
    const bought = boughtTitles(given('customerId'));
    const isDescending = sort === '-bought_at';
    const direction = isDescending ? desc : asc;
    const key = sortKey(bought, sort);
    const words = given('words');
    const last = given('lastKey');
    return db
      .select({
        ...productColumns,
        isListed: product.isListed,
        copies: bought.copies,
        mayReview: bought.mayReview,
        ownRating: ownRatingOf(given('customerId')),
      })
      .from(bought)
      .innerJoin(product, eq(product.id, bought.productId))
      .where(
        and(
          words && hasWords(words),
          last &&
            sql`(${key}, ${product.id}) ${sql.raw(isDescending ? '<' : '>')} (${last}::text, ${given('after')}::int)`,
        ),
      )
      .orderBy(direction(key), direction(product.id))
      .limit(limit);
  },
);

const selectTotal = keepForms((db, given: PerhapsGiven<Wanted>) => {
  const bought = boughtTitles(given('customerId'));
  const words = given('words');
  return db
    .select({ total: count() })
    .from(bought)
    .innerJoin(product, eq(product.id, bought.productId))
    .where(words && hasWords(words));
});

/** What a title is sorted by that the customer bought. Throws `not_found`. */
async function requireKey(db: Database, title: { customerId: string; after: number }, sort: BookQuery['sort']) {
  const [found] = await selectKey(db, title, { sort });
  return requireFound(found).key;
}

const selectKey = keepForms(
  (db, given: PerhapsGiven<{ customerId: string; after: number }>, { sort }: Pick<BookQuery, 'sort'>) => {
    const bought = boughtTitles(given('customerId'));
    return db
      .select({ key: sortKey(bought, sort) })
      .from(bought)
      .innerJoin(product, eq(product.id, bought.productId))
      .where(eq(product.id, given('after')));
  },
);

function ownRatingOf(customerId: Placeholder) {
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
