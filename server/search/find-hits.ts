import { sql, type SQL } from 'drizzle-orm';
import type { ProductFilter } from '#contract/products.ts';
import type { Database } from '../db/connection.ts';
import { searchEntry } from '../db/tables.ts';
import { allOf, type Conditions } from './conditions.ts';

/** Totals are exact up to this; past it they are a lower bound. */
export const COUNT_BOUND = 10_000;
/** By relevance the most sought-after matches are weighed against one another, this many of them. */
const CANDIDATES = 500;

const ORDERS: Record<Exclude<NonNullable<ProductFilter['sort']>, 'relevance'>, SQL> = {
  bestselling: sql`popularity DESC, product_id`,
  newest: sql`published DESC, product_id`,
  price: sql`list_price, product_id`,
  '-price': sql`list_price DESC, product_id DESC`,
  title: sql`title_sort, product_id`,
};

export type Hits = { ids: number[]; total: number; isLowerBound: boolean };

/** One page of matching titles and how many there are; work is bounded whatever the query. */
export async function findHits(db: Database, filter: ProductFilter, conditions: Conditions, q: string): Promise<Hits> {
  const offset = (filter.page - 1) * filter.limit;
  const { rows } = await db.execute<{ ids: number[]; total: number }>(sql`
    SELECT (SELECT count(*)::int FROM
        (SELECT FROM ${searchEntry} WHERE ${allOf(conditions)} LIMIT ${COUNT_BOUND + 1}) AS counted) AS total,
      coalesce((SELECT json_agg(product_id) FROM (${pageOfHits(filter, conditions, q, offset)}) AS page), '[]') AS ids`);
  const { ids, total } = rows[0]!;
  return { ids, total: Math.min(total, COUNT_BOUND), isLowerBound: total > COUNT_BOUND };
}

function pageOfHits(filter: ProductFilter, conditions: Conditions, q: string, offset: number): SQL {
  const where = allOf(conditions);
  if (offset > COUNT_BOUND) return sql`SELECT product_id FROM ${searchEntry} WHERE false`;
  const sort = filter.sort ?? 'relevance';
  if (sort !== 'relevance' || !conditions.tsquery) {
    const order = ORDERS[sort === 'relevance' ? 'bestselling' : sort];
    return sql`SELECT product_id FROM ${searchEntry} WHERE ${where} ORDER BY ${order} LIMIT ${filter.limit} OFFSET ${offset}`;
  }
  return sql`
    SELECT product_id FROM
      (SELECT product_id, document, popularity, title_sort FROM ${searchEntry} WHERE ${where}
       ORDER BY popularity DESC, product_id LIMIT ${Math.max(CANDIDATES, offset + filter.limit)}) AS candidate
    ORDER BY title_sort = ${q} DESC,
      ts_rank('{0.05, 0.1, 0.6, 1}', document, ${conditions.tsquery}) * (1 + popularity / 200.0) DESC, product_id
    LIMIT ${filter.limit} OFFSET ${offset}`;
}
