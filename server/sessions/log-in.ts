import { eq } from 'drizzle-orm';
import { findCustomerByLogin, type Customer } from '../accounts/customers.ts';
import { hashPassword, isPassword, needsRehash } from '../accounts/passwords.ts';
import type { Connection } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import { refuse } from '../refuse.ts';
import { startSession, type StartedSession } from './start-session.ts';

export type Credentials = { username: string; password: string };

/**
 * Signs a customer in. Refuses `wrong_credentials` alike for an unknown account and a wrong password, after the same
 * work, and `not_activated` only after the right password.
 */
export async function logIn(
  db: Connection,
  { username, password }: Credentials,
  device: { userAgent: string; ip: string },
): Promise<{ owner: Customer; session: StartedSession }> {
  const owner = await findCustomerByLogin(db, username);
  if (!(await isPassword(password, owner?.passwordHash)) || !owner) refuse('wrong_credentials');
  if (!owner.activatedAt) refuse('not_activated');
  await rehash(db, owner, password);
  const session = await db.transaction((tx) => startSession(tx, owner.id, device));
  return { owner, session };
}

async function rehash(db: Connection, owner: Customer, password: string): Promise<void> {
  if (!owner.passwordHash || !needsRehash(owner.passwordHash)) return;
  await db
    .update(customer)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(customer.id, owner.id));
}
