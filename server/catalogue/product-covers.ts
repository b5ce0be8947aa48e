import { eq } from 'drizzle-orm';
import { storedCoverPath, type CoverImage } from '#contract/covers.ts';
import { coverPath } from '../covers/cover-path.ts';
import type { CoverInput } from '../covers/cover.ts';
import { jsonObject, optionalValueOf, subquery } from '../db/subqueries.ts';
import { cover, coverImage, product, variant } from '../db/tables.ts';

/** A stored cover. */
export const imageObject = jsonObject({
  hash: coverImage.hash,
  width: coverImage.width,
  height: coverImage.height,
  color: coverImage.color,
});

/** The stored cover of a product, for a select from `product`: that of its first variant that has one. */
export const imageColumn = optionalValueOf(
  subquery
    .select({ value: imageObject })
    .from(variant)
    .innerJoin(cover, eq(cover.variantId, variant.id))
    .innerJoin(coverImage, eq(coverImage.hash, cover.imageHash))
    .where(eq(variant.productId, product.id))
    .orderBy(variant.id)
    .limit(1),
);

type DrawnProduct = {
  id: number;
  title: string;
  language: string;
  authors: readonly { name: string }[];
  series: { name: string } | null;
};

/** The path of a product's cover. */
export function productCoverPath(data: DrawnProduct & { image: CoverImage | null }): string {
  return data.image ? storedCoverPath(data.id, data.image) : coverPath(coverInputOf(data));
}

/** What a product's generated cover is drawn from. */
export function coverInputOf({ id, title, authors, series, language }: DrawnProduct): CoverInput {
  return { id, title, author: authors[0]?.name ?? '', language, ...(series && { series: series.name }) };
}
