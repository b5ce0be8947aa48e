import { and, eq, isNull } from 'drizzle-orm';
import { claimGuestRecords, enqueueAccountExistsEmail } from '../accounts/registration.ts';
import { findCustomerByEmail, requireCustomer, type Customer } from '../accounts/customers.ts';
import { createEmailToken, consumeEmailToken, revokeAllEmailTokens } from '../accounts/email-tokens.ts';
import { consumeMailboxLimit, enqueueEmail } from '../emails/outbox.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Database } from '../db/connection.ts';
import { customer, emailToken } from '../db/tables.ts';
import type { Deps, ClientInfo } from '../context.ts';
import { publish } from '../live/live-events.ts';
import { requestOrigin } from '../emails/email-content.ts';
import { requireFound } from '../api-error.ts';

/**
 * Emails a link to the new address and a notice to the old one; the email changes when the link is consumed. Where the new
 * email has an account, its owner gets an email instead, and nothing else differs. `actor`: who of the staff asks for it.
 */
export async function requestEmailChange(
  deps: Deps,
  customerId: string,
  { newEmail, client, actor }: { newEmail: string; client?: ClientInfo; actor?: string },
): Promise<void> {
  const owner = await requireCustomer(deps.db, customerId);
  if (newEmail === owner.email) return;
  const mayEmailNew = await consumeMailboxLimit(deps, 'email', newEmail);
  await deps.db.transaction(async (tx) => {
    if (mayEmailNew) await enqueueEmailChangeLink(tx, deps, { owner, newEmail, client });
    await enqueueEmailChangeNotice(tx, deps, 'email_change_asked', owner);
    await writeAudit(tx, { event: 'email_change_asked', customerId: owner.id, client, ...(actor && { actor }) });
  });
}

type EmailChange = { owner: Customer; newEmail: string; client: ClientInfo | undefined };

async function enqueueEmailChangeLink(
  tx: Database,
  deps: Deps,
  { owner, newEmail, client }: EmailChange,
): Promise<void> {
  const existing = await findCustomerByEmail(tx, newEmail);
  if (existing?.activatedAt) return enqueueAccountExistsEmail(tx, deps, existing, client);
  const token = await createEmailToken(tx, 'email', { id: owner.id, email: newEmail });
  const link = `${deps.publicUrl}/customer/auth/login#email=${token}`;
  const data = { name: owner.displayName, link, customerId: owner.id, ...requestOrigin(client) };
  return enqueueEmail(tx, deps, { kind: 'email_change', to: newEmail, locale: owner.locale, data });
}

/**
 * Consumes the link to a new email, which verifies it: the customer gets the guest orders of that email, earlier orders
 * keep the email that they were placed with, every other link is revoked, the old email gets a notice. An account of the
 * new email that was never activated is deleted. Throws `link_expired`, and `email_taken` where the email has got another
 * account meanwhile.
 */
export async function confirmEmailChange(deps: Deps, token: string, client: ClientInfo): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { customerId, email } = await consumeEmailToken(tx, 'email', token);
    await revokeAllEmailTokens(tx, customerId);
    const [before] = await tx.select().from(customer).where(eq(customer.id, customerId)).for('update');
    const owner = requireFound(before);
    await removeUnverifiedAccount(tx, email);
    await tx.update(customer).set({ email }).where(eq(customer.id, customerId));
    await claimGuestRecords(tx, { id: customerId, email });
    await enqueueEmailChangeNotice(tx, deps, 'email_changed', owner);
    await publish(tx, customerId, 'profile');
    await writeAudit(tx, { event: 'email_changed', customerId, client });
    return email;
  });
}

async function removeUnverifiedAccount(tx: Database, email: string): Promise<void> {
  const isUnverified = and(eq(customer.email, email), isNull(customer.activatedAt), isNull(customer.deletedAt));
  const [unverified] = await tx.select({ id: customer.id }).from(customer).where(isUnverified);
  if (!unverified) return;
  await tx.delete(emailToken).where(eq(emailToken.customerId, unverified.id));
  await tx.delete(customer).where(isUnverified);
}

/** To the account's email before the change. */
async function enqueueEmailChangeNotice(
  tx: Database,
  deps: Deps,
  kind: 'email_change_asked' | 'email_changed',
  owner: Customer,
) {
  const { email: to, locale, displayName: name } = owner;
  await enqueueEmail(tx, deps, { kind, to, locale, data: { name } });
}
