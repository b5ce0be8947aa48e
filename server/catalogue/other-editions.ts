import { and, desc, eq, like, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { subquery, valueOf } from '../db/subqueries.ts';
import { product, productWork, variant } from '../db/tables.ts';

const EDITION_LIMIT = 12;

const ownWork = alias(productWork, 'own_work');
const otherWork = alias(productWork, 'other_work');
const ownVariant = alias(variant, 'own_variant');
const otherVariant = alias(variant, 'other_variant');
const edition = alias(product, 'edition');

/** Bounds what one key of a work can bring. */
const LINK_LIMIT = 100;

/** Products that share a key of a work with a product, or have an ISBN that is such a key of the other. */
const linked = subquery
  .select({ id: otherWork.productId })
  .from(ownWork)
  .innerJoin(otherWork, eq(otherWork.work, ownWork.work))
  .where(eq(ownWork.productId, product.id))
  .limit(LINK_LIMIT)
  .union(
    subquery
      .select({ id: otherVariant.productId })
      .from(ownWork)
      .innerJoin(otherVariant, eq(otherVariant.isbn, sql`substr(${ownWork.work}, 4)`))
      .where(and(eq(ownWork.productId, product.id), like(ownWork.work, '15:%')))
      .limit(LINK_LIMIT),
  )
  .union(
    subquery
      .select({ id: otherWork.productId })
      .from(ownVariant)
      .innerJoin(otherWork, eq(otherWork.work, sql`'15:' || ${ownVariant.isbn}`))
      .where(eq(ownVariant.productId, product.id))
      .limit(LINK_LIMIT),
  )
  .as('linked');

const editions = subquery
  .select({ id: linked.id, popularity: edition.popularity })
  .from(linked)
  .innerJoin(edition, and(eq(edition.id, linked.id), eq(edition.isListed, true)))
  .where(ne(linked.id, product.id))
  .orderBy(desc(edition.popularity), linked.id)
  .limit(EDITION_LIMIT)
  .as('editions');

/** The products that are other editions of the same work, the most popular first; for a select from `product`. */
export const otherEditionIds = valueOf(
  subquery
    .select({
      value: sql<
        number[]
      >`coalesce(json_agg(${editions.id} ORDER BY ${editions.popularity} DESC, ${editions.id}), '[]')`,
    })
    .from(editions),
);
