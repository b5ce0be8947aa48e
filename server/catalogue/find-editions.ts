import { sql } from 'drizzle-orm';
import { isSold, type BookFormat } from '#domain/book-format.ts';
import type { Sen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { product, variant } from '../db/tables.ts';
import { coverOf, TITLE_COLUMNS, type TitleFacts } from './product-rows.ts';

/** An edition that can be ordered now, with what an order copies of it. Prices in sen. */
export type Edition = {
  productId: number;
  variantId: number;
  title: string;
  language: string;
  cover: string;
  format: BookFormat;
  isbn: string | null;
  listPrice: Sen;
  memberPrice: Sen;
  stock: number;
};

/** The listed, sold editions among these variants, by variant id, in one query. */
export async function findEditions(db: Database, variantIds: readonly number[]): Promise<Map<number, Edition>> {
  const { rows } = await db.execute<TitleFacts & { vid: number; isbn: string | null }>(sql`
    SELECT chosen.id AS vid, chosen.isbn, ${TITLE_COLUMNS}
    FROM ${variant} AS chosen JOIN ${product} ON ${product.id} = chosen.product_id
    WHERE chosen.id = ANY(${sql.param([...variantIds])}::int[]) AND chosen.is_listed AND ${product.isListed}`);
  return new Map(rows.flatMap((row) => editionOf(row) ?? []).map((edition) => [edition.variantId, edition]));
}

function editionOf(row: TitleFacts & { vid: number; isbn: string | null }): Edition | undefined {
  const chosen = row.variants.find((one) => one.id === row.vid);
  if (!chosen || !isSold(chosen.format)) return undefined;
  const { format, listPrice, memberPrice, stock } = chosen;
  const { id: productId, title, language } = row;
  return {
    productId,
    variantId: row.vid,
    title,
    language,
    cover: coverOf(row),
    format,
    isbn: row.isbn,
    listPrice,
    memberPrice,
    stock,
  };
}
