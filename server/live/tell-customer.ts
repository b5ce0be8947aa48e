import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';

/** What an open page of the customer area may have to read again. */
export type LiveTopic = 'orders' | 'tickets' | 'transactions' | 'profile';

/** The channel on which every server hears of a change of a customer's things. */
export const CUSTOMER_TOLD = 'customer_told';

/** Tells the open pages of a customer, on every server, once this transaction commits; of a guest, nobody. */
export async function tellCustomer(db: Database, customerId: string | null, topic: LiveTopic): Promise<void> {
  if (!customerId) return;
  await db.execute(sql`SELECT pg_notify(${CUSTOMER_TOLD}, ${`${customerId} ${topic}`})`);
}
