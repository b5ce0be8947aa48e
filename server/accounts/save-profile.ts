import { eq } from 'drizzle-orm';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { saveProfile as contract } from '#contract/account.ts';
import type { Connection } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import { required } from '../refuse.ts';
import { requireCustomer, type Customer } from './customers.ts';

export type ProfileChanges = ParsedOf<typeof contract>['body'];

/** Changes what a customer may change of their own profile; a field that is not given stays. */
export async function saveProfile(db: Connection, customerId: string, changes: ProfileChanges): Promise<Customer> {
  const { photoURL, phone, ...rest } = changes;
  const given = {
    ...rest,
    ...(photoURL !== undefined && { photoUrl: photoURL }),
    ...(phone !== undefined && { phone: phone || null }),
  };
  if (Object.keys(given).length === 0) return requireCustomer(db, customerId);
  const [saved] = await db.update(customer).set(given).where(eq(customer.id, customerId)).returning();
  return required(saved);
}
