import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  lt,
  ne,
  not,
  notExists,
  or,
  sql,
  type Placeholder,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NextVolume } from '#contract/carts.ts';
import { ALL_FORMATS, isSellableFormat } from '#domain/catalogue/product.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { LAST_POSITION } from '#domain/catalogue/series.ts';
import { listProductRows } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong, subquery } from '../db/subqueries.ts';
import { isKept } from '../orders/held-lines.ts';
import { order, orderLine, product, productSeries, series, variant } from '../db/tables.ts';

/** As many as fit beside each other. */
const MAX_VOLUMES = 4;

const here = alias(productSeries, 'here');

/** How many volumes of a series are looked at until one can be ordered. */
const MAX_CANDIDATES = 4;

/** Where no copy is there, only what is supplied later may still be ordered: {@link listProductRows} knows whether it is. */
const mayBeOrdered = (today: Placeholder) =>
  exists(
    subquery
      .select({ id: variant.id })
      .from(variant)
      .where(
        and(
          eq(variant.productId, product.id),
          eq(variant.isListed, true),
          or(
            gt(variant.stock, 0),
            isNotNull(variant.orderDays),
            gt(variant.expected, today),
            gt(variant.embargo, today),
            gt(sql`coalesce(${variant.published}, ${product.published})`, today),
          ),
          inArray(variant.format, ALL_FORMATS.filter(isSellableFormat)),
        ),
      ),
  );

/**
 * The next volume after each of these titles in each of their series that can be ordered, in stock or not, is none of them,
 * and was not bought and kept by this customer; in the order of the titles.
 */
export async function listNextInSeries(
  db: Database,
  productIds: readonly number[],
  customerId?: string,
): Promise<NextVolume[]> {
  if (productIds.length === 0) return [];
  const today = dayInMalaysia(new Date().toISOString());
  const found = await selectNext(db, { productIds, today, customerId: customerId ?? null });
  const inOrder = found.toSorted((a, b) => productIds.indexOf(a.after) - productIds.indexOf(b.after));
  const candidates = Map.groupBy(inOrder, ({ after, series: { slug } }) => `${after} ${slug}`);
  const rows = await listProductRows(db, [...new Set(inOrder.map(({ id }) => id))]);
  const orderable = new Map(rows.filter(({ available }) => available).map((row) => [row.id, row]));
  const volumes = new Map<number, NextVolume>();
  for (const [first] of [...candidates.values()].map((some) => some.filter(({ id }) => orderable.has(id))))
    if (first && !volumes.has(first.id)) volumes.set(first.id, { ...orderable.get(first.id)!, next_in: first.series });
  return [...volumes.values()].slice(0, MAX_VOLUMES);
}

/** Nobody has bought what a guest is offered. */
type Asked = { productIds: readonly number[]; today: string; customerId: string | null };

const selectNext = keepStatement((db, given: Given<Asked>) => {
  const next = nextVolumes(given);
  return db
    .select({
      after: here.productId,
      id: next.productId,
      series: { name: series.name, slug: series.slug, number: next.number },
    })
    .from(here)
    .innerJoin(series, eq(series.id, here.seriesId))
    .innerJoinLateral(next, sql`true`)
    .where(and(isAmong(here.productId, given('productIds')), lt(here.position, LAST_POSITION)))
    .orderBy(asc(here.place), asc(next.position), asc(next.productId));
});

/** The first volumes after `here` that may be worth offering. */
function nextVolumes(given: Given<Asked>) {
  return subquery
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
        not(isAmong(productSeries.productId, given('productIds'))),
        mayBeOrdered(given('today')),
        isNotBoughtBy(given('customerId')),
      ),
    )
    .orderBy(asc(productSeries.position), asc(productSeries.productId))
    .limit(MAX_CANDIDATES)
    .as('next');
}

function isNotBoughtBy(customerId: Placeholder) {
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
