import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { dayInMalaysia } from '#domain/dates.ts';
import { dateChange, PRE_ORDER_STATES } from '#domain/orders/pre-order.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { order, orderChange, orderLine, product, variant } from '../db/tables.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { publish } from '../live/live-events.ts';
import { isKept } from './held-lines.ts';
import { lockOrder } from './transition-order.ts';

/** Orders of one run; the next ones follow in the next run. */
const MAX_ORDERS = 500;

/** The end of the embargo or, without one, when awaited copies are published. */
const onSaleDateToday = sql<string | null>`coalesce(${variant.embargo},
  CASE WHEN ${orderLine.awaited} > 0 THEN coalesce(${variant.published}, ${product.published}) END)`;

/** Pre-ordered copies whose on-sale date is not the one that the customer knows. */
const isMoved = and(
  isNotNull(orderLine.onSaleFrom),
  sql`${onSaleDateToday} IS DISTINCT FROM ${orderLine.onSaleFrom}`,
  isKept,
);

/**
 * Emails customers whose pre-ordered titles have another on-sale date, whatever changed it, so that they keep or cancel. The
 * date that they are told is stored as the one that they know. Several servers may run it at once. Returns the number of
 * emails.
 */
export async function announceMovedDates(deps: Deps): Promise<number> {
  const orders = await deps.db
    .selectDistinct({ id: orderLine.orderId })
    .from(orderLine)
    .innerJoin(variant, eq(variant.id, orderLine.variantId))
    .innerJoin(product, eq(product.id, orderLine.productId))
    .innerJoin(order, eq(order.id, orderLine.orderId))
    .where(and(inArray(order.state, PRE_ORDER_STATES), isMoved))
    .limit(MAX_ORDERS);
  let sent = 0;
  for (const { id } of orders) if (await deps.db.transaction((tx) => announceTo(tx, deps, id))) sent += 1;
  return sent;
}

/** Under the order's lock, so that one that is cancelled or dispatched meanwhile is told nothing. */
async function announceTo(tx: Database, deps: Deps, orderId: string): Promise<boolean> {
  const { state, number, email, locale, customerId } = await lockOrder(tx, orderId);
  if (!PRE_ORDER_STATES.includes(state)) return false;
  const moved = await tx
    .select({ id: orderLine.id, title: orderLine.title, known: orderLine.onSaleFrom, current: onSaleDateToday })
    .from(orderLine)
    .innerJoin(variant, eq(variant.id, orderLine.variantId))
    .innerJoin(product, eq(product.id, orderLine.productId))
    .where(and(eq(orderLine.orderId, orderId), isMoved))
    .orderBy(asc(orderLine.position));
  const today = dayInMalaysia(new Date().toISOString());
  const moves = [];
  for (const { id, title, known, current } of moved) {
    const change = dateChange({ known, current }, today);
    const told = change && { onSaleMovedAt: sql`now()` };
    await tx
      .update(orderLine)
      .set({ onSaleFrom: current, ...told })
      .where(eq(orderLine.id, id));
    if (change) moves.push({ title, known, current: change === 'moved' ? current : null });
  }
  if (moves.length === 0) return false;
  const changes = moves.map(({ title, current: onSaleFrom }) => ({ title, onSaleFrom }));
  await tx
    .insert(orderChange)
    .values(changes.map((change) => ({ ...change, orderId, kind: 'date_moved' as const, actor: 'shop' })));
  await enqueueEmail(tx, deps, { kind: 'date_moved', to: email, locale, data: { number, moves }, orderId });
  await publish(tx, customerId, 'orders');
  return true;
}
