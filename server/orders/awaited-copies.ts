import { asc, eq, gt, sql } from 'drizzle-orm';
import type { BookFormat } from '#domain/catalogue/product.ts';
import { requireFound } from '../api-error.ts';
import { awaitableCopies, supplyColumns } from '../catalogue/supply.ts';
import type { Database } from '../db/connection.ts';
import { orderLine, product, variant } from '../db/tables.ts';

/** A format that orders wait for: since when the first does, and from when copies are dispatched, where that is known. */
export type AwaitedFormat = {
  isbn: string | null;
  title: string;
  format: BookFormat;
  orders: number;
  copies: number;
  limit: number | null;
  since: string;
  from: string | null;
};

/** The formats that orders wait for, those first that are waited for longest. */
export async function listAwaitedFormats(db: Database, { limit }: { limit: number }): Promise<AwaitedFormat[]> {
  const since = sql<Date>`min(${orderLine.awaitedSince})`.mapWith(orderLine.awaitedSince);
  const rows = await db
    .select({
      isbn: variant.isbn,
      title: product.title,
      format: variant.format,
      orders: sql<number>`count(*)::int`,
      copies: sql<number>`sum(${orderLine.awaited})::int`,
      since,
      supply: supplyColumns,
    })
    .from(orderLine)
    .innerJoin(variant, eq(variant.id, orderLine.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .where(gt(orderLine.awaited, 0))
    .groupBy(variant.id, product.id)
    .orderBy(asc(since))
    .limit(limit);
  return rows.map(({ supply, since: first, ...row }) => ({
    ...row,
    limit: supply.awaitedLimit,
    since: first.toISOString(),
    from: awaitableCopies({ ...supply, awaitedLimit: null })?.from ?? null,
  }));
}

/** Sets for how many copies beyond the stock orders are taken; null for any number. Throws `not_found`. */
export async function setAwaitedLimit(db: Database, isbn: string, awaitedLimit: number | null) {
  const [changed] = await db
    .update(variant)
    .set({ awaitedLimit })
    .where(eq(variant.isbn, isbn))
    .returning({ isbn: variant.isbn, awaited: variant.awaited, limit: variant.awaitedLimit });
  return requireFound(changed);
}
