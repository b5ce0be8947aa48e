import { eq } from 'drizzle-orm';
import { findCustomerByEmail } from '../accounts/customers.ts';
import { isPassword } from '../accounts/passwords.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { endAllSessions } from '../sessions/end-session.ts';
import { DEMO_PASSWORD, DEMO_STAFF } from './people.ts';

/**
 * Takes the password that everybody knows from the demo's staff, for a server that others can reach (operations page):
 * a new one is set by a mailed link. Answers whether there was anything to take.
 */
export async function closeDemoStaff({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const staff = await findCustomerByEmail(db, DEMO_STAFF.email);
  if (!staff?.isStaff || !(await isPassword(DEMO_PASSWORD, staff.passwordHash))) return false;
  await db.transaction(async (tx) => {
    await tx.update(customer).set({ passwordHash: null }).where(eq(customer.id, staff.id));
    await endAllSessions(tx, staff.id, 'password_changed');
  });
  return true;
}
