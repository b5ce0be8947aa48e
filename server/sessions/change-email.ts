import { and, eq, isNull } from 'drizzle-orm';
import { adoptGuestOrders } from '../accounts/activate.ts';
import { findCustomerByEmail, normalEmail, requireCustomer, type Customer } from '../accounts/customers.ts';
import { makeLink, spendLink, voidAllLinks } from '../accounts/links.ts';
import { mayMail } from '../accounts/may-mail.ts';
import { mailAccountExists } from '../accounts/register.ts';
import { requirePassword, type Asking } from '../accounts/require-password.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../db/connection.ts';
import { customer, mailedLink } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { postMail } from '../mails/post-mail.ts';
import { required } from '../refuse.ts';

/**
 * Mails a link to the new address and a notice to the old one; the address changes once the link is spent. Where the
 * new one is somebody's already, they are told and nothing else differs. Refuses a wrong password at its field.
 */
export async function askNewEmail(
  deps: Deps,
  asking: Asking,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const owner = await requireCustomer(deps.db, asking.caller.customerId);
  await requirePassword(deps, asking, { owner, password, path: 'password' });
  const wanted = normalEmail(email);
  if (wanted === owner.email) return;
  const mayTellNew = await mayMail(deps, wanted);
  await deps.db.transaction(async (tx) => {
    if (mayTellNew) await mailNewAddress(tx, deps, owner, wanted);
    await mailNotice(tx, deps, 'email_change_asked', owner);
    await writeAudit(tx, { event: 'email_change_asked', customerId: owner.id, from: asking.from });
  });
}

async function mailNewAddress(tx: Database, deps: Deps, owner: Customer, wanted: string): Promise<void> {
  const holder = await findCustomerByEmail(tx, wanted);
  if (holder?.activatedAt) return mailAccountExists(tx, deps, holder);
  const token = await makeLink(tx, 'email', { id: owner.id, email: wanted });
  const link = `${deps.publicUrl}/customer/auth/login#email=${token}`;
  const facts = { name: owner.displayName, link, customerId: owner.id };
  return postMail(tx, deps, { kind: 'email_change', to: wanted, locale: owner.locale, facts });
}

/**
 * Spends the link to a new address, which proves it: guest orders of the address become the customer's, older orders
 * keep the address that they were placed with, every other mailed link is void, the old address gets a notice. An
 * account of the address that was never activated held no claim and is gone. Refuses `link_expired`, and
 * `email_taken` where the address has become somebody else's meanwhile.
 */
export async function confirmEmail(deps: Deps, token: string, from: Origin): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { customerId, email } = await spendLink(tx, 'email', token);
    await voidAllLinks(tx, customerId);
    const [before] = await tx.select().from(customer).where(eq(customer.id, customerId)).for('update');
    const owner = required(before);
    await removeUnproven(tx, email);
    await tx.update(customer).set({ email }).where(eq(customer.id, customerId));
    await adoptGuestOrders(tx, { id: customerId, email });
    await mailNotice(tx, deps, 'email_changed', owner);
    await tellCustomer(tx, customerId, 'profile');
    await writeAudit(tx, { event: 'email_changed', customerId, from });
    return email;
  });
}

async function removeUnproven(tx: Database, email: string): Promise<void> {
  const unproven = and(eq(customer.email, email), isNull(customer.activatedAt), isNull(customer.deletedAt));
  const [holder] = await tx.select({ id: customer.id }).from(customer).where(unproven);
  if (!holder) return;
  await tx.delete(mailedLink).where(eq(mailedLink.customerId, holder.id));
  await tx.delete(customer).where(unproven);
}

/** Tells the address that the account has had so far. */
async function mailNotice(tx: Database, deps: Deps, kind: 'email_change_asked' | 'email_changed', owner: Customer) {
  const { email: to, locale, displayName: name } = owner;
  await postMail(tx, deps, { kind, to, locale, facts: { name } });
}
