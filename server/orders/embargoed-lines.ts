import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { isEmbargoed } from '#domain/catalogue/availability.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import type { Database } from '../db/connection.ts';
import { optionalValueOf, subquery } from '../db/subqueries.ts';
import { orderLine, refund, refundLine, variant } from '../db/tables.ts';

/** A line of an order that may not be dispatched yet; `embargo` is as precise as it is known. */
export type EmbargoedLine = { title: string; embargo: string };

const refundedQty = optionalValueOf(
  subquery
    .select({ value: sql<number>`sum(${refundLine.qty})` })
    .from(refundLine)
    .innerJoin(refund, eq(refund.id, refundLine.refundId))
    .where(and(eq(refundLine.orderLineId, orderLine.id), inArray(refund.state, ['approved', 'paid_out']))),
);

/** Lines of which not every copy is refunded. */
export const isToBeDispatched = gt(orderLine.qty, sql`coalesce(${refundedQty}, 0)`);

/** The lines of an order that are to be dispatched and whose sales embargo still holds, as their variants say today. */
export async function listEmbargoedLines(db: Database, orderId: string): Promise<EmbargoedLine[]> {
  const rows = await db
    .select({ title: orderLine.title, embargo: variant.embargo })
    .from(orderLine)
    .innerJoin(variant, eq(variant.id, orderLine.variantId))
    .where(and(eq(orderLine.orderId, orderId), isNotNull(variant.embargo), isToBeDispatched))
    .orderBy(orderLine.position);
  const today = dayInMalaysia(new Date().toISOString());
  return rows.flatMap(({ title, embargo }) => (embargo && isEmbargoed(embargo, today) ? { title, embargo } : []));
}
