import { and, asc, eq, sql } from 'drizzle-orm';
import type { BookFormat } from '#domain/catalogue/product.ts';
import type { Locale } from '#domain/locale.ts';
import type { OrderState } from '#domain/orders/order.ts';
import { isPacked, type PackedCopies } from '#domain/orders/packing.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import { contributorsColumn } from '../catalogue/product-columns.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong } from '../db/subqueries.ts';
import { order, orderLine, product, type OrderAddress } from '../db/tables.ts';
import { isKept, refundedQty } from './held-lines.ts';
import { applyOrderTransition, lockOrder } from './transition-order.ts';

/** Copies of a line that go into its parcel: those that are not refunded. */
const keptQty = sql<number>`(${orderLine.qty} - coalesce(${refundedQty}, 0))::int`;

/** A line of an order with the copies that go into its parcel. */
export type ParcelLine = {
  orderId: string;
  number: string;
  id: string;
  variantId: number;
  title: string;
  language: string;
  contributors: string[];
  format: BookFormat;
  isbn: string | null;
  cover: string;
  qty: number;
};

/** What goes into the parcels of these orders, in the order of their lines; copies that were refunded stay out. */
export async function listParcelLines(db: Database, orderIds: readonly string[]): Promise<ParcelLine[]> {
  const rows = await selectLines(db, { orderIds });
  return rows.map((row) => ({ ...row, contributors: row.contributors.map(({ name }) => name) }));
}

const selectLines = keepStatement((db, given: Given<{ orderIds: readonly string[] }>) =>
  db
    .select({
      orderId: orderLine.orderId,
      number: order.number,
      id: orderLine.id,
      variantId: orderLine.variantId,
      title: orderLine.title,
      language: orderLine.language,
      contributors: contributorsColumn,
      format: orderLine.format,
      isbn: orderLine.isbn,
      cover: orderLine.cover,
      qty: keptQty,
    })
    .from(orderLine)
    .innerJoin(order, eq(order.id, orderLine.orderId))
    .innerJoin(product, eq(product.id, orderLine.productId))
    .where(and(isAmong(orderLine.orderId, given('orderIds')), isKept))
    .orderBy(asc(orderLine.orderId), asc(orderLine.position)),
);

/** What lies in the parcel of an order, and who receives it. */
export type Parcel = {
  id: string;
  number: string;
  state: OrderState;
  locale: Locale;
  address: OrderAddress;
  isGiftWrapped: boolean;
  giftMessage: string | null;
  /** What its customer wrote to the shop. */
  note: string | null;
  lines: ParcelLine[];
};

/** The parcels of these orders, in the same order. Throws `not_found` where there is none with one of the numbers. */
export async function listParcels(db: Database, numbers: readonly string[]): Promise<Parcel[]> {
  const rows = await db.select().from(order).where(isAmong(order.number, numbers));
  const lines = Map.groupBy(
    await listParcelLines(
      db,
      rows.map(({ id }) => id),
    ),
    ({ orderId }) => orderId,
  );
  return numbers.map((wanted) => {
    const { id, number, state, locale, address, giftWrap, giftMessage, note } = requireFound(
      rows.find((row) => row.number === wanted),
    );
    const inside = lines.get(id) ?? [];
    return { id, number, state, locale, address, isGiftWrapped: giftWrap > 0, giftMessage, note, lines: inside };
  });
}

type PackedParcel = { number: string; actor: string; copies: PackedCopies };

/**
 * Marks an order as packed with these copies of its lines. Throws what `transitionOrder` throws, so that of two at once one packs
 * it, and `edited_meanwhile` where the order wants other copies.
 */
export function packParcel(deps: Deps, { number, actor, copies }: PackedParcel): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const [found] = await tx.select({ id: order.id }).from(order).where(eq(order.number, number));
    const { id, state } = await lockOrder(tx, requireFound(found).id);
    const lines = await listParcelLines(tx, [id]);
    if (state === 'paid' && !isPacked(lines, copies)) throwApiError('edited_meanwhile');
    await applyOrderTransition(tx, deps, { orderId: id, to: 'packed', actor });
  });
}
