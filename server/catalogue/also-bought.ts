import { asc, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { databaseOn, withUnlimitedClient, type Database } from '../db/connection.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { alsoBought, order, orderLine, product } from '../db/tables.ts';

/** Fewer buyers of both titles could be known to each other, and would be told what one of them bought. */
export const MIN_BUYERS = 3;
const MAX_TITLES = 12;
/** Of one buyer the latest titles count, so that libraries do not decide, and pairs stay bounded. */
const MAX_TITLES_PER_BUYER = 100;

const others = subquery
  .select({ id: alsoBought.otherId, place: alsoBought.place })
  .from(alsoBought)
  .where(eq(alsoBought.productId, product.id))
  .orderBy(asc(alsoBought.place))
  .limit(MAX_TITLES)
  .as('others');

/** What readers of a product bought too, the most often first; for a select from `product`. */
export const alsoBoughtIds = valueOf(
  subquery
    .select({ value: sql<number[]>`coalesce(json_agg(${others.id} ORDER BY ${others.place}), '[]')` })
    .from(others),
);

/** Makes the lists anew from the paid orders of two years; returns the number of pairs. */
export function refreshAlsoBought(connect: pg.ClientConfig): Promise<number> {
  return withUnlimitedClient(connect, (client) => databaseOn(client).transaction(recount));
}

/**
 * SQL, because every pair of titles of every buyer is counted where it is. A buyer is an account, or a guest's email address; who was
 * anonymized is nobody.
 */
async function recount(db: Database): Promise<number> {
  await db.delete(alsoBought);
  const { rowCount } = await db.execute(sql`
    WITH bought AS MATERIALIZED (
      SELECT buyer, product_id FROM (
        SELECT coalesce(o.customer_id::text, lower(o.email)) AS buyer, l.product_id,
          row_number() OVER (PARTITION BY coalesce(o.customer_id::text, lower(o.email)) ORDER BY max(o.placed_at) DESC,
            l.product_id) AS place
        FROM ${order} o JOIN ${orderLine} l ON l.order_id = o.id
        WHERE o.state IN ('paid', 'packed', 'shipped', 'delivered') AND o.placed_at > now() - interval '2 years'
          AND o.email NOT LIKE '%@deleted.invalid'
        GROUP BY 1, 2
      ) AS latest WHERE place <= ${MAX_TITLES_PER_BUYER}),
    pairs AS (
      SELECT a.product_id, b.product_id AS other_id, count(*) AS buyers
      FROM bought a JOIN bought b ON b.buyer = a.buyer AND b.product_id <> a.product_id
      GROUP BY 1, 2 HAVING count(*) >= ${MIN_BUYERS})
    INSERT INTO ${alsoBought} (product_id, other_id, place)
    SELECT product_id, other_id, place FROM (
      SELECT p.product_id, p.other_id,
        row_number() OVER (PARTITION BY p.product_id ORDER BY p.buyers DESC, other.popularity DESC, p.other_id) AS place
      FROM pairs p JOIN ${product} other ON other.id = p.other_id AND other.is_listed
    ) AS ranked WHERE place <= ${MAX_TITLES}`);
  return rowCount ?? 0;
}
