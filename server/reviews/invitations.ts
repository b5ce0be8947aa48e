import { and, eq, inArray, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { customer, order, orderLine, product, refund, refundLine, review } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { forEachDueOrder } from '../orders/due-orders.ts';

const isDue = lte(order.reviewInvitationAt, sql`now()`);

/**
 * Invites the customers of orders that were delivered two weeks ago to review their titles, once for each order, and only those
 * who want such emails. Any number of servers may run it at any time. Returns how many were invited.
 */
export function sendReviewInvitations(deps: Deps, onError: (error: Error) => void): Promise<number> {
  return forEachDueOrder(deps, isDue, { name: 'review invitation', act: invite, onError });
}

async function invite(tx: Database, deps: Deps, orderId: string): Promise<boolean> {
  const [row] = await tx
    .update(order)
    .set({ reviewInvitationAt: null })
    .where(and(eq(order.id, orderId), isDue))
    .returning();
  if (!row?.customerId) return false;
  const [reader] = await tx
    .select({ email: customer.email, locale: customer.locale })
    .from(customer)
    .where(and(eq(customer.id, row.customerId), isNull(customer.deletedAt), customer.reviewInvitations));
  if (!reader) return false;
  const lineIds = await listLinesToReview(tx, { orderId, customerId: row.customerId });
  if (lineIds.length === 0) return false;
  const data = { number: row.number, lineIds };
  await enqueueEmail(tx, deps, { kind: 'review_invitation', to: reader.email, locale: reader.locale, data, orderId });
  return true;
}

/** Lines with titles that are in the shop and not reviewed, of which at least one copy was kept. */
async function listLinesToReview(
  db: Database,
  { orderId, customerId }: { orderId: string; customerId: string },
): Promise<string[]> {
  const isReviewed = and(eq(review.customerId, customerId), eq(review.productId, orderLine.productId));
  const returned = subquery
    .select({ qty: sql`coalesce(sum(${refundLine.qty}), 0)` })
    .from(refundLine)
    .innerJoin(refund, eq(refund.id, refundLine.refundId))
    .where(and(eq(refundLine.orderLineId, orderLine.id), inArray(refund.state, ['approved', 'paid_out'])));
  const rows = await db
    .select({ id: orderLine.id })
    .from(orderLine)
    .innerJoin(product, eq(product.id, orderLine.productId))
    .where(
      and(
        eq(orderLine.orderId, orderId),
        eq(product.isListed, true),
        sql`${orderLine.qty} > (${returned})`,
        notExists(subquery.select({ id: review.id }).from(review).where(isReviewed)),
      ),
    )
    .orderBy(orderLine.position);
  return rows.map(({ id }) => id);
}
