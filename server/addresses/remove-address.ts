import { and, desc, eq } from 'drizzle-orm';
import type { Connection } from '../db/connection.ts';
import { address } from '../db/tables.ts';
import { required } from '../refuse.ts';
import { lockAddresses } from './set-default-address.ts';

/** Removes an address; where it was the default, the newest one left becomes it. Refuses `not_found`. */
export function removeAddress(db: Connection, customerId: string, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAddresses(tx, customerId);
    const own = eq(address.customerId, customerId);
    const [removed] = await tx
      .delete(address)
      .where(and(own, eq(address.id, id)))
      .returning();
    if (!required(removed).isDefault) return;
    const [newest] = await tx
      .select({ id: address.id })
      .from(address)
      .where(own)
      .orderBy(desc(address.createdAt), desc(address.id))
      .limit(1);
    if (newest) await tx.update(address).set({ isDefault: true }).where(eq(address.id, newest.id));
  });
}
