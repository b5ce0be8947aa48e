import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { AUTHOR_ROLES } from '#domain/catalogue/contributor.ts';
import { jsonArray, jsonObject, optionalValueOf, subquery, valueOf } from '../db/subqueries.ts';
import {
  contributor,
  product,
  productContributor,
  productRating,
  productSeries,
  productSubject,
  productWork,
  series,
  variant,
} from '../db/tables.ts';

/* What belongs to a product, as columns for a select from `product`. */

const isOwnContributor = eq(productContributor.productId, product.id);
const isContributor = eq(contributor.id, productContributor.contributorId);
const nameColumns = { name: contributor.name, slug: contributor.slug };

/** Everyone who contributed, in their order. */
export const contributorsColumn = valueOf(
  subquery
    .select({ value: jsonArray({ ...nameColumns, role: productContributor.role }, productContributor.position) })
    .from(productContributor)
    .innerJoin(contributor, isContributor)
    .where(isOwnContributor),
);

/** Everyone who contributed, with what is known of them. */
export const contributorDetailsColumn = valueOf(
  subquery
    .select({
      value: jsonArray(
        {
          ...nameColumns,
          role: productContributor.role,
          biography: contributor.biography,
          isni: contributor.isni,
          orcid: contributor.orcid,
          portraitId: contributor.portraitId,
          portraitAlt: contributor.portraitAlt,
          portraitCredit: contributor.portraitCredit,
        },
        productContributor.position,
      ),
    })
    .from(productContributor)
    .innerJoin(contributor, isContributor)
    .where(isOwnContributor),
);

/** Those under whose names it is listed. */
export const authorsColumn = valueOf(
  subquery
    .select({ value: jsonArray(nameColumns, productContributor.position) })
    .from(productContributor)
    .innerJoin(contributor, isContributor)
    .where(and(isOwnContributor, inArray(productContributor.role, [...AUTHOR_ROLES]))),
);

const isOwnSeries = eq(productSeries.productId, product.id);
const isSeries = eq(series.id, productSeries.seriesId);
const seriesColumns = { name: series.name, slug: series.slug, number: productSeries.number };

/** All series with the product's number in each; the first is shown in lists. */
export const seriesColumn = valueOf(
  subquery
    .select({ value: jsonArray(seriesColumns, productSeries.place, series.id) })
    .from(productSeries)
    .innerJoin(series, isSeries)
    .where(isOwnSeries),
);

/** The first of {@link seriesColumn}, or null. */
export const firstSeriesColumn = optionalValueOf(
  subquery
    .select({ value: jsonObject(seriesColumns) })
    .from(productSeries)
    .innerJoin(series, isSeries)
    .where(isOwnSeries)
    .orderBy(productSeries.place, series.id)
    .limit(1),
);

/** The stars of its published reviews together and their number, or null without reviews. */
export const ratingColumn = optionalValueOf(
  subquery
    .select({ value: jsonObject({ sum: productRating.sum, count: productRating.count }) })
    .from(productRating)
    .where(and(eq(productRating.productId, product.id), gt(productRating.count, 0))),
);

const isOwnSubject = eq(productSubject.productId, product.id);

/** The subjects of the shop that it is listed under. */
export const subjectsColumn = valueOf(
  subquery
    .select({ value: sql<string[]>`coalesce(array_agg(DISTINCT ${productSubject.subject}), '{}')` })
    .from(productSubject)
    .where(and(isOwnSubject, isNotNull(productSubject.subject))),
);

/** The subjects of the shop in their order, and whether one is the main subject. */
export const orderedSubjectsColumn = valueOf(
  subquery
    .select({
      value: jsonArray(
        { code: sql<string>`${productSubject.subject}`, main: sql<boolean>`${productSubject.position} = 0` },
        productSubject.position,
      ),
    })
    .from(productSubject)
    .where(and(isOwnSubject, isNotNull(productSubject.subject))),
);

/** Its codes of subjects as they came, of any scheme, in their order. */
export const subjectCodesColumn = valueOf(
  subquery
    .select({
      value: sql<string[]>`coalesce(array_agg(${productSubject.code} ORDER BY ${productSubject.position}), '{}')`,
    })
    .from(productSubject)
    .where(isOwnSubject),
);

/** The keys of its works. */
export const worksColumn = valueOf(
  subquery
    .select({ value: sql<string[]>`coalesce(array_agg(${productWork.work} ORDER BY ${productWork.work}), '{}')` })
    .from(productWork)
    .where(eq(productWork.productId, product.id)),
);

export const isOwnVariant = eq(variant.productId, product.id);
export const isListedVariant = and(isOwnVariant, eq(variant.isListed, true));

/** What catalogue files, feeds and pages say of a variant, as columns of `variant`. */
export const variantColumns = {
  id: variant.id,
  isbn: variant.isbn,
  format: variant.format,
  listPrice: variant.listPrice,
  memberPrice: variant.memberPrice,
  stock: variant.stock,
  pages: variant.pages,
  published: variant.published,
  availability: variant.availability,
  publishingStatus: variant.publishingStatus,
  embargo: variant.embargo,
  expected: variant.expected,
  orderDays: variant.orderDays,
  awaited: variant.awaited,
  awaitedLimit: variant.awaitedLimit,
  details: variant.details,
  accessibility: variant.accessibility,
};
