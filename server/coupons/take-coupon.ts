import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { coupon, couponRedemption, couponUse } from '../db/tables.ts';
import { refuse } from '../refuse.ts';
import type { FoundCoupon } from './find-coupon.ts';

/**
 * Counts one use of a coupon for a customer, in one round trip of two conditional writes that cannot pass a limit.
 * Refuses `coupon_used_up` or `coupon_already_used`; the caller's transaction then rolls back.
 */
export async function takeCoupon(db: Database, taken: FoundCoupon, key: string): Promise<void> {
  const { rows } = await db.execute<{ counted: boolean; countedForCustomer: boolean }>(sql`
    WITH counted AS (
      UPDATE ${coupon} SET used = used + 1 WHERE id = ${taken.id} AND (max_uses IS NULL OR used < max_uses)
        AND starts_at <= now() AND (ends_at IS NULL OR now() < ends_at) RETURNING id, max_uses_per_customer),
    counted_for_customer AS (
      INSERT INTO ${couponUse} AS known (coupon_id, customer_key, used) SELECT id, ${key}, 1 FROM counted
      ON CONFLICT (coupon_id, customer_key) DO UPDATE SET used = known.used + 1
        WHERE known.used < coalesce((SELECT max_uses_per_customer FROM counted), 2147483647) RETURNING used)
    SELECT EXISTS (SELECT FROM counted) AS counted,
      EXISTS (SELECT FROM counted_for_customer) AS "countedForCustomer"`);
  const outcome = rows[0]!;
  if (!outcome.counted) refuse('coupon_used_up');
  if (!outcome.countedForCustomer) refuse('coupon_already_used');
}

/** Gives an order's coupon use back, once: what is given back is the redemption row that this deletes. */
export async function giveCouponBack(db: Database, orderId: string): Promise<void> {
  const [live] = await db.delete(couponRedemption).where(eq(couponRedemption.orderId, orderId)).returning();
  if (!live) return;
  await db
    .update(coupon)
    .set({ used: sql`${coupon.used} - 1` })
    .where(eq(coupon.id, live.couponId));
  await db
    .update(couponUse)
    .set({ used: sql`${couponUse.used} - 1` })
    .where(and(eq(couponUse.couponId, live.couponId), eq(couponUse.customerKey, live.customerKey)));
}
