import { eq, sql } from 'drizzle-orm';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { adoptGuestOrders } from '../accounts/activate.ts';
import { findCustomerByEmail, requireCustomer } from '../accounts/customers.ts';
import { makeLink, spendLink } from '../accounts/links.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { postMail } from '../mails/post-mail.ts';
import { endAllSessions } from './end-session.ts';

/** Mails a link to set a new password, if there is an account; the answer never tells. */
export async function requestReset(deps: Deps, email: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const owner = await findCustomerByEmail(tx, email);
    if (!owner) return;
    const token = await makeLink(tx, 'reset', owner);
    await postMail(tx, deps, {
      kind: 'reset',
      to: owner.email,
      locale: owner.locale,
      facts: { name: owner.displayName, link: `${deps.publicUrl}/customer/auth/forget-password#reset=${token}` },
    });
  });
}

/**
 * Spends a reset link: new password, every session ended, a notice mailed. The link proves the address as activation
 * does: the account is open, and guest orders of the address become its own.
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { token: string; password: string },
): Promise<string> {
  const passwordHash = await hashPassword(password);
  return deps.db.transaction(async (tx) => {
    const { customerId, email } = await spendLink(tx, 'reset', token);
    await tx
      .update(customer)
      .set({ passwordHash, activatedAt: sql`coalesce(activated_at, now())` })
      .where(eq(customer.id, customerId));
    await adoptGuestOrders(tx, { id: customerId, email });
    await endAllSessions(tx, customerId, 'password_reset');
    const owner = await requireCustomer(tx, customerId);
    const facts = { name: owner.displayName };
    await postMail(tx, deps, { kind: 'password_changed', to: email, locale: owner.locale, facts });
    return email;
  });
}
