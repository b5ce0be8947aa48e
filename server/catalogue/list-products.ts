import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { product, searchEntry } from '../db/tables.ts';
import { productDetailColumns, toProductFacts, type ProductFacts } from './product-details.ts';

/** Products that are read at once. */
const BATCH_SIZE = 200;

/** Everything that pages and feeds say of a product, and when its row was last written. */
export type ListedProduct = ProductFacts & { updatedAt: Date };

const columns = { ...productDetailColumns, updatedAt: product.updatedAt };

/** Every product in the shop in batches by its id, each batch by one query along the key: memory stays the same. */
export async function* listAllProducts(db: Database): AsyncGenerator<ListedProduct[]> {
  for (let after = 0; ;) {
    const rows = await db
      .select(columns)
      .from(product)
      .innerJoin(searchEntry, eq(searchEntry.productId, product.id))
      .where(and(gt(product.id, after), eq(product.isListed, true)))
      .orderBy(asc(product.id))
      .limit(BATCH_SIZE);
    if (rows.length === 0) return;
    yield rows.map(({ updatedAt, ...data }) => ({ ...toProductFacts(data), updatedAt }));
    after = rows.at(-1)!.id;
  }
}

/** Listed products in the order of `ids`, with everything that feeds say of them, in one query. */
export async function listProductFacts(db: Database, ids: readonly number[]): Promise<ListedProduct[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(product)
    .where(and(inArray(product.id, [...ids]), eq(product.isListed, true)));
  const byId = new Map(rows.map(({ updatedAt, ...data }) => [data.id, { ...toProductFacts(data), updatedAt }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
