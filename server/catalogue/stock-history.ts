import { and, asc, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import type { StockHistory, StockMovement, StockRow } from '#contract/admin-stock.ts';
import { PHYSICAL_FORMATS } from '#domain/catalogue/product.ts';
import { requireFound } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, keepStatement, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { isAmong } from '../db/subqueries.ts';
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

const selectOfIsbn = keepStatement((db, given: Given<{ isbn: string }>) =>
  selectFormats(db, eq(variant.isbn, given('isbn'))),
);

const selectOfProducts = keepForms(
  (db, given: PerhapsGiven<{ productIds: readonly number[] }>, { limit }: { limit: number }) =>
    selectFormats(db, isAmong(variant.productId, given('productIds')))
      .orderBy(sql`array_position(${given('productIds')}::int[], ${variant.productId})`, asc(variant.id))
      .limit(limit),
);

function selectFormats(db: Database, wanted: SQL) {
  return db
    .select(columns)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(wanted, isPhysical));
}

/** The formats of an ISBN, or of these products in their order, that the shop can have copies of. */
export async function listStockRows(
  db: Database,
  wanted: { isbn: string } | { productIds: readonly number[]; limit: number },
): Promise<StockRow[]> {
  if ('isbn' in wanted) return selectOfIsbn(db, wanted);
  const { productIds, limit } = wanted;
  if (productIds.length === 0) return [];
  return selectOfProducts(db, { productIds }, { limit });
}

type OfFormat = { id: number; before: number | undefined };

const selectFormat = keepStatement((db, given: Given<{ id: number }>) =>
  selectFormats(db, eq(variant.id, given('id'))),
);

const sumSince = keepStatement((db, given: Given<{ id: number; first: number }>) =>
  db
    .select({ sum: sql<number>`coalesce(sum(${stockMovement.quantity}), 0)::int` })
    .from(stockMovement)
    .where(and(eq(stockMovement.variantId, given('id')), gte(stockMovement.id, given('first')))),
);

const selectMovements = keepForms((db, given: PerhapsGiven<OfFormat>, { limit }: { limit: number }) => {
  const before = given('before');
  return db
    .select({ movement: stockMovement, number: order.number, entry: stockEntry })
    .from(stockMovement)
    .leftJoin(order, eq(order.id, stockMovement.orderId))
    .leftJoin(stockEntry, eq(stockEntry.id, stockMovement.entryId))
    .where(and(eq(stockMovement.variantId, given('id')), before && lt(stockMovement.id, before)))
    .orderBy(desc(stockMovement.id))
    .limit(limit);
});

/** A page of the movements of a format, newest first, each with the stock after it. Throws `not_found`. */
export async function requireStockHistory(
  db: Database,
  id: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Omit<StockHistory, 'reorder'>> {
  const [[format], [later], found] = await Promise.all([
    selectFormat(db, { id }),
    before === undefined ? [] : sumSince(db, { id, first: before }),
    selectMovements(db, { id, before }, { limit: limit + 1 }),
  ]);
  const { stock } = requireFound(format);
  let left = stock - (later?.sum ?? 0);
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
