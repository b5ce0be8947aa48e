import { and, eq } from 'drizzle-orm';
import { requireCustomer } from '../accounts/customers.ts';
import { voidAllLinks } from '../accounts/links.ts';
import { refuseWeakPassword } from '../accounts/new-password.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { requirePassword, type Asking } from '../accounts/require-password.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { postMail } from '../mails/post-mail.ts';
import { refuseField } from '../refuse-field.ts';
import { endAllSessions } from './end-session.ts';

type PasswordChange = { currentPassword: string; password: string };

/**
 * Sets another password, ends the customer's other sessions, voids every mailed link, and mails a notice. Refuses a
 * wrong current password and a weak new one at their fields; of two changes at once the second has a wrong one.
 */
export async function changePassword(deps: Deps, asking: Asking, change: PasswordChange): Promise<void> {
  const { caller, locale, from } = asking;
  const owner = await requireCustomer(deps.db, caller.customerId);
  refuseWeakPassword(deps, { password: change.password, owner, locale });
  await requirePassword(deps, asking, { owner, password: change.currentPassword, path: 'currentPassword' });
  const passwordHash = await hashPassword(change.password);
  await deps.db.transaction(async (tx) => {
    await voidAllLinks(tx, owner.id);
    const same = and(eq(customer.id, owner.id), eq(customer.passwordHash, owner.passwordHash!));
    const changed = await tx.update(customer).set({ passwordHash }).where(same);
    if (changed.rowCount !== 1) refuseField(locale, 'currentPassword', 'password_wrong');
    await endAllSessions(tx, owner.id, 'password_changed', caller.sessionId);
    const { email: to, displayName: name } = owner;
    await postMail(tx, deps, { kind: 'password_changed', to, locale: owner.locale, facts: { name } });
    await writeAudit(tx, { event: 'password_changed', customerId: owner.id, from });
  });
}
