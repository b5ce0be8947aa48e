import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { order, orderMove, refund, refundMove, type OrderAddress } from '../db/tables.ts';

/** States in which nobody needs to know any more where the books went. */
export const OVER = ['delivered', 'cancelled'] as const;

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
 * that is still on its way keeps its address until it has arrived: `upkeep` comes back for it.
 */
export async function eraseOrders(db: Database, customerId: string, email: string): Promise<void> {
  const erased = await db
    .update(order)
    .set({ email, address: NOWHERE, guestTokenHash: null })
    .where(and(eq(order.customerId, customerId), inArray(order.state, [...OVER]), ne(order.email, email)))
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
