import { desc, eq, or } from 'drizzle-orm';
import type { Locale } from '#domain/locale.ts';
import type { Database } from '../db/connection.ts';
import { customer, order } from '../db/tables.ts';
import { required } from '../refuse.ts';
import { normalEmail } from './customers.ts';

/** An account as the staff sees it: nothing that signs in. */
export type CustomerSummary = {
  id: string;
  email: string;
  username: string | null;
  name: string;
  phone: string | null;
  locale: Locale;
  signs_in_by: string;
  is_staff: boolean;
  activated_at: string | null;
  created_at: string;
  deleted_at: string | null;
  orders: number;
};

/** The newest accounts. */
export async function listCustomers(db: Database, { limit }: { limit: number }): Promise<CustomerSummary[]> {
  const rows = await selectSummaries(db).orderBy(desc(customer.id)).limit(limit);
  return rows.map(summaryOf);
}

/** One account by e-mail or username, in any case. Refuses `not_found`. */
export async function requireCustomerSummary(db: Database, login: string): Promise<CustomerSummary> {
  const name = normalEmail(login);
  const [found] = await selectSummaries(db).where(or(eq(customer.email, name), eq(customer.username, name)));
  return summaryOf(required(found));
}

function selectSummaries(db: Database) {
  return db.select({ customer, orders: db.$count(order, eq(order.customerId, customer.id)) }).from(customer);
}

function summaryOf({
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
    is_staff: row.isStaff,
    activated_at: row.activatedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
    orders,
  };
}
