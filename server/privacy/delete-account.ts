import { and, eq, isNull } from 'drizzle-orm';
import { requireCustomer, type Customer } from '../accounts/customers.ts';
import { requirePassword, type Asking } from '../accounts/require-password.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../db/connection.ts';
import { customer, mailedLink } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { postMail } from '../mails/post-mail.ts';
import { refuse } from '../refuse.ts';
import { forgetAccount } from './forget-account.ts';

/**
 * Deletes a customer's account: the person is erased, the row stays emptied for the orders that stand on it. A last
 * mail says goodbye. Refuses a wrong password at its field; of two calls at once the second is signed out.
 */
export async function deleteAccount(deps: Deps, asking: Asking, password: string): Promise<void> {
  const owner = await requireCustomer(deps.db, asking.caller.customerId);
  await requirePassword(deps, asking, { owner, password, path: 'password' });
  await deps.db.transaction(async (tx) => {
    await holdToDelete(tx, owner);
    await forgetAccount(tx, owner);
    const { email: to, locale, displayName: name } = owner;
    await postMail(tx, deps, { kind: 'account_deleted', to, locale, facts: { name } });
    await tellCustomer(tx, owner.id, 'profile');
    await writeAudit(tx, { event: 'account_deleted', customerId: owner.id });
  });
}

/** Links before the customer: in this order everybody locks who needs both. */
async function holdToDelete(tx: Database, { id, passwordHash }: Customer): Promise<void> {
  await tx.select().from(mailedLink).where(eq(mailedLink.customerId, id)).for('update');
  const same = and(eq(customer.id, id), eq(customer.passwordHash, passwordHash!), isNull(customer.deletedAt));
  const [held] = await tx.select({ id: customer.id }).from(customer).where(same).for('update');
  if (!held) refuse('token_invalid');
}
