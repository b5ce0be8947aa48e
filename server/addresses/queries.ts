import { and, desc, eq } from 'drizzle-orm';
import type { Address } from '#contract/addresses.ts';
import type { Database } from '../db/connection.ts';
import { address } from '../db/tables.ts';

/** A customer's addresses, newest first. */
export async function listAddresses(db: Database, customerId: string): Promise<Address[]> {
  const rows = await db
    .select()
    .from(address)
    .where(eq(address.customerId, customerId))
    .orderBy(desc(address.createdAt), desc(address.id));
  return rows.map(({ id, name, phone, line1, line2, city, state, zip, isDefault }) => ({
    id,
    name,
    phone,
    line1,
    line2,
    city,
    state,
    zip,
    country: 'MY',
    is_default: isDefault,
  }));
}

/** One address of this customer, or nothing for any other id. */
export async function findAddress(db: Database, customerId: string, id: string) {
  const [found] = await db
    .select()
    .from(address)
    .where(and(eq(address.id, id), eq(address.customerId, customerId)));
  return found;
}
