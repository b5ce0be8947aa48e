import { and, eq, isNull, or } from 'drizzle-orm';
import type { Profile } from '#contract/sessions.ts';
import type { Database } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import { required } from '../refuse.ts';

export type Customer = typeof customer.$inferSelect;

/** E-mail addresses are kept and compared trimmed and in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function findCustomerByEmail(db: Database, email: string): Promise<Customer | undefined> {
  const [found] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.email, normalEmail(email)), isNull(customer.deletedAt)));
  return found;
}

/** By username or e-mail, in any case. */
export async function findCustomerByLogin(db: Database, login: string): Promise<Customer | undefined> {
  const name = normalEmail(login);
  const [found] = await db
    .select()
    .from(customer)
    .where(and(or(eq(customer.email, name), eq(customer.username, name)), isNull(customer.deletedAt)));
  return found;
}

export async function requireCustomer(db: Database, id: string): Promise<Customer> {
  const [found] = await db.select().from(customer).where(eq(customer.id, id));
  return required(found);
}

/** A customer as the storefront knows them. */
export function profileOf(row: Customer): Profile {
  return {
    uid: row.id,
    displayName: row.displayName,
    email: row.email,
    photoURL: row.photoUrl,
    providerId: row.providerId,
    userRole: row.userRole,
    phone: row.phone,
    locale: row.locale,
    theme: row.theme,
    marketing: row.marketing,
    starred: row.starred,
    hasPassword: row.passwordHash !== null,
  };
}
