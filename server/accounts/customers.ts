import { and, eq, isNull, or, desc } from 'drizzle-orm';
import { normalizeEmail } from '#contract/schemas.ts';
import type { Profile } from '#contract/sessions.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { customer, order } from '../db/tables.ts';
import { requireFound } from '../api-error.ts';
import type { Locale } from '#domain/locale.ts';
import type { StaffRole } from '#domain/staff.ts';

/** Below it are the pictures of customers. */
export const PICTURES = '/api/pictures/';

export type Customer = typeof customer.$inferSelect;

/** By an email in the contract's normalized form. */
export async function findCustomerByEmail(db: Database, email: string): Promise<Customer | undefined> {
  const [found] = await db
    .select()
    .from(customer)
    .where(and(eq(customer.email, email), isNull(customer.deletedAt)));
  return found;
}

/** A username or email as typed, in the form in which both are stored. */
export function normalizeLogin(login: string): string {
  return normalizeEmail(login) ?? login.trim().toLowerCase();
}

/** By username or email, in any spelling. */
export async function findCustomerByLogin(db: Database, login: string): Promise<Customer | undefined> {
  const name = normalizeLogin(login);
  const [found] = await db
    .select()
    .from(customer)
    .where(and(or(eq(customer.email, name), eq(customer.username, name)), isNull(customer.deletedAt)));
  return found;
}

export async function requireCustomer(db: Database, id: string): Promise<Customer> {
  const [found] = await selectCustomer(db, { id });
  return requireFound(found);
}

const selectCustomer = keepStatement((db, given: Given<{ id: string }>) =>
  db
    .select()
    .from(customer)
    .where(eq(customer.id, given('id'))),
);

/** A customer as the API returns them. */
export function profileOf(row: Customer): Profile {
  return {
    uid: row.id,
    displayName: row.displayName,
    email: row.email,
    photoURL: row.photoUrl,
    picture: row.pictureId && `${PICTURES}${row.pictureId}`,
    providerId: row.providerId,
    userRole: row.userRole,
    phone: row.phone,
    locale: row.locale,
    theme: row.theme,
    reviewInvitations: row.reviewInvitations,
    starred: row.starred,
    hasPassword: row.passwordHash !== null,
  };
}

/** An account as the CLI lists it, without credentials. */
export type CustomerSummary = {
  id: string;
  email: string;
  username: string | null;
  name: string;
  phone: string | null;
  locale: Locale;
  signs_in_by: string;
  staff_role: StaffRole | null;
  activated_at: string | null;
  created_at: string;
  deleted_at: string | null;
  orders: number;
};

/** The newest accounts. */
export async function listCustomers(db: Database, { limit }: { limit: number }): Promise<CustomerSummary[]> {
  const rows = await selectCustomerSummaries(db).orderBy(desc(customer.id)).limit(limit);
  return rows.map(customerSummary);
}

/** One account by email or username, in any spelling. Throws `not_found`. */
export async function requireCustomerSummary(db: Database, login: string): Promise<CustomerSummary> {
  const name = normalizeLogin(login);
  const [found] = await selectCustomerSummaries(db).where(or(eq(customer.email, name), eq(customer.username, name)));
  return customerSummary(requireFound(found));
}

function selectCustomerSummaries(db: Database) {
  return db.select({ customer, orders: db.$count(order, eq(order.customerId, customer.id)) }).from(customer);
}

function customerSummary({
  customer: row,
  orders,
}: {
  customer: typeof customer.$inferSelect;
  orders: number;
}): CustomerSummary {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    name: row.displayName,
    phone: row.phone,
    locale: row.locale,
    signs_in_by: row.providerId,
    staff_role: row.staffRole,
    activated_at: row.activatedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
    orders,
  };
}
