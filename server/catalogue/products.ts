import { and, eq } from 'drizzle-orm';
import type { ProductRow } from '#contract/products.ts';
import { isSellableFormat, type BookFormat } from '#domain/catalogue/product.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { averageRating } from '#domain/review.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong, jsonArray, jsonObject, subquery, valueOf } from '../db/subqueries.ts';
import { product, variant } from '../db/tables.ts';
import type { CoverImage } from '#contract/covers.ts';
import { spreadCovers } from '../covers/spread-covers.ts';
import { authorsColumn, firstSeriesColumn, isListedVariant, ratingColumn } from './product-columns.ts';
import { coverInputOf, imageColumn, productCoverPath } from './product-covers.ts';
import { offerOfVariant, supplyColumns, type StockedVariant } from './supply.ts';

/** A product with its listed variants as one query reads it. Prices in sen. */
export type ProductData = {
  id: number;
  slug: string;
  title: string;
  subtitle: string;
  language: string;
  authors: { name: string; slug: string }[];
  series: { name: string; slug: string; number: string | null } | null;
  variants: ProductVariant[];
  /** Of its published reviews; none without one. */
  rating: { sum: number; count: number } | null;
  /** The stored cover; without one it has a generated one. */
  image: CoverImage | null;
};

type ProductVariant = StockedVariant & { id: number; format: BookFormat; listPrice: number; memberPrice: number };

/** Listed products as grids show them, in the order of `ids`, in one query; `formats` as in {@link toProductRow}. */
export async function listProductRows(
  db: Database,
  ids: readonly number[],
  formats: readonly string[] = [],
): Promise<ProductRow[]> {
  const products = await findProductData(db, ids);
  return toProductRows(
    ids.flatMap((id) => products.get(id) ?? []),
    formats,
  );
}

/** Products beside each other as a grid shows them: no two neighbors have covers of one look. */
export function toProductRows(products: readonly ProductData[], formats: readonly string[] = []): ProductRow[] {
  const covers = spreadCovers(products.map((data) => (data.image ? undefined : coverInputOf(data))));
  return products.map((data, index) => {
    const row = toProductRow(data, formats);
    return { ...row, cover: covers[index] ?? row.cover };
  });
}

/** Listed products by id, in one query. */
export async function findProductData(db: Database, ids: readonly number[]): Promise<Map<number, ProductData>> {
  if (ids.length === 0) return new Map();
  const rows = await selectListed(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The listed products of ISBNs, those of unlisted editions too. */
export async function findProductIdsByIsbn(db: Database, isbns: readonly string[]): Promise<Map<string, number>> {
  if (isbns.length === 0) return new Map();
  const rows = await db
    .select({ isbn: variant.isbn, id: product.id })
    .from(variant)
    .innerJoin(product, and(eq(product.id, variant.productId), eq(product.isListed, true)))
    .where(isAmong(variant.isbn, isbns));
  return new Map(rows.map(({ isbn, id }) => [isbn!, id]));
}

/** The columns of {@link ProductData}, for a select from `product`. */
export const productColumns = {
  id: product.id,
  slug: product.slug,
  title: product.title,
  subtitle: product.subtitle,
  language: product.language,
  authors: authorsColumn,
  series: firstSeriesColumn,
  rating: ratingColumn,
  image: imageColumn,
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
            supply: jsonObject(supplyColumns),
          },
          variant.listPrice,
          variant.id,
        ),
      })
      .from(variant)
      .where(isListedVariant),
  ),
};

const selectListed = keepStatement((db, given: Given<{ ids: readonly number[] }>) =>
  db
    .select(productColumns)
    .from(product)
    .where(and(isAmong(product.id, given('ids')), eq(product.isListed, true))),
);

/**
 * A product as a grid shows it, with the prices of its cheapest variant. Where some of `formats` are sold, only these
 * count, and a variant in stock comes before a cheaper one that is sold out.
 */
export function toProductRow(data: ProductData, formats: readonly string[] = []): ProductRow {
  const all = data.variants.filter((one) => isSellableFormat(one.format));
  const matching = all.filter((one) => formats.includes(one.format));
  const sold = matching.length > 0 ? matching : all;
  const shown = matching.find((one) => one.stock > 0) ?? sold[0];
  const availability = offerOfVariant(shown ?? { stock: 0, supply: null });
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
    formats: moveToFront(shown, data.variants).map((one) => one.format),
    price: ringgitFromSen(shown?.memberPrice ?? 0),
    original_price: ringgitFromSen(shown?.listPrice ?? 0),
    available: sold.some((one) => offerOfVariant(one).state !== 'out_of_stock'),
    availability,
    vid: shown && availability.state !== 'out_of_stock' ? shown.id : null,
    variants: data.variants.length,
    rating: data.rating && { average: averageRating(data.rating), count: data.rating.count },
  };
}

function moveToFront<T>(first: T | undefined, all: readonly T[]): readonly T[] {
  return first === undefined ? all : [first, ...all.filter((one) => one !== first)];
}
