import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Product, ProductRow } from '#contract/products.ts';
import { isSellableFormat, type BookFormat } from '#domain/catalogue/product.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { jsonArray, jsonObject, optionalValueOf, subquery, valueOf } from '../db/subqueries.ts';
import {
  contributor,
  cover,
  coverImage,
  product,
  productContributor,
  productSubject,
  searchEntry,
  variant,
  productSeries,
  series,
} from '../db/tables.ts';
import { storedCoverPath, type CoverImage } from '#contract/covers.ts';
import type { CoverInput } from '../covers/cover.ts';
import { coverPath } from '../covers/cover-path.ts';

const RELATED_LIMIT = 8;
/** Related titles share so many characters of the main subject: finer subjects have few titles. */
const RELATED_DEPTH = 3;
const SERIES_LIMIT = 60;

/** A listed product with everything its page shows. */
export async function findProduct(db: Database, id: number): Promise<Product | undefined> {
  const [data] = await db
    .select(productDetailColumns)
    .from(product)
    .where(and(eq(product.id, id), eq(product.isListed, true)));
  if (!data) return undefined;
  const [related, inSeries] = await Promise.all([listRelatedProducts(db, data), listSeriesProducts(db, data)]);
  return { ...toProductRow(data), ...productDetails(data), related, series_titles: inSeries };
}

function productDetails(data: ProductDetails) {
  return {
    description: data.description,
    published: data.published,
    publisher: data.publisher,
    contributors: data.contributors,
    subjects: data.subjects,
    variants: data.allVariants.map((one) => ({
      id: one.id,
      format: one.format,
      isbn: one.isbn,
      price: ringgitFromSen(one.memberPrice),
      original_price: ringgitFromSen(one.listPrice),
      stock: one.stock,
      is_sold: isSellableFormat(one.format),
      pages: one.pages,
      published: one.published ?? data.published,
      publisher: data.publisher,
    })),
  };
}

/**
 * Products of the same author, then of the main subject, the most popular first; never of the same series. SQL, because
 * each half reads its own index in the order of popularity, and a union of the halves is cut again.
 */
async function listRelatedProducts(db: Database, data: ProductDetails) {
  const authors = sql.param(data.authors.map((author) => author.slug));
  const subject = data.subjects[0]?.code.slice(0, RELATED_DEPTH) ?? '';
  const { rows } = await db.execute<{ id: number }>(sql`
    (SELECT product_id AS id, 0 AS place, popularity FROM ${searchEntry}
      WHERE authors && ${authors}::text[] AND product_id <> ${data.id} AND NOT series && ${seriesSlugs(data)}::text[]
      ORDER BY popularity DESC LIMIT ${RELATED_LIMIT})
    UNION
    (SELECT product_id, 1, popularity FROM ${searchEntry}
      WHERE subjects @> ARRAY[${subject}] AND NOT authors && ${authors}::text[] AND language = ${data.language}
      ORDER BY popularity DESC LIMIT ${RELATED_LIMIT})
    ORDER BY place, popularity DESC LIMIT ${RELATED_LIMIT}`);
  return listProductRows(
    db,
    rows.map((row) => row.id),
  );
}

async function listSeriesProducts(db: Database, data: ProductDetails) {
  if (!data.series) return [];
  const rows = await db
    .select({ id: productSeries.productId })
    .from(productSeries)
    .innerJoin(series, eq(series.id, productSeries.seriesId))
    .where(eq(series.slug, data.series.slug))
    .orderBy(productSeries.position, productSeries.productId)
    .limit(SERIES_LIMIT);
  return listProductRows(
    db,
    rows.map((row) => row.id),
  );
}

function seriesSlugs(data: ProductDetails) {
  return sql.param(data.series ? [data.series.slug] : []);
}

/** A product with its listed variants as one query reads it. Prices in sen. */
export type ProductData = {
  id: number;
  slug: string;
  title: string;
  subtitle: string;
  language: string;
  authors: { name: string; slug: string }[];
  series: { name: string; slug: string; number: string | null } | null;
  variants: { id: number; format: BookFormat; listPrice: number; memberPrice: number; stock: number }[];
  /** The stored cover; without one it has a generated one. */
  image: CoverImage | null;
};

/** Listed products as grids show them, in the order of `ids`, in one query; `formats` as in {@link toProductRow}. */
export async function listProductRows(
  db: Database,
  ids: readonly number[],
  formats: readonly string[] = [],
): Promise<ProductRow[]> {
  const products = await findProductData(db, ids);
  return ids.flatMap((id) => products.get(id) ?? []).map((data) => toProductRow(data, formats));
}

/** Listed products by id, in one query. */
export async function findProductData(db: Database, ids: readonly number[]): Promise<Map<number, ProductData>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select(productColumns)
    .from(product)
    .where(and(inArray(product.id, [...ids]), eq(product.isListed, true)));
  return new Map(rows.map((row) => [row.id, row]));
}

