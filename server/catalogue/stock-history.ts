import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { StockHistory, StockMovement, StockRow } from '#contract/admin-stock.ts';
import { PHYSICAL_FORMATS } from '#domain/catalogue/product.ts';
import { requireFound } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { order, product, stockEntry, stockMovement, variant } from '../db/tables.ts';

/** The columns of a {@link StockRow}. */
const columns = {
  id: variant.id,
  isbn: variant.isbn,
  title: product.title,
  language: product.language,
  format: variant.format,
  stock: variant.stock,
  awaited: variant.awaited,
};

const isPhysical = inArray(variant.format, [...PHYSICAL_FORMATS]);

/** The formats of an ISBN, or of these products in their order, that the shop can have copies of. */
export async function listStockRows(
  db: Database,
  wanted: { isbn: string } | { productIds: readonly number[]; limit: number },
): Promise<StockRow[]> {
  const found = db.select(columns).from(variant).innerJoin(product, eq(product.id, variant.productId));
  if ('isbn' in wanted) return found.where(and(eq(variant.isbn, wanted.isbn), isPhysical));
  if (wanted.productIds.length === 0) return [];
  const place = sql`array_position(${sql.param([...wanted.productIds])}::int[], ${variant.productId})`;
  return found
    .where(and(inArray(variant.productId, [...wanted.productIds]), isPhysical))
    .orderBy(place, asc(variant.id))
    .limit(wanted.limit);
}

/** A page of the movements of a format, newest first, each with the stock after it. Throws `not_found`. */
export async function requireStockHistory(
  db: Database,
  id: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Omit<StockHistory, 'reorder'>> {
  const [format] = await db
    .select(columns)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(eq(variant.id, id), isPhysical));
  const { stock } = requireFound(format);
  const isOwn = eq(stockMovement.variantId, id);
  const [later] = before
    ? await db
        .select({ sum: sql<number>`coalesce(sum(${stockMovement.quantity}), 0)::int` })
        .from(stockMovement)
        .where(and(isOwn, gte(stockMovement.id, before)))
    : [{ sum: 0 }];
  const found = await db
    .select({ movement: stockMovement, number: order.number, entry: stockEntry })
    .from(stockMovement)
    .leftJoin(order, eq(order.id, stockMovement.orderId))
    .leftJoin(stockEntry, eq(stockEntry.id, stockMovement.entryId))
    .where(and(isOwn, before ? lt(stockMovement.id, before) : undefined))
    .orderBy(desc(stockMovement.id))
    .limit(limit + 1);
  let left = stock - later!.sum;
  const rows = found.slice(0, limit).map(({ movement, number, entry }): StockMovement => {
    const after = left;
    left -= movement.quantity;
    return {
      id: movement.id,
      at: movement.at.toISOString(),
      reason: movement.reason,
      quantity: movement.quantity,
      stock: after,
      actor: movement.actor,
      order: number,
      reference: entry?.reference ?? movement.reference,
      note: entry?.note ?? null,
      counted_at: movement.asOf?.toISOString() ?? null,
    };
  });
  return { format: format!, rows, next: found.length > limit ? rows.at(-1)!.id : null };
}
