import { and, eq, inArray, isNull } from 'drizzle-orm';
import { throwApiError, requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { order, refund } from '../db/tables.ts';
import { readCustomerOrderToken } from '../emails/links.ts';
import { publish } from '../live/live-events.ts';
import { hashSecret } from '../secrets.ts';
import { assignLedgerEntries } from './ledger.ts';

/**
 * The order of a link: of a guest's emailed one, or of one that a customer opened from the customer area. Throws `not_found`,
 * and `link_expired` for a customer's link that has ended.
 */
export async function requireLinkedOrderId(deps: Pick<Deps, 'db' | 'authSecret'>, token: string): Promise<string> {
  const own = readCustomerOrderToken(deps, token);
  if (own) return own.isExpired ? throwApiError('link_expired') : own.orderId;
  const isOfGuest = eq(order.guestTokenHash, hashSecret(token));
  const [found] = await deps.db.select({ id: order.id }).from(order).where(isOfGuest);
  return requireFound(found).id;
}

/** Gives a customer the orders that were placed as a guest with their verified email, with their ledger entries and refunds. */
export async function claimGuestOrders(tx: Database, owner: { id: string; email: string }): Promise<void> {
  const claimed = await tx
    .update(order)
    .set({ customerId: owner.id })
    .where(and(eq(order.email, owner.email), isNull(order.customerId)))
    .returning({ id: order.id });
  if (claimed.length === 0) return;
  const ids = claimed.map(({ id }) => id);
  await assignLedgerEntries(tx, ids, owner.id);
  await tx.update(refund).set({ customerId: owner.id }).where(inArray(refund.orderId, ids));
  await publish(tx, owner.id, 'orders');
}
