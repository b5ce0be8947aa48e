import { and, eq, exists, gt, gte, or, sql, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Database } from '../../db/connection.ts';
import { jsonArray, subquery, valueOf } from '../../db/subqueries.ts';
import {
  contributor,
  onixRecord,
  product,
  productContributor,
  productSeries,
  productSubject,
  productWork,
  series,
  variant,
} from '../../db/tables.ts';

const people = subquery
  .select({
    value: jsonArray(
      {
        id: contributor.id,
        name: contributor.name,
        role: productContributor.role,
        biography: contributor.biography,
        isni: contributor.isni,
        orcid: contributor.orcid,
      },
      productContributor.position,
    ),
  })
  .from(productContributor)
  .innerJoin(contributor, eq(contributor.id, productContributor.contributorId))
  .where(eq(productContributor.productId, product.id));

const subjects = subquery
  .select({
    value: sql<string[]>`coalesce(array_agg(${productSubject.code} ORDER BY ${productSubject.position}), '{}')`,
  })
  .from(productSubject)
  .where(eq(productSubject.productId, product.id));

const collections = subquery
  .select({ value: jsonArray({ name: series.name, number: productSeries.number }, productSeries.place, series.id) })
  .from(productSeries)
  .innerJoin(series, eq(series.id, productSeries.seriesId))
  .where(eq(productSeries.productId, product.id));

const works = subquery
  .select({ value: sql<string[]>`coalesce(array_agg(${productWork.work} ORDER BY ${productWork.work}), '{}')` })
  .from(productWork)
  .where(eq(productWork.productId, product.id));

/** What senders call an edition, and whether they took it back. */
const records = subquery
  .select({
    value: jsonArray(
      {
        sender: onixRecord.sender,
        reference: onixRecord.reference,
        isDeleted: sql<boolean>`${onixRecord.deletedAt} IS NOT NULL`,
      },
      onixRecord.id,
    ),
  })
  .from(onixRecord)
  .where(eq(onixRecord.variantId, variant.id));

const editions = subquery
  .select({
    value: jsonArray(
      {
        id: variant.id,
        isbn: variant.isbn,
        format: variant.format,
        listPrice: variant.listPrice,
        memberPrice: variant.memberPrice,
        stock: variant.stock,
        pages: variant.pages,
        published: variant.published,
        isListed: variant.isListed,
        availability: variant.availability,
        publishingStatus: variant.publishingStatus,
        embargo: variant.embargo,
        expected: variant.expected,
        orderDays: variant.orderDays,
        details: variant.details,
        accessibility: variant.accessibility,
        records: valueOf(records),
      },
      variant.id,
    ),
  })
  .from(variant)
  .where(eq(variant.productId, product.id));

const exportedColumns = {
  id: product.id,
  title: product.title,
  subtitle: product.subtitle,
  titleSort: product.titleSort,
  language: product.language,
  otherLanguages: product.otherLanguages,
  originalLanguage: product.originalLanguage,
  audience: product.audience,
  description: product.description,
  published: product.published,
  publisher: product.publisher,
  imprint: product.imprint,
  isListed: product.isListed,
  contributors: valueOf(people),
  subjects: valueOf(subjects),
  series: valueOf(collections),
  works: valueOf(works),
  variants: valueOf(editions),
};

/** A product with everything that an export writes of it. Prices in sen. */
export type ExportedProduct = SelectResultFields<typeof exportedColumns>;
export type ExportedVariant = ExportedProduct['variants'][number];

/** Products in memory at a time. */
const PAGE_SIZE = 200;

/** The listed products, or those that changed since a time, listed or not, in the order of their ids. */
export async function* streamProducts(db: Database, since: Date | null): AsyncGenerator<ExportedProduct> {
  const isWanted = since === null ? eq(product.isListed, true) : hasChangedSince(since);
  for (let after = 0; ;) {
    const page = await db
      .select(exportedColumns)
      .from(product)
      .where(and(gt(product.id, after), isWanted))
      .orderBy(product.id)
      .limit(PAGE_SIZE);
    yield* page;
    if (page.length < PAGE_SIZE) return;
    after = page.at(-1)!.id;
  }
}

function hasChangedSince(since: Date): SQL | undefined {
  const changed = subquery
    .select({ id: variant.id })
    .from(variant)
    .where(and(eq(variant.productId, product.id), gte(variant.updatedAt, since)));
  return or(gte(product.updatedAt, since), exists(changed));
}
