import { and, eq } from 'drizzle-orm';
import { findCustomerByLogin, type Customer } from '../accounts/customers.ts';
import { hashPassword, needsRehash } from '../accounts/passwords.ts';
import { provePassword } from '../accounts/prove-password.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { refuse } from '../refuse.ts';
import { startSession, type SignedIn } from './start-session.ts';

export type Credentials = { username: string; password: string };
/** From where somebody signs in; a browser that was here before has its companion cookie. */
export type Device = Origin & { cookieHash: Buffer | undefined };

/**
 * Signs a customer in. Refuses `wrong_credentials` alike for an unknown account and a wrong password, after the same
 * work; `not_activated` only after the right password; `too_many_attempts` before any.
 */
export async function logIn(deps: Deps, { username, password }: Credentials, device: Device): Promise<SignedIn> {
  const owner = await findCustomerByLogin(deps.db, username);
  const guess = { owner, login: username, password, cookieHash: device.cookieHash };
  const isRight = await provePassword(deps, guess);
  if (!isRight || !owner?.activatedAt) {
    await writeAudit(deps.db, { event: 'sign_in_failed', customerId: owner?.id, from: device });
    return refuse(isRight ? 'not_activated' : 'wrong_credentials');
  }
  const newHash = needsRehash(owner.passwordHash!) ? await hashPassword(password) : undefined;
  const session = await deps.db.transaction(async (tx) => {
    await holdPassword(tx, owner, newHash);
    const started = await startSession(tx, owner.id, device);
    await writeAudit(tx, { event: 'signed_in', customerId: owner.id, from: device });
    return started;
  });
  return { owner, session };
}

/** Nobody signs in with a password that was changed, or an account that was deleted, while it was being checked. */
async function holdPassword(tx: Database, owner: Customer, newHash: string | undefined): Promise<void> {
  const same = and(eq(customer.id, owner.id), eq(customer.passwordHash, owner.passwordHash!));
  const [held] = await tx.select({ id: customer.id }).from(customer).where(same).for('no key update');
  if (!held) refuse('wrong_credentials');
  if (newHash) await tx.update(customer).set({ passwordHash: newHash }).where(eq(customer.id, owner.id));
}
