import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { LAST_STATES } from '#domain/order-state.ts';
import type { Database } from '../db/connection.ts';
import { mail, order, orderMove, refund, refundMove, type OrderAddress } from '../db/tables.ts';

/**
 * Orders of which nobody needs to know any more where the books went: they have ended, no refund is open, and no mail
 * about them waits, which would name the person after the order has ceased to.
 */
export const isOver = and(
  inArray(order.state, [...LAST_STATES]),
  sql`NOT EXISTS (SELECT FROM ${refund} AS asked WHERE asked.order_id = "order".id AND asked.state IN ('requested', 'approved'))`,
  sql`NOT EXISTS (SELECT FROM ${mail} AS waiting WHERE waiting.order_id = "order".id
    AND waiting.sent_at IS NULL AND waiting.parked_at IS NULL)`,
);

const NOWHERE: OrderAddress = {
  name: '',
  phone: '',
  line1: '',
  line2: null,
  city: '',
  state: '',
  zip: '',
  country: 'MY',
};

/**
 * Takes the person out of a customer's orders that are over; books, figures and ledger stay for accounting. An order
 * that is still on its way, or waits for its refund or a mail, keeps its address until then: `upkeep` comes back for it.
 */
export async function eraseOrders(db: Database, customerId: string, email: string): Promise<void> {
  const erased = await db
    .update(order)
    .set({ email, address: NOWHERE, guestTokenHash: null })
    .where(and(eq(order.customerId, customerId), isOver, ne(order.email, email)))
    .returning({ id: order.id });
  if (erased.length === 0) return;
  const ids = erased.map((row) => row.id);
  await db.update(orderMove).set({ note: null }).where(inArray(orderMove.orderId, ids));
  const ofOrders = sql`(SELECT id FROM refund WHERE order_id IN ${ids})`;
  await db
    .update(refundMove)
    .set({ note: null })
    .where(sql`${refundMove.refundId} IN ${ofOrders}`);
  await db.update(refund).set({ note: null }).where(inArray(refund.orderId, ids));
}
