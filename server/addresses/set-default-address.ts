import { and, eq, ne } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import { address, customer } from '../db/tables.ts';
import { required } from '../refuse.ts';

/** Makes an address the only default of its customer. Refuses `not_found`. */
export function setDefaultAddress(db: Connection, customerId: string, id: string): Promise<string> {
  return db.transaction(async (tx) => {
    await lockAddresses(tx, customerId);
    const own = eq(address.customerId, customerId);
    const [chosen] = await tx
      .select({ id: address.id })
      .from(address)
      .where(and(own, eq(address.id, id)));
    required(chosen);
    await tx
      .update(address)
      .set({ isDefault: false })
      .where(and(own, ne(address.id, id), eq(address.isDefault, true)));
    await tx.update(address).set({ isDefault: true }).where(eq(address.id, id));
    return id;
  });
}

/** Who changes which address is the default comes one after the other. */
export async function lockAddresses(db: Database, customerId: string): Promise<void> {
  await db.select({ id: customer.id }).from(customer).where(eq(customer.id, customerId)).for('update');
}
