import { and, asc, eq, exists, gt, inArray, lt, ne, notExists, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NextVolume } from '#contract/carts.ts';
import { ALL_FORMATS, isSellableFormat } from '#domain/catalogue/product.ts';
import { LAST_POSITION } from '#domain/catalogue/series.ts';
import { listProductRows } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { isKept } from '../orders/held-lines.ts';
import { order, orderLine, product, productSeries, series, variant } from '../db/tables.ts';

/** As many as fit beside each other. */
const MAX_VOLUMES = 4;

const here = alias(productSeries, 'here');

const isOnSale = exists(
  subquery
    .select({ id: variant.id })
    .from(variant)
    .where(
      and(
        eq(variant.productId, product.id),
        eq(variant.isListed, true),
        gt(variant.stock, 0),
        inArray(variant.format, ALL_FORMATS.filter(isSellableFormat)),
      ),
    ),
);

/**
 * The volume after each of these titles in each of their series that is in stock, is none of them, and was not bought and
 * kept by this customer; in the order of the titles.
 */
export async function listNextInSeries(
  db: Database,
  productIds: readonly number[],
  customerId?: string,
): Promise<NextVolume[]> {
  if (productIds.length === 0) return [];
  const next = nextVolumeOf(db, productIds, customerId);
  const found = await db
    .select({
      after: here.productId,
      id: next.productId,
      series: { name: series.name, slug: series.slug, number: next.number },
    })
    .from(here)
    .innerJoin(series, eq(series.id, here.seriesId))
    .innerJoinLateral(next, sql`true`)
    .where(and(inArray(here.productId, [...productIds]), lt(here.position, LAST_POSITION)))
    .orderBy(asc(here.place), asc(next.position), asc(next.productId));
  const inOrder = found.toSorted((a, b) => productIds.indexOf(a.after) - productIds.indexOf(b.after));
  const seriesOf = new Map(inOrder.toReversed().map((row) => [row.id, row.series]));
  const ids = [...new Set(inOrder.map(({ id }) => id))].slice(0, MAX_VOLUMES);
  const rows = await listProductRows(db, ids);
  return rows.map((row) => ({ ...row, next_in: seriesOf.get(row.id)! }));
}

/** The first volume after `here` that is worth offering. */
function nextVolumeOf(db: Database, productIds: readonly number[], customerId: string | undefined) {
  return db
    .select({
      productId: productSeries.productId,
      number: productSeries.number,
      position: productSeries.position,
    })
    .from(productSeries)
    .innerJoin(product, and(eq(product.id, productSeries.productId), eq(product.isListed, true)))
    .where(
      and(
        eq(productSeries.seriesId, here.seriesId),
        gt(productSeries.position, here.position),
        lt(productSeries.position, LAST_POSITION),
        notInArray(productSeries.productId, [...productIds]),
        isOnSale,
        customerId === undefined ? undefined : isNotBoughtBy(customerId),
      ),
    )
    .orderBy(asc(productSeries.position), asc(productSeries.productId))
    .limit(1)
    .as('next');
}

function isNotBoughtBy(customerId: string) {
  return notExists(
    subquery
      .select({ id: orderLine.id })
      .from(orderLine)
      .innerJoin(order, eq(order.id, orderLine.orderId))
      .where(
        and(
          eq(orderLine.productId, productSeries.productId),
          eq(order.customerId, customerId),
          ne(order.state, 'cancelled'),
          isKept,
        ),
      ),
  );
}
