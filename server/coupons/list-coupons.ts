import { asc, sql } from 'drizzle-orm';
import { PERCENTAGE } from '#domain/coupon.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { coupon } from '../db/tables.ts';

export type CouponState = 'not started' | 'active' | 'used up' | 'ended';

/** A coupon as the staff's list shows it: `percent` of the list price or RM `per_unit`; amounts in RM. */
export type CouponSummary = {
  code: string;
  state: CouponState;
  percent: number | null;
  per_unit: number | null;
  subject: string | null;
  minimum_total: number;
  used: number;
  max_uses: number | null;
  max_uses_per_customer: number | null;
  starts_at: string;
  ends_at: string | null;
};

/** Every coupon by its code, with its state by the database's clock. */
export async function listCoupons(db: Database): Promise<CouponSummary[]> {
  const state = sql<CouponState>`CASE WHEN now() < ${coupon.startsAt} THEN 'not started' WHEN now() >= ${coupon.endsAt} THEN 'ended'
    WHEN ${coupon.used} >= ${coupon.maxUses} THEN 'used up' ELSE 'active' END`;
  const rows = await db.select({ coupon, state }).from(coupon).orderBy(asc(coupon.code));
  return rows.map(({ coupon: row, state: now }) => ({
    code: row.code,
    state: now,
    percent: row.valueType === PERCENTAGE ? row.value / 100 : null,
    per_unit: row.valueType === PERCENTAGE ? null : ringgitFromSen(row.value),
    subject: row.subject,
    minimum_total: ringgitFromSen(row.minimumTotal),
    used: row.used,
    max_uses: row.maxUses,
    max_uses_per_customer: row.maxUsesPerCustomer,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
  }));
}
