import { and, eq, inArray, isNotNull, notLike, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/connection.ts';
import {
  address,
  auditEntry,
  couponRedemption,
  customer,
  idempotency,
  identity,
  loginMiss,
  mailedLink,
  order,
  session,
  ticket,
  wish,
} from '../db/tables.ts';
import { eraseMails } from '../mails/erase-mails.ts';
import { eraseOrders } from './erase-orders.ts';

/** Names that no mail reaches (RFC 2606): what is left of an address that had to go. */
const DELETED = '@deleted.invalid';

/** The address of an emptied account: unlike any other, and nobody's. */
export function deletedEmail(customerId: string): string {
  return customerId + DELETED;
}

/**
 * Erases what the shop knows of a customer whose account is emptied, wherever it is kept; done again it changes
 * nothing. `addresses` are those that were the customer's; the addresses of their orders and links are found here.
 * Orders before their mails: one that goes out in between is erased with its order, or keeps it for the next time.
 */
export async function erasePerson(db: Database, customerId: string, addresses: readonly string[]): Promise<void> {
  const known = await listAddresses(db, customerId, addresses);
  const own = await db.select({ id: order.id }).from(order).where(eq(order.customerId, customerId));
  await eraseOrders(db, customerId, deletedEmail(customerId));
  await eraseMails(db, { customerId, addresses: known, orderIds: own.map((row) => row.id) });
  await renameCouponUses(db, customerId, known);
  await eraseCounters(db, customerId, known);
  for (const table of [session, address, wish, ticket, identity, mailedLink])
    await db.delete(table).where(eq(table.customerId, customerId));
  await db
    .update(auditEntry)
    .set({ ip: null, userAgent: null })
    .where(and(eq(auditEntry.chain, customerId), or(isNotNull(auditEntry.ip), isNotNull(auditEntry.userAgent))));
}

/** Every address that was the customer's, but for those that are somebody else's now or were only asked for. */
async function listAddresses(db: Database, customerId: string, given: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    SELECT email FROM ${order} WHERE customer_id = ${customerId}
    UNION SELECT email FROM ${identity} WHERE customer_id = ${customerId}
    UNION SELECT email FROM ${mailedLink} WHERE customer_id = ${customerId} AND (purpose <> 'email' OR spent_at IS NOT NULL)`);
  const all = [...new Set([...given, ...rows.map((row) => row.email)])].filter((email) => !email.endsWith(DELETED));
  if (all.length === 0) return [];
  const taken = await db.select({ email: customer.email }).from(customer).where(inArray(customer.email, all));
  return all.filter((email) => !taken.some((other) => other.email === email));
}

/** Uses of coupons stay counted, each former address under a name of its own that says nothing. */
async function renameCouponUses(db: Database, customerId: string, addresses: readonly string[]): Promise<void> {
  const keys = await db
    .select({ key: couponRedemption.customerKey })
    .from(couponRedemption)
    .innerJoin(order, eq(order.id, couponRedemption.orderId))
    .where(and(eq(order.customerId, customerId), notLike(couponRedemption.customerKey, `%${DELETED}`)))
    .groupBy(couponRedemption.customerKey);
  for (const { key } of keys) await renameUses(db, { customerId, from: key, to: uuidv7() + DELETED });
  const former = [...new Set([...addresses, ...keys.map((row) => row.key)])];
  if (former.length > 0) await db.execute(sql`DELETE FROM coupon_use WHERE customer_key IN ${former} AND used = 0`);
}

/** An address may have become somebody else's since: only what this customer redeemed goes over. */
async function renameUses(db: Database, { customerId, from, to }: { customerId: string; from: string; to: string }) {
  await db.execute(sql`
    WITH moved AS (UPDATE coupon_redemption r SET customer_key = ${to} FROM "order" o
      WHERE o.id = r.order_id AND o.customer_id = ${customerId} AND r.customer_key = ${from} RETURNING r.coupon_id),
    counted AS (SELECT coupon_id, count(*)::int AS uses FROM moved GROUP BY coupon_id),
    lessened AS (UPDATE coupon_use u SET used = used - uses FROM counted c
      WHERE u.coupon_id = c.coupon_id AND u.customer_key = ${from})
    INSERT INTO coupon_use (coupon_id, customer_key, used) SELECT coupon_id, ${to}, uses FROM counted`);
}

async function eraseCounters(db: Database, customerId: string, addresses: readonly string[]): Promise<void> {
  await db.delete(loginMiss).where(eq(loginMiss.key, `customer:${customerId}`));
  if (addresses.length === 0) return;
  const scopes = addresses.map((email) => `guest:${email}`);
  await db.delete(idempotency).where(inArray(idempotency.scope, scopes));
}
