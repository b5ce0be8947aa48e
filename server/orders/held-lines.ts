import { and, eq, exists, gt, inArray, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { isEmbargoed } from '#domain/catalogue/availability.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { GRANTED_REFUND_STATES } from '#domain/orders/refund.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong, optionalValueOf, subquery, hiddenFromPlanner } from '../db/subqueries.ts';
import { order, orderLine, refund, refundLine, variant } from '../db/tables.ts';

/** A line of an order that cannot be dispatched yet; `embargo`, as precise as it is known, is none where only copies are missing. */
export type HeldLine = { title: string; embargo: string | null; awaited: number };

/** How many copies of a line are refunded, or are to be. */
export const refundedQty = optionalValueOf(
  subquery
    .select({ value: sql<number>`sum(${refundLine.qty})` })
    .from(refundLine)
    .innerJoin(refund, eq(refund.id, refundLine.refundId))
    .where(and(eq(refundLine.orderLineId, orderLine.id), inArray(refund.state, [...GRANTED_REFUND_STATES]))),
);

/** Lines of which not every copy is refunded. */
export const isKept = gt(orderLine.qty, sql`coalesce(${refundedQty}, 0)`);

/** Whether a variant's embargo holds on this day, as `isEmbargoed` of the domain says: also where it is known to this month or year. */
function hasEmbargo(day: Placeholder): SQL {
  const today = hiddenFromPlanner(day, 'text');
  const embargo = sql`${variant.embargo} COLLATE "C"`;
  return sql`(${embargo} > ${today} OR ${embargo} IN (left(${today}, 7), left(${today}, 4)))`;
}

/** A line that is to be dispatched, and cannot be. Refunds are read of few lines only, rather than of all. */
function isHeld(isLineEmbargoed: SQL): SQL {
  return sql`CASE WHEN ${or(gt(orderLine.awaited, 0), isLineEmbargoed)} THEN ${isKept} ELSE false END`;
}

/** Orders with a line that cannot be dispatched on this day. Which variants have an embargo is asked once, not of each line. */
export function hasHeldLines(today: Placeholder) {
  const embargoed = subquery.select({ id: variant.id }).from(variant).where(hasEmbargo(today));
  const isLineHeld = isHeld(inArray(orderLine.variantId, embargoed));
  return exists(
    subquery
      .select({ id: orderLine.id })
      .from(orderLine)
      .where(and(eq(orderLine.orderId, order.id), isLineHeld)),
  );
}

/**
 * The lines of an order that are to be dispatched and whose sales embargo still holds, as their variants say today, or that wait
 * for copies.
 */
export async function listHeldLines(db: Database, orderId: string): Promise<HeldLine[]> {
  return (await listHeldLinesOf(db, [orderId])).get(orderId) ?? [];
}

/** {@link listHeldLines} of several orders, by their ids; an order without any is not there. */
export async function listHeldLinesOf(db: Database, orderIds: readonly string[]): Promise<Map<string, HeldLine[]>> {
  const today = dayInMalaysia(new Date().toISOString());
  const rows = await selectHeldLines(db, { orderIds, today });
  const lines = new Map<string, HeldLine[]>();
  for (const { orderId, title, embargo, awaited } of rows) {
    const line = { title, embargo: isEmbargoed(embargo, today) ? embargo : null, awaited };
    lines.set(orderId, [...(lines.get(orderId) ?? []), line]);
  }
  return lines;
}

const selectHeldLines = keepStatement((db, given: Given<{ orderIds: readonly string[]; today: string }>) =>
  db
    .select({
      orderId: orderLine.orderId,
      title: orderLine.title,
      embargo: variant.embargo,
      awaited: orderLine.awaited,
    })
    .from(orderLine)
    .innerJoin(variant, eq(variant.id, orderLine.variantId))
    .where(and(isAmong(orderLine.orderId, given('orderIds')), isHeld(hasEmbargo(given('today')))))
    .orderBy(orderLine.position),
);
