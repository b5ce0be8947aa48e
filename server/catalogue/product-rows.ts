import { sql } from 'drizzle-orm';
import type { ProductRow } from '#contract/products.ts';
import type { BookFormat } from '#domain/book-format.ts';
import { isSold } from '#domain/book-format.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { contributor, product, productContributor, productSeries, series, variant } from '../db/tables.ts';
import type { CoverFacts } from '../covers/cover-art.ts';
import { coverPath } from '../covers/cover-path.ts';

/** A title with its listed formats as one query reads it. */
export type TitleFacts = {
  id: number;
  slug: string;
  title: string;
  subtitle: string;
  language: string;
  authors: { name: string; slug: string }[];
  series: { name: string; slug: string; number: string | null } | null;
  variants: { id: number; format: BookFormat; listPrice: number; memberPrice: number; stock: number }[];
};

/** Listed titles by id as grids show them, in the order asked, in one query. */
export async function listProductRows(db: Database, ids: readonly number[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.execute<TitleFacts>(sql`
    SELECT ${TITLE_COLUMNS} FROM ${product} WHERE ${product.id} = ANY(${sql.param([...ids])}::int[]) AND ${product.isListed}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(productRow);
}

/** The columns of {@link TitleFacts}, for a query over `product`. */
export const TITLE_COLUMNS = sql`
  ${product.id} AS id, ${product.slug} AS slug, ${product.title} AS title, ${product.subtitle} AS subtitle,
  ${product.language} AS language,
  coalesce((SELECT json_agg(json_build_object('name', ${contributor.name}, 'slug', ${contributor.slug})
      ORDER BY ${productContributor.position})
    FROM ${productContributor} JOIN ${contributor} ON ${contributor.id} = ${productContributor.contributorId}
    WHERE ${productContributor.productId} = ${product.id} AND ${productContributor.role} = 'author'), '[]') AS authors,
  (SELECT json_build_object('name', ${series.name}, 'slug', ${series.slug}, 'number', ${productSeries.number})
    FROM ${productSeries} JOIN ${series} ON ${series.id} = ${productSeries.seriesId}
    WHERE ${productSeries.productId} = ${product.id} ORDER BY ${series.id} LIMIT 1) AS series,
  coalesce((SELECT json_agg(json_build_object('id', ${variant.id}, 'format', ${variant.format},
      'listPrice', ${variant.listPrice}, 'memberPrice', ${variant.memberPrice}, 'stock', ${variant.stock})
      ORDER BY ${variant.listPrice}, ${variant.id})
    FROM ${variant} WHERE ${variant.productId} = ${product.id} AND ${variant.isListed}), '[]') AS variants`;

/** What a grid shows of a title: the prices of its cheapest format on sale. */
export function productRow(facts: TitleFacts): ProductRow {
  const sold = facts.variants.filter((one) => isSold(one.format));
  const cheapest = sold[0];
  return {
    id: facts.id,
    objectID: String(facts.id),
    slug: facts.slug,
    title: facts.title,
    subtitle: facts.subtitle,
    language: facts.language,
    authors: facts.authors,
    series: facts.series,
    cover: coverOf(facts),
    formats: facts.variants.map((one) => one.format),
    price: ringgitFromSen(cheapest?.memberPrice ?? 0),
    original_price: ringgitFromSen(cheapest?.listPrice ?? 0),
    available: sold.some((one) => one.stock > 0),
    vid: cheapest && cheapest.stock > 0 ? cheapest.id : null,
    variants: facts.variants.length,
  };
}

/** The address of a title's cover. */
export function coverOf(facts: CoverSource): string {
  return coverPath(coverFacts(facts));
}

type CoverSource = Pick<TitleFacts, 'id' | 'title' | 'authors' | 'series' | 'language'>;

/** What a title's generated cover is drawn from. */
export function coverFacts({ id, title, authors, series: place, language }: CoverSource): CoverFacts {
  return { id, title, author: authors[0]?.name ?? '', language, ...(place && { series: place.name }) };
}
