import { asc, eq, inArray, or } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { auditEntry, coupon, couponUse, identity, mail, mailedLink, order, session } from '../db/tables.ts';
import { subjectOf } from '../mails/kept-mail.ts';
import type { Whose } from './export-orders.ts';
import { readable } from './readable.ts';

/** Who the customer is at identity providers. */
export async function exportIdentities(db: Database, customerId: string) {
  const rows = await db.select().from(identity).where(eq(identity.customerId, customerId));
  return rows.map(readable);
}

/** Where the customer was signed in, ended sessions included, oldest first. */
export async function exportSessions(db: Database, customerId: string) {
  const rows = await db.select().from(session).where(eq(session.customerId, customerId)).orderBy(asc(session.id));
  return rows.map(readable);
}

/** Links that were mailed, without what they open. */
export async function exportLinks(db: Database, customerId: string) {
  const rows = await db
    .select()
    .from(mailedLink)
    .where(eq(mailedLink.customerId, customerId))
    .orderBy(asc(mailedLink.expiresAt));
  return rows.map(readable);
}

/** The trail of the account, oldest first. */
export async function exportActivity(db: Database, customerId: string) {
  const rows = await db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.chain, customerId))
    .orderBy(asc(auditEntry.position));
  return rows.map(readable);
}

/** How often the customer's address used which coupon. */
export async function exportCouponUses(db: Database, { email }: Whose) {
  return db
    .select({ code: coupon.code, used: couponUse.used })
    .from(couponUse)
    .innerJoin(coupon, eq(coupon.id, couponUse.couponId))
    .where(eq(couponUse.customerKey, email))
    .orderBy(asc(coupon.code));
}

/** What was mailed to the customer's address and about their orders: subjects and dates, oldest first. */
export async function exportMails(db: Database, { customerId, email }: Whose, shop: string) {
  const orders = db.select({ id: order.id }).from(order).where(eq(order.customerId, customerId));
  const rows = await db
    .select()
    .from(mail)
    .where(or(eq(mail.recipient, email), inArray(mail.orderId, orders)))
    .orderBy(asc(mail.id));
  return rows.map((row) => ({
    to: row.recipient,
    subject: subjectOf(row, shop),
    written_at: row.createdAt,
    sent_at: row.sentAt,
  }));
}
