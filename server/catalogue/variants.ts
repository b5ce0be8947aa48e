import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ResponseOf, ParsedOf } from '#contract/endpoint.ts';
import type { getCartDetail } from '#contract/products.ts';
import { isEmbargoed } from '#domain/catalogue/availability.ts';
import { isSellableFormat, type BookFormat } from '#domain/catalogue/product.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { MAX_QTY } from '#domain/pricing/cart.ts';
import type { Database } from '../db/connection.ts';
import { jsonObject, subquery, valueOf } from '../db/subqueries.ts';
import { product, variant } from '../db/tables.ts';
import { productCoverPath } from './product-covers.ts';
import { productColumns, type ProductData } from './products.ts';
import { awaitableCopies, supplyColumns, type Supply } from './supply.ts';

type CartLineInput = ParsedOf<typeof getCartDetail>['body']['ids'];
type CartDetail = ResponseOf<typeof getCartDetail>;
type CartProductData = ProductData & { facts: Record<string, Supply & { isbn: string | null }> };

/** The current products of a stored cart, in its order, in one query; variants that are not sold any more are `missing`. */
export async function loadCartDetail(db: Database, lines: CartLineInput): Promise<CartDetail> {
  const found = await listCartProducts(db, [...new Set(lines.map((line) => line.pid))]);
  const products: CartDetail['products'] = [];
  const missing: CartDetail['missing'] = [];
  for (const { pid, vid, qty } of lines) {
    const product = found.get(pid);
    const sold = product?.variants.filter((one) => isSellableFormat(one.format)) ?? [];
    if (product && sold.some((one) => one.id === vid)) products.push(toCartProduct(product, sold, { vid, qty }));
    else missing.push({ pid, vid });
  }
  return { products, missing };
}

const factsByVariant = valueOf(
  subquery
    .select({
      value: sql<
        CartProductData['facts']
      >`coalesce(json_object_agg(${variant.id}, ${jsonObject({ isbn: variant.isbn, ...supplyColumns })}), '{}')`,
    })
    .from(variant)
    .where(eq(variant.productId, product.id)),
);

async function listCartProducts(db: Database, ids: readonly number[]): Promise<Map<number, CartProductData>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ ...productColumns, facts: factsByVariant })
    .from(product)
    .where(and(inArray(product.id, [...ids]), eq(product.isListed, true)));
  return new Map(rows.map((row) => [row.id, row]));
}

function toCartProduct(data: CartProductData, sold: ProductData['variants'], line: { vid: number; qty: number }) {
  const today = dayInMalaysia(new Date().toISOString());
  return {
    id: data.id,
    objectID: String(data.id),
    slug: data.slug,
    title: data.title,
    language: data.language,
    authors: data.authors,
    cover: productCoverPath(data),
    variants: sold.map((one) => {
      const { isbn, ...supply } = data.facts[one.id]!;
      const { embargo } = supply;
      const awaitable = awaitableCopies(supply);
      return {
        id: one.id,
        format: one.format satisfies BookFormat,
        isbn,
        price: ringgitFromSen(one.memberPrice),
        original_price: ringgitFromSen(one.listPrice),
        stock: Math.min(one.stock + (awaitable?.places ?? 0), Math.max(one.stock, MAX_QTY)),
        ...(embargo !== null && isEmbargoed(embargo, today) && { on_sale_from: embargo }),
        ...(awaitable && { awaited: { beyond: one.stock, from: awaitable.from } }),
      };
    }),
    ...line,
  };
}
