import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { customer, identity } from '../db/tables.ts';
import type { Customer } from './customers.ts';

/** Who somebody is at an identity provider: never their address. */
export type Identity = { issuer: string; subject: string };

export async function findCustomerByIdentity(db: Database, who: Identity): Promise<Customer | undefined> {
  const [found] = await selectOwner(db, who);
  return found;
}

/** The same, held to the end of the transaction: whoever waited for a deletion here finds nobody. */
export async function holdCustomerByIdentity(tx: Database, who: Identity): Promise<Customer | undefined> {
  const [held] = await selectOwner(tx, who).for('no key update', { of: customer });
  return held;
}

function selectOwner(db: Database, { issuer, subject }: Identity) {
  return db
    .select(getTableColumns(customer))
    .from(identity)
    .innerJoin(customer, eq(customer.id, identity.customerId))
    .where(and(eq(identity.issuer, issuer), eq(identity.subject, subject), isNull(customer.deletedAt)));
}

/** Joins an identity to an account; false where the account has another of that issuer, or the identity an account. */
export async function addIdentity(db: Database, { issuer, subject }: Identity, owner: Customer): Promise<boolean> {
  const added = await db
    .insert(identity)
    .values({ issuer, subject, customerId: owner.id, email: owner.email })
    .onConflictDoNothing()
    .returning({ issuer: identity.issuer });
  return added.length === 1;
}
