import { and, asc, count, eq, sql } from 'drizzle-orm';
import { stringify } from 'csv-stringify/sync';
import { isSellableFormat } from '#domain/catalogue/product.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong, rowsAsTable, subquery, valueOf } from '../db/subqueries.ts';
import { availabilityAlert, formatSales, product, reorder, variant } from '../db/tables.ts';
import { escapeFormula } from './csv-format.ts';

/** What staff see of ordering a format again; `lowStock` null: the shop's number counts. */
export type FormatReorder = { lowStock: number | null; onOrder: number; sold: number; waiting: number };

/** Throws `not_found`. */
export async function findReorder(db: Database, id: number): Promise<FormatReorder> {
  const [found] = await selectReorder(db, { id });
  return requireFound(found);
}

const selectReorder = keepStatement((db, given: Given<{ id: number }>) => {
  const isWaiting = and(eq(availabilityAlert.variantId, given('id')), eq(availabilityAlert.state, 'active'));
  return db
    .select({
      lowStock: reorder.lowStock,
      onOrder: sql<number>`coalesce(${reorder.onOrder}, 0)`,
      sold: sql<number>`coalesce(${formatSales.copies}, 0)`,
      waiting: valueOf(subquery.select({ value: count() }).from(availabilityAlert).where(isWaiting)),
    })
    .from(variant)
    .leftJoin(reorder, eq(reorder.variantId, variant.id))
    .leftJoin(formatSales, eq(formatSales.variantId, variant.id))
    .where(eq(variant.id, given('id')));
});

/** A number of copies as it was seen, and as it is to be. */
type Change<T> = { before: T; copies: T };

/**
 * Sets from how many copies on a format is low, in a transaction; null: the shop's number. Throws `not_found`, and
 * `edited_meanwhile` where it is not as it was seen.
 */
export async function setLowStock(
  tx: Database,
  { id, before, copies }: { id: number } & Change<number | null>,
): Promise<void> {
  await lockFormats(tx, [id]);
  const [own] = await tx.select().from(reorder).where(eq(reorder.variantId, id));
  if ((own?.lowStock ?? null) !== before) throwApiError('edited_meanwhile');
  await tx
    .insert(reorder)
    .values({ variantId: id, lowStock: copies })
    .onConflictDoUpdate({ target: reorder.variantId, set: { lowStock: copies } });
}

/**
 * Sets how many copies of formats are on order with suppliers, in a transaction: all or none. Throws `not_found`, and
 * `edited_meanwhile` where one is not as it was seen: somebody ordered too, or copies came.
 */
export async function setOnOrder(tx: Database, lines: readonly ({ id: number } & Change<number>)[]): Promise<void> {
  const ids = lines.map(({ id }) => id);
  await lockFormats(tx, ids);
  const rows = await tx.select().from(reorder).where(isAmong(reorder.variantId, ids));
  const onOrder = new Map(rows.map((row) => [row.variantId, row.onOrder]));
  if (lines.some(({ id, before }) => (onOrder.get(id) ?? 0) !== before)) throwApiError('edited_meanwhile');
  await tx
    .insert(reorder)
    .values(lines.map(({ id, copies }) => ({ variantId: id, onOrder: copies })))
    .onConflictDoUpdate({ target: reorder.variantId, set: { onOrder: sql`excluded.on_order` } });
}

/** Takes copies that came off those on order, in a transaction that has locked their formats. */
export async function takeOffOrder(tx: Database, lines: readonly { id: number; qty: number }[]): Promise<void> {
  const came = rowsAsTable({ id: 'integer', qty: 'integer' }, lines);
  await tx.execute(sql`
    UPDATE ${reorder} SET on_order = greatest(on_order - qty, 0) FROM ${came} AS came
    WHERE variant_id = came.id AND on_order > 0`);
}

/** Locks formats by ascending id, as orders and stock entries do. Throws `not_found` where one has no copies to order. */
async function lockFormats(tx: Database, ids: readonly number[]): Promise<void> {
  const rows = await tx
    .select({ id: variant.id, format: variant.format })
    .from(variant)
    .where(isAmong(variant.id, ids))
    .orderBy(asc(variant.id))
    .for('update');
  if (rows.filter(({ format }) => isSellableFormat(format)).length < ids.length) throwApiError('not_found');
}

const COLUMNS = ['isbn', 'quantity', 'title', 'format', 'publisher'];

/** A list for a supplier as CSV (RFC 4180 with a byte order mark for spreadsheets), in the order of the lines. Throws `not_found`. */
export async function writePurchaseList(db: Database, lines: readonly { id: number; qty: number }[]): Promise<string> {
  const ids = lines.map(({ id }) => id);
  const found = await db
    .select({ id: variant.id, isbn: variant.isbn, title: product.title, format: variant.format, by: product.publisher })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(isAmong(variant.id, ids));
  const rows = new Map(found.map((row) => [row.id, row]));
  const cells = lines.map(({ id, qty }) => {
    const { isbn, title, format, by } = requireFound(rows.get(id));
    return [isbn ?? '', String(qty), title, format, by].map(escapeFormula);
  });
  return stringify([COLUMNS, ...cells], { bom: true, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}
