import { sql } from 'drizzle-orm';
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import type { getCartDetail } from '#contract/products.ts';
import { isSold, type BookFormat } from '#domain/book-format.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { product, variant } from '../db/tables.ts';
import { coverOf, TITLE_COLUMNS, type TitleFacts } from './product-rows.ts';

type Asked = ParsedOf<typeof getCartDetail>['body']['ids'];
type Answer = AnswerOf<typeof getCartDetail>;
type CartTitle = TitleFacts & { isbns: Record<string, string | null> };

/** What a stored cart holds today, in the order asked, in one query; what cannot be bought any more is `missing`. */
export async function cartDetail(db: Database, asked: Asked): Promise<Answer> {
  const titles = await listTitles(db, [...new Set(asked.map((line) => line.pid))]);
  const products: Answer['products'] = [];
  const missing: Answer['missing'] = [];
  for (const { pid, vid, qty } of asked) {
    const title = titles.get(pid);
    const sold = title?.variants.filter((one) => isSold(one.format)) ?? [];
    if (title && sold.some((one) => one.id === vid)) products.push(cartProduct(title, sold, { vid, qty }));
    else missing.push({ pid, vid });
  }
  return { products, missing };
}

async function listTitles(db: Database, ids: readonly number[]): Promise<Map<number, CartTitle>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<CartTitle>(sql`
    SELECT ${TITLE_COLUMNS}, coalesce((SELECT json_object_agg(${variant.id}, ${variant.isbn}) FROM ${variant}
      WHERE ${variant.productId} = ${product.id}), '{}') AS isbns
    FROM ${product} WHERE ${product.id} = ANY(${sql.param([...ids])}::int[]) AND ${product.isListed}`);
  return new Map(rows.map((row) => [row.id, row]));
}

function cartProduct(title: CartTitle, sold: TitleFacts['variants'], line: { vid: number; qty: number }) {
  return {
    id: title.id,
    objectID: String(title.id),
    slug: title.slug,
    title: title.title,
    language: title.language,
    authors: title.authors,
    cover: coverOf(title),
    variants: sold.map((one) => ({
      id: one.id,
      format: one.format satisfies BookFormat,
      isbn: title.isbns[one.id] ?? null,
      price: ringgitFromSen(one.memberPrice),
      original_price: ringgitFromSen(one.listPrice),
      stock: one.stock,
    })),
    ...line,
  };
}
