import { and, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { mail } from '../db/tables.ts';

/** What stands where the reader of a mail stood: a name that no mail reaches (RFC 2606). */
export const NOBODYS_ADDRESS = 'nobody@deleted.invalid';

/** What a mail's row becomes once it may no longer say whom it was for; that it was written, and when, stays. */
export const ERASED = { recipient: NOBODYS_ADDRESS, facts: {}, lastError: null };

export function isErased({ recipient }: Pick<typeof mail.$inferSelect, 'recipient'>): boolean {
  return recipient === NOBODYS_ADDRESS;
}

type Whose = { customerId: string; addresses: readonly string[]; orderIds: readonly string[] };

/**
 * Erases who the mails to these addresses and about these orders were for, and what they said; of an address that the
 * customer only asked for, those alone that the asking made. One that still waits is not sent any more, unless it is
 * about an order, which may be on its way, or the goodbye, which forgets its reader by itself.
 */
export async function eraseMails(db: Database, { customerId, addresses, orderIds }: Whose): Promise<void> {
  const isAsked = sql`${mail.facts} ->> 'customerId' = ${customerId}`;
  const about: (SQL | undefined)[] = [and(eq(mail.kind, 'email_change'), isAsked)];
  if (addresses.length > 0) about.push(inArray(mail.recipient, [...addresses]));
  if (orderIds.length > 0) about.push(inArray(mail.orderId, [...orderIds]));
  const isNeedless = and(isNull(mail.orderId), ne(mail.kind, 'account_deleted'));
  const isOver = or(isNotNull(mail.sentAt), isNotNull(mail.parkedAt), isNeedless);
  await db
    .update(mail)
    .set({ ...ERASED, parkedAt: sql`CASE WHEN sent_at IS NULL THEN coalesce(parked_at, now()) END` })
    .where(and(or(...about), isOver));
}
