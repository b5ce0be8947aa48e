import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import { customer, ledgerEntry, order, refund } from '../db/tables.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Origin } from '../http/bind.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { spendLink } from './links.ts';

/** Spends an activation link: the account is open, and guest orders of its proven address become its own. */
export async function activate(db: Connection, token: string, from: Origin): Promise<string> {
  return db.transaction(async (tx) => {
    const { customerId, email } = await spendLink(tx, 'activate', token);
    await tx
      .update(customer)
      .set({ activatedAt: sql`coalesce(activated_at, now())` })
      .where(eq(customer.id, customerId));
    await adoptGuestOrders(tx, { id: customerId, email });
    await writeAudit(tx, { event: 'activated', customerId, from });
    return email;
  });
}

/** Gives a customer the guest orders that were placed with their proven address. */
export async function adoptGuestOrders(db: Database, owner: { id: string; email: string }): Promise<void> {
  const adopted = await db
    .update(order)
    .set({ customerId: owner.id })
    .where(and(eq(order.email, owner.email), isNull(order.customerId)))
    .returning({ id: order.id });
  if (adopted.length === 0) return;
  const ids = adopted.map(({ id }) => id);
  await db.update(ledgerEntry).set({ customerId: owner.id }).where(inArray(ledgerEntry.orderId, ids));
  await db.update(refund).set({ customerId: owner.id }).where(inArray(refund.orderId, ids));
  await tellCustomer(db, owner.id, 'orders');
}
