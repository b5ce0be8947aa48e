import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { contributor, product, productContributor, productSeries, productSubject, series } from '../db/tables.ts';

/** Everyone who contributed, in their order, for a select from `product`. */
export const contributorsColumn = valueOf(
  subquery
    .select({
      value: jsonArray(
        { name: contributor.name, slug: contributor.slug, role: productContributor.role },
        productContributor.position,
      ),
    })
    .from(productContributor)
    .innerJoin(contributor, eq(contributor.id, productContributor.contributorId))
    .where(eq(productContributor.productId, product.id)),
);

/** All series with the product's number in each. */
export const seriesColumn = valueOf(
  subquery
    .select({ value: jsonArray({ name: series.name, slug: series.slug, number: productSeries.number }, series.id) })
    .from(productSeries)
    .innerJoin(series, eq(series.id, productSeries.seriesId))
    .where(eq(productSeries.productId, product.id)),
);

/** The subjects of the shop that it is listed under. */
export const subjectsColumn = valueOf(
  subquery
    .select({ value: sql<string[]>`coalesce(array_agg(DISTINCT ${productSubject.subject}), '{}')` })
    .from(productSubject)
    .where(and(eq(productSubject.productId, product.id), isNotNull(productSubject.subject))),
);
