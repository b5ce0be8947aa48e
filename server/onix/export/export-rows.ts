import { and, eq, exists, gt, gte, or, sql, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import {
  contributorDetailsColumn,
  isOwnVariant,
  seriesColumn,
  subjectCodesColumn,
  variantColumns,
  worksColumn,
} from '../../catalogue/product-columns.ts';
import type { Database } from '../../db/connection.ts';
import { jsonArray, subquery, valueOf } from '../../db/subqueries.ts';
import { onixRecord, product, variant } from '../../db/tables.ts';

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
    value: jsonArray({ ...variantColumns, isListed: variant.isListed, records: valueOf(records) }, variant.id),
  })
  .from(variant)
  .where(isOwnVariant);

const exportedColumns = {
  id: product.id,
  title: product.title,
  subtitle: product.subtitle,
  titleSort: product.titleSort,
  language: product.language,
  otherLanguages: product.otherLanguages,
  originalLanguage: product.originalLanguage,
  audience: product.audience,
  keywords: product.keywords,
  description: product.description,
  published: product.published,
  publisher: product.publisher,
  imprint: product.imprint,
  isListed: product.isListed,
  contributors: contributorDetailsColumn,
  subjects: subjectCodesColumn,
  series: seriesColumn,
  works: worksColumn,
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
    .where(and(isOwnVariant, gte(variant.updatedAt, since)));
  return or(gte(product.updatedAt, since), exists(changed));
}
