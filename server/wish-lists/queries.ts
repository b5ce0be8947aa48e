import { desc, eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { wish } from '../db/tables.ts';

/** The titles that a customer wished, newest first, as `objectID`s. */
export async function listWishes(db: Database, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ productId: wish.productId })
    .from(wish)
    .where(eq(wish.customerId, customerId))
    .orderBy(desc(wish.createdAt), desc(wish.productId));
  return rows.map((row) => String(row.productId));
}
