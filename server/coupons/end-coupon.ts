import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { coupon } from '../db/tables.ts';
import { required } from '../refuse.ts';
import { normalCode } from './find-coupon.ts';

/** Ends a coupon now; orders that used it keep it. False where it had ended already. Refuses `not_found`. */
export async function endCoupon(db: Database, code: string): Promise<boolean> {
  const named = eq(coupon.code, normalCode(code));
  const ended = await db
    .update(coupon)
    .set({ endsAt: sql`now()` })
    .where(and(named, or(isNull(coupon.endsAt), gt(coupon.endsAt, sql`now()`))));
  if (ended.rowCount === 1) return true;
  const [known] = await db.select({ id: coupon.id }).from(coupon).where(named);
  required(known);
  return false;
}
