import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/connection.ts';
import { coupon } from '../db/tables.ts';
import { normalizeCode } from './redeem-coupon.ts';
import { and, eq, gt, isNull, or, sql, asc } from 'drizzle-orm';
import { requireFound } from '../api-error.ts';
import { PERCENTAGE } from '#domain/pricing/coupon.ts';
import { ringgitFromSen } from '#domain/money.ts';

/** Percentages in basis points, amounts in sen per unit; see `tables.ts`. Starts now by default. */
export type NewCoupon = Omit<typeof coupon.$inferInsert, 'id' | 'used'>;

/** Creates a coupon; false where its code exists, even if that coupon has ended. */
export async function createCoupon(db: Database, terms: NewCoupon): Promise<boolean> {
  const made = await db
    .insert(coupon)
    .values({ ...terms, id: uuidv7(), code: normalizeCode(terms.code) })
    .onConflictDoNothing();
  return made.rowCount === 1;
}

/** Ends a coupon now; orders that used it keep it. False where it had ended already. Throws `not_found`. */
export async function endCoupon(db: Database, code: string): Promise<boolean> {
  const named = eq(coupon.code, normalizeCode(code));
  const ended = await db
    .update(coupon)
    .set({ endsAt: sql`now()` })
    .where(and(named, or(isNull(coupon.endsAt), gt(coupon.endsAt, sql`now()`))));
  if (ended.rowCount === 1) return true;
  const [known] = await db.select({ id: coupon.id }).from(coupon).where(named);
  requireFound(known);
  return false;
}

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
    minimum_total: ringgitFromSen(row.minimumSubtotal),
    used: row.used,
    max_uses: row.maxUses,
    max_uses_per_customer: row.maxUsesPerCustomer,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
  }));
}
