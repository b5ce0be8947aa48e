import { and, eq, inArray, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { emailMessage } from '../db/tables.ts';

/** A domain that no email reaches (RFC 2606), of every anonymized address. */
export const DELETED_EMAIL_DOMAIN = '@deleted.invalid';

/** The recipient of an anonymized email. */
export const ANONYMOUS_EMAIL = `nobody${DELETED_EMAIL_DOMAIN}`;

/** The columns of an anonymized email; its kind and times stay. */
export const ANONYMIZED_COLUMNS = { recipient: ANONYMOUS_EMAIL, data: {}, lastError: null };

export function isAnonymized({ recipient }: Pick<typeof emailMessage.$inferSelect, 'recipient'>): boolean {
  return recipient === ANONYMOUS_EMAIL;
}

type EmailSubject = { customerId: string; addresses: readonly string[]; orderIds: readonly string[] };

/**
 * Anonymizes the emails to these addresses and about these orders, and the customer's own email change requests. An
 * email that still waits is not sent any more, unless it is about an order, which may be in delivery, or confirms the
 * deletion, which is anonymized once sent.
 */
export async function anonymizeEmails(db: Database, { customerId, addresses, orderIds }: EmailSubject): Promise<void> {
  const isRequested = sql`${emailMessage.data} ->> 'customerId' = ${customerId}`;
  const conditions: (SQL | undefined)[] = [and(eq(emailMessage.kind, 'email_change'), isRequested)];
  if (addresses.length > 0) conditions.push(inArray(emailMessage.recipient, [...addresses]));
  if (orderIds.length > 0) conditions.push(inArray(emailMessage.orderId, [...orderIds]));
  const isDisposable = and(isNull(emailMessage.orderId), ne(emailMessage.kind, 'account_deleted'));
  const isFinal = or(isNotNull(emailMessage.sentAt), isNotNull(emailMessage.deadLetteredAt), isDisposable);
  await db
    .update(emailMessage)
    .set({
      ...ANONYMIZED_COLUMNS,
      deadLetteredAt: sql`CASE WHEN sent_at IS NULL THEN coalesce(dead_lettered_at, now()) END`,
    })
    .where(and(or(...conditions), isFinal));
}
