import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Connection } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import { adoptGuestOrders } from './activate.ts';
import { voidLinks } from './links.ts';
import { writeAudit } from '../audit/write-audit.ts';

/**
 * Opens an account on the operator's word instead of its mailed link, which is void then. As with the link, guest orders
 * of the address become its own, so the operator must know whose the address is. Answers false where it was open already.
 */
export async function activateByHand(db: Connection, customerId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [opened] = await tx
      .update(customer)
      .set({ activatedAt: sql`now()` })
      .where(and(eq(customer.id, customerId), isNull(customer.activatedAt), isNull(customer.deletedAt)))
      .returning({ id: customer.id, email: customer.email });
    if (!opened) return false;
    await voidLinks(tx, customerId, 'activate');
    await adoptGuestOrders(tx, opened);
    await writeAudit(tx, { event: 'activated', customerId, actor: 'operator' });
    return true;
  });
}
