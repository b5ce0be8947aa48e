import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { isEmbargoed } from '#domain/catalogue/availability.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { GRANTED_REFUND_STATES } from '#domain/orders/refund.ts';
import type { Database } from '../db/connection.ts';
import { optionalValueOf, subquery } from '../db/subqueries.ts';
import { orderLine, refund, refundLine, variant } from '../db/tables.ts';

/** A line of an order that cannot be dispatched yet; `embargo`, as precise as it is known, is none where only copies are missing. */
export type HeldLine = { title: string; embargo: string | null; awaited: number };

const refundedQty = optionalValueOf(
  subquery
    .select({ value: sql<number>`sum(${refundLine.qty})` })
    .from(refundLine)
    .innerJoin(refund, eq(refund.id, refundLine.refundId))
    .where(and(eq(refundLine.orderLineId, orderLine.id), inArray(refund.state, [...GRANTED_REFUND_STATES]))),
);

/** Lines of which not every copy is refunded. */
export const isKept = gt(orderLine.qty, sql`coalesce(${refundedQty}, 0)`);

/**
 * The lines of an order that are to be dispatched and whose sales embargo still holds, as their variants say today, or that wait
 * for copies.
 */
export async function listHeldLines(db: Database, orderId: string): Promise<HeldLine[]> {
  const isHeld = or(isNotNull(variant.embargo), gt(orderLine.awaited, 0));
  const rows = await db
    .select({ title: orderLine.title, embargo: variant.embargo, awaited: orderLine.awaited })
    .from(orderLine)
    .innerJoin(variant, eq(variant.id, orderLine.variantId))
    .where(and(eq(orderLine.orderId, orderId), isHeld, isKept))
    .orderBy(orderLine.position);
  const today = dayInMalaysia(new Date().toISOString());
  return rows
    .map((line) => ({ ...line, embargo: isEmbargoed(line.embargo, today) ? line.embargo : null }))
    .filter(({ embargo, awaited }) => embargo !== null || awaited > 0);
}
