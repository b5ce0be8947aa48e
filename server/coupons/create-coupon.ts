import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/connection.ts';
import { coupon } from '../db/tables.ts';
import { normalCode } from './find-coupon.ts';

/** Percentages in basis points, amounts in sen per unit; see `tables.ts`. Without a beginning it begins now. */
export type NewCoupon = Omit<typeof coupon.$inferInsert, 'id' | 'used'>;

/** Makes a coupon; false where its code is taken, also by one that has ended. */
export async function createCoupon(db: Database, terms: NewCoupon): Promise<boolean> {
  const made = await db
    .insert(coupon)
    .values({ ...terms, id: uuidv7(), code: normalCode(terms.code) })
    .onConflictDoNothing();
  return made.rowCount === 1;
}
