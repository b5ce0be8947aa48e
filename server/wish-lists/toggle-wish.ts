import { and, count, eq } from 'drizzle-orm';
import { senFromRinggit } from '#domain/money.ts';
import { listProductRows } from '../catalogue/product-rows.ts';
import type { Connection } from '../db/connection.ts';
import { wish } from '../db/tables.ts';
import { refuse, required } from '../refuse.ts';

const MOST_WISHES = 1000;
/** Product ids are PostgreSQL integers. */
const MOST_ID = 2_147_483_647;

/** Puts a title on a customer's wish list or takes it off; answers whether it is wished now. Refuses `not_found`. */
export function toggleWish(db: Connection, customerId: string, productId: number): Promise<boolean> {
  if (productId > MOST_ID) refuse('not_found');
  return db.transaction(async (tx) => {
    const here = and(eq(wish.customerId, customerId), eq(wish.productId, productId));
    const removed = await tx.delete(wish).where(here);
    if (removed.rowCount) return false;
    const [title] = await listProductRows(tx, [productId]);
    const [held] = await tx.select({ count: count() }).from(wish).where(eq(wish.customerId, customerId));
    if (held!.count >= MOST_WISHES) refuse('too_many');
    const priceThen = senFromRinggit(required(title).price);
    await tx.insert(wish).values({ customerId, productId, priceThen }).onConflictDoNothing();
    return true;
  });
}
