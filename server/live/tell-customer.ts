import { sql, type SQL } from 'drizzle-orm';
import type { LiveTopic as ToldTopic } from '#contract/live.ts';
import type { Database } from '../db/connection.ts';

/** What an open page of the customer area may have to read again; `sessions` when one of the customer's has ended. */
export type LiveTopic = Exclude<ToldTopic, 'everything'> | 'sessions';

/** The channel on which every server hears of a change of a customer's things: the customer's id and a topic. */
export const CUSTOMER_TOLD = 'customer_told';

/** Tells the open pages of a customer, on every server, once this transaction commits; of a guest, nobody. */
export async function tellCustomer(db: Database, customerId: string | null, topic: LiveTopic): Promise<void> {
  if (customerId) await db.execute(sql`SELECT ${telling(customerId, topic)}`);
}

/** The same as an expression, for a statement that runs anyway. */
export function telling(customerId: string | null, topic: LiveTopic): SQL {
  return customerId ? sql`pg_notify(${CUSTOMER_TOLD}, ${`${customerId} ${topic}`})` : sql`NULL`;
}
