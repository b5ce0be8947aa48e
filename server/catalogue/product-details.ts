import { and, eq, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Product, Variant } from '#contract/products.ts';
import type { EditionDetails } from '#domain/catalogue/edition.ts';
import { isSellableFormat } from '#domain/catalogue/product.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { PLANNED_EACH_TIME, type Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { product, productSeries, searchEntry, series, variant } from '../db/tables.ts';
import { alsoBoughtIds } from './also-bought.ts';
import { saleOf } from './supply.ts';
import { otherEditionIds } from './other-editions.ts';
import {
  contributorDetailsColumn,
  isListedVariant,
  orderedSubjectsColumn,
  seriesColumn,
  variantColumns,
} from './product-columns.ts';
import { portraitOf } from './portraits.ts';
import { listProductRows, productColumns, toProductRow } from './products.ts';

const RELATED_LIMIT = 8;
/** Related titles share so many characters of the main subject: finer subjects have few titles. */
const RELATED_DEPTH = 3;
const SERIES_LIMIT = 60;

/** A listed product with everything its page shows. */
export async function findProduct(db: Database, id: number): Promise<Product | undefined> {
  const [data] = await selectDetails(db, { id });
  if (!data) return undefined;
  const [related, inSeries] = await Promise.all([listRelatedIds(db, data), listSeriesIds(db, data)]);
  const rows = await listProductRows(db, [
    ...new Set([...data.editionIds, ...data.alsoBoughtIds, ...related, ...inSeries]),
  ]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const rowsOf = (ids: readonly number[]) => ids.flatMap((one) => rowOf.get(one) ?? []);
  return {
    ...toProductFacts(data),
    editions: rowsOf(data.editionIds),
    also_bought: rowsOf(data.alsoBoughtIds.filter((one) => !inSeries.includes(one))),
    related: rowsOf(related),
    series_titles: rowsOf(inSeries),
  };
}

/** The listed product of a listed variant, with everything its page shows. */
export async function findProductOfVariant(db: Database, variantId: number): Promise<Product | undefined> {
  const isListed = and(eq(variant.id, variantId), eq(variant.isListed, true));
  const [found] = await db.select({ productId: variant.productId }).from(variant).where(isListed);
  return found && findProduct(db, found.productId);
}

/** Everything that pages and feeds say of a product itself. */
export type ProductFacts = Omit<Product, 'editions' | 'also_bought' | 'related' | 'series_titles'>;

export function toProductFacts(data: ProductDetails): ProductFacts {
  return { ...toProductRow(data), ...productDetails(data) };
}

function productDetails(data: ProductDetails) {
  const { audience } = data;
  return {
    description: data.description,
    published: data.published,
    publisher: data.publisher,
    imprint: data.imprint,
    other_languages: data.otherLanguages,
    original_language: data.originalLanguage,
    audience: audience && { groups: audience.groups, age_from: audience.ageFrom, age_to: audience.ageTo },
    contributors: data.contributors.map(toContributor),
    subjects: data.subjects,
    more_series: data.allSeries.slice(1),
    variants: data.allVariants.map((one) => toVariant(one, data)),
  };
}

function toContributor(data: ProductDetails['contributors'][number]): Product['contributors'][number] {
  const { name, slug, role, biography, isni, orcid } = data;
  return { name, slug, role, biography, isni, orcid, portrait: portraitOf(data) };
}

type VariantData = ProductDetails['allVariants'][number];

/** Rights are not asked again: an edition that may not be sold here is not listed. */
function toVariant(data: VariantData, product: ProductDetails): Variant {
  const published = data.published ?? product.published;
  return {
    id: data.id,
    format: data.format,
    isbn: data.isbn,
    price: ringgitFromSen(data.memberPrice),
    original_price: ringgitFromSen(data.listPrice),
    stock: data.stock,
    is_sold: isSellableFormat(data.format),
    ...saleOf({ ...data, published }, data.stock),
    expected: data.expected,
    order_days: data.orderDays,
    pages: data.pages,
    published,
    publisher: product.publisher,
    details: toEditionDetails(data.details ?? {}),
    accessibility: data.accessibility,
  };
}

function toEditionDetails(details: EditionDetails): Variant['details'] {
  return {
    edition_number: details.editionNumber ?? null,
    edition_statement: details.editionStatement ?? '',
    height: details.height ?? null,
    width: details.width ?? null,
    thickness: details.thickness ?? null,
    weight: details.weight ?? null,
    duration: details.duration ?? null,
    protections: details.protections ?? [],
  };
}

/**
 * Products of the same author, then of the main subject, the most popular first; never of the same series or work. SQL, because
 * each half reads its own index in the order of popularity, and a union of the halves is cut again; planned each time,
 * because the best index depends on how many titles an author or a subject has.
 */
async function listRelatedIds(db: Database, data: ProductDetails): Promise<number[]> {
  const authors = sql.param(data.authors.map((author) => author.slug));
  const subject = data.subjects[0]?.code.slice(0, RELATED_DEPTH) ?? '';
  const slugs = sql.param(data.allSeries.map(({ slug }) => slug));
  const same = sql.param([data.id, ...data.editionIds]);
  const { rows } = await db.execute<{ id: number }>(sql`${PLANNED_EACH_TIME}
    (SELECT product_id AS id, 0 AS place, popularity FROM ${searchEntry}
      WHERE authors && ${authors}::text[] AND product_id <> ALL(${same}::int[]) AND NOT series && ${slugs}::text[]
      ORDER BY popularity DESC LIMIT ${RELATED_LIMIT})
    UNION
    (SELECT product_id, 1, popularity FROM ${searchEntry}
      WHERE subjects @> ARRAY[${subject}] AND NOT authors && ${authors}::text[] AND language = ${data.language}
        AND product_id <> ALL(${same}::int[])
      ORDER BY popularity DESC LIMIT ${RELATED_LIMIT})
    ORDER BY place, popularity DESC LIMIT ${RELATED_LIMIT}`);
  return rows.map((row) => row.id);
}

async function listSeriesIds(db: Database, data: ProductDetails): Promise<number[]> {
  if (!data.series) return [];
  const rows = await selectOfSeries(db, data.series);
  return rows.map((row) => row.id);
}

const selectOfSeries = keepStatement((db, given: Given<{ slug: string }>) =>
  db
    .select({ id: productSeries.productId })
    .from(productSeries)
    .innerJoin(series, eq(series.id, productSeries.seriesId))
    .where(eq(series.slug, given('slug')))
    .orderBy(productSeries.position, productSeries.productId)
    .limit(SERIES_LIMIT),
);

/** The columns of {@link ProductFacts}, for a select from `product`. */
export const productDetailColumns = {
  ...productColumns,
  description: product.description,
  published: product.published,
  publisher: product.publisher,
  imprint: product.imprint,
  otherLanguages: product.otherLanguages,
  originalLanguage: product.originalLanguage,
  audience: product.audience,
  editionIds: otherEditionIds,
  alsoBoughtIds,
  allSeries: seriesColumn,
  contributors: contributorDetailsColumn,
  subjects: orderedSubjectsColumn,
  allVariants: valueOf(
    subquery
      .select({ value: jsonArray(variantColumns, variant.listPrice, variant.id) })
      .from(variant)
      .where(isListedVariant),
  ),
};

const selectDetails = keepStatement((db, given: Given<{ id: number }>) =>
  db
    .select(productDetailColumns)
    .from(product)
    .where(and(eq(product.id, given('id')), eq(product.isListed, true))),
);

type ProductDetails = SelectResultFields<typeof productDetailColumns>;
