import { eq, sql } from 'drizzle-orm';
import type { Locale } from '#domain/locale.ts';
import { adoptGuestOrders } from '../accounts/activate.ts';
import { findCustomerByEmail, requireCustomer, type Customer } from '../accounts/customers.ts';
import { findLinkOwner, makeLink, pretendToMailLink, spendLink, voidAllLinks } from '../accounts/links.ts';
import { mayMail } from '../accounts/may-mail.ts';
import { refuseWeakPassword } from '../accounts/new-password.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { forgetCustomerMisses } from '../accounts/prove-password.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { postMail } from '../mails/post-mail.ts';
import { refuse } from '../refuse.ts';
import { endAllSessions } from './end-session.ts';

/** Mails a link to set a new password, if there is an account; the answer never tells. Without `from` the staff asks. */
export async function requestReset(deps: Deps, email: string, from?: Origin): Promise<void> {
  if (from && !(await mayMail(deps, email))) return;
  await deps.db.transaction(async (tx) => {
    const owner = await findCustomerByEmail(tx, email);
    await (owner ? mailReset(tx, deps, owner) : pretendToMailLink(tx, deps));
    await writeAudit(tx, { event: 'reset_asked', customerId: owner?.id, from, ...(!from && { actor: 'operator' }) });
  });
}

async function mailReset(tx: Database, deps: Deps, owner: Customer): Promise<void> {
  const token = await makeLink(tx, 'reset', owner);
  const link = `${deps.publicUrl}/customer/auth/forget-password#reset=${token}`;
  const { email: to, locale, displayName: name } = owner;
  await postMail(tx, deps, { kind: 'reset', to, locale, facts: { name, link } });
}

export type Reset = { token: string; password: string; locale: Locale; from: Origin };

/**
 * Spends a reset link: new password, every session ended, every other link void, a notice mailed. The link proves the address as activation
 * does: the account is open, and guest orders of the address become its own. Refuses `link_expired`, and a weak
 * password at its field: the link is kept then.
 */
export async function resetPassword(deps: Deps, { token, password, locale, from }: Reset): Promise<string> {
  const owner = (await findLinkOwner(deps.db, 'reset', token)) ?? refuse('link_expired');
  refuseWeakPassword(deps, { password, owner, locale });
  const passwordHash = await hashPassword(password);
  return deps.db.transaction(async (tx) => {
    const { customerId, email } = await spendLink(tx, 'reset', token);
    await voidAllLinks(tx, customerId);
    await tx
      .update(customer)
      .set({ passwordHash, activatedAt: sql`coalesce(activated_at, now())` })
      .where(eq(customer.id, customerId));
    await adoptGuestOrders(tx, { id: customerId, email });
    await endAllSessions(tx, customerId, 'password_reset');
    await forgetCustomerMisses(tx, customerId);
    const { displayName: name, locale: own } = await requireCustomer(tx, customerId);
    await postMail(tx, deps, { kind: 'password_changed', to: email, locale: own, facts: { name } });
    await writeAudit(tx, { event: 'password_reset', customerId, from });
    return email;
  });
}
