import { eq } from 'drizzle-orm';
import { throwApiError, requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { order } from '../db/tables.ts';
import { readCustomerOrderToken } from '../emails/links.ts';
import { hashSecret } from '../secrets.ts';

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