const isListedVariant = and(eq(variant.productId, product.id), eq(variant.isListed, true));

/** The columns of {@link ProductData}, for a select from `product`. */
export const productColumns = {
  id: product.id,
  slug: product.slug,
  title: product.title,
  subtitle: product.subtitle,
  language: product.language,
  authors: valueOf(
    subquery
      .select({
        value: jsonArray({ name: contributor.name, slug: contributor.slug }, productContributor.position),
      })
      .from(productContributor)
      .innerJoin(contributor, eq(contributor.id, productContributor.contributorId))
      .where(and(eq(productContributor.productId, product.id), eq(productContributor.role, 'author'))),
  ),
  series: optionalValueOf(
    subquery
      .select({ value: jsonObject({ name: series.name, slug: series.slug, number: productSeries.number }) })
      .from(productSeries)
      .innerJoin(series, eq(series.id, productSeries.seriesId))
      .where(eq(productSeries.productId, product.id))
      .orderBy(productSeries.place, series.id)
      .limit(1),
  ),
  image: optionalValueOf(
    subquery
      .select({
        value: jsonObject({
          hash: coverImage.hash,
          width: coverImage.width,
          height: coverImage.height,
          color: coverImage.color,
        }),
      })
      .from(variant)
      .innerJoin(cover, eq(cover.variantId, variant.id))
      .innerJoin(coverImage, eq(coverImage.hash, cover.imageHash))
      .where(eq(variant.productId, product.id))
      .orderBy(variant.id)
      .limit(1),
  ),
  variants: valueOf(
    subquery
      .select({
        value: jsonArray(
          {
            id: variant.id,
            format: variant.format,
            listPrice: variant.listPrice,
            memberPrice: variant.memberPrice,
            stock: variant.stock,
          },
          variant.listPrice,
          variant.id,
        ),
      })
      .from(variant)
      .where(isListedVariant),
  ),
};

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

const productDetailColumns = {
  ...productColumns,
  description: product.description,
  published: product.published,
  publisher: product.publisher,
  contributors: contributorsColumn,
  subjects: valueOf(
    subquery
      .select({
        value: jsonArray(
          { code: sql<string>`${productSubject.subject}`, main: sql<boolean>`${productSubject.position} = 0` },
          productSubject.position,
        ),
      })
      .from(productSubject)
      .where(and(eq(productSubject.productId, product.id), isNotNull(productSubject.subject))),
  ),
  allVariants: valueOf(
    subquery
      .select({
        value: jsonArray(
          {
            id: variant.id,
            format: variant.format,
            isbn: variant.isbn,
            listPrice: variant.listPrice,
            memberPrice: variant.memberPrice,
            stock: variant.stock,
            pages: variant.pages,
            published: variant.published,
          },
          variant.listPrice,
          variant.id,
        ),
      })
      .from(variant)
      .where(isListedVariant),
  ),
};

type ProductDetails = SelectResultFields<typeof productDetailColumns>;

/**
 * A product as a grid shows it, with the prices of its cheapest variant. Where some of `formats` are sold, only these
 * count, and a variant in stock comes before a cheaper one that is sold out.
 */
export function toProductRow(data: ProductData, formats: readonly string[] = []): ProductRow {
  const all = data.variants.filter((one) => isSellableFormat(one.format));
  const matching = all.filter((one) => formats.includes(one.format));
  const sold = matching.length > 0 ? matching : all;
  const shown = matching.find((one) => one.stock > 0) ?? sold[0];
  return {
    id: data.id,
    objectID: String(data.id),
    slug: data.slug,
    title: data.title,
    subtitle: data.subtitle,
    language: data.language,
    authors: data.authors,
    series: data.series,
    cover: productCoverPath(data),
    formats: moveToFront(matching.length > 0 ? shown : undefined, data.variants).map((one) => one.format),
    price: ringgitFromSen(shown?.memberPrice ?? 0),
    original_price: ringgitFromSen(shown?.listPrice ?? 0),
    available: sold.some((one) => one.stock > 0),
    vid: shown && shown.stock > 0 ? shown.id : null,
    variants: data.variants.length,
  };
}

function moveToFront<T>(first: T | undefined, all: readonly T[]): readonly T[] {
  return first === undefined ? all : [first, ...all.filter((one) => one !== first)];
}

/** The path of a product's cover. */
export function productCoverPath(data: CoverProduct): string {
  return data.image ? storedCoverPath(data.id, data.image) : coverPath(coverInputOf(data));
}

type CoverProduct = Pick<ProductData, 'id' | 'title' | 'authors' | 'series' | 'language' | 'image'>;

/** What a product's generated cover is drawn from. */
export function coverInputOf({ id, title, authors, series: place, language }: Omit<CoverProduct, 'image'>): CoverInput {
  return { id, title, author: authors[0]?.name ?? '', language, ...(place && { series: place.name }) };
}
