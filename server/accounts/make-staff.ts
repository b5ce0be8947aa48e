import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { customer } from '../db/tables.ts';

/** Makes an account one of the staff's, on the operator's word alone; false where it was one already. */
export async function makeStaff(db: Database, customerId: string): Promise<boolean> {
  const made = await db
    .update(customer)
    .set({ isStaff: true })
    .where(and(eq(customer.id, customerId), eq(customer.isStaff, false)));
  return made.rowCount === 1;
}
