import { and, eq, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { ResponseOf, ParsedOf } from '#contract/endpoint.ts';
import type { getCartDetail } from '#contract/products.ts';
import { isEmbargoed } from '#domain/catalogue/availability.ts';
import { isSellableFormat, type BookFormat } from '#domain/catalogue/product.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { MAX_QTY } from '#domain/pricing/cart.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong, subquery, valueOf } from '../db/subqueries.ts';
import { product, variant } from '../db/tables.ts';
import { productCoverPath } from './product-covers.ts';
import { productColumns } from './products.ts';
import { awaitableCopies } from './supply.ts';

type CartLineInput = ParsedOf<typeof getCartDetail>['body']['ids'];
type CartDetail = ResponseOf<typeof getCartDetail>;
type CartProductData = SelectResultFields<typeof cartColumns>;

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

const cartColumns = {
  ...productColumns,
  isbns: valueOf(
    subquery
      .select({
        value: sql<Record<string, string | null>>`coalesce(json_object_agg(${variant.id}, ${variant.isbn}), '{}')`,
      })
      .from(variant)
      .where(eq(variant.productId, product.id)),
  ),
};

async function listCartProducts(db: Database, ids: readonly number[]): Promise<Map<number, CartProductData>> {
  if (ids.length === 0) return new Map();
  const rows = await selectCartProducts(db, { ids });
  return new Map(rows.map((row) => [row.id, row]));
}

const selectCartProducts = keepStatement((db, given: Given<{ ids: readonly number[] }>) =>
  db
    .select(cartColumns)
    .from(product)
    .where(and(isAmong(product.id, given('ids')), eq(product.isListed, true))),
);

function toCartProduct(data: CartProductData, sold: CartProductData['variants'], line: { vid: number; qty: number }) {
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
      const { embargo } = one.supply;
      const awaitable = awaitableCopies(one.supply);
      return {
        id: one.id,
        format: one.format satisfies BookFormat,
        isbn: data.isbns[one.id]!,
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
