import { eq, sql } from 'drizzle-orm';
import type { Coupon } from '#domain/coupon.ts';
import type { Database } from '../db/connection.ts';
import { coupon, couponUse, searchEntry } from '../db/tables.ts';

/** A coupon as `domain` judges it, with its row's id and the database's time. */
export type FoundCoupon = Coupon & { id: string; code: string; now: number };

/** Codes are compared in upper case. */
export function normalCode(code: string): string {
  return code.trim().toUpperCase();
}

/** Who a per-customer limit counts: the trimmed, lower-cased address, guest and member alike. */
export function customerKey(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * A coupon by its code in one query: how often `key` used it, and which of `productIds` it covers (`'*'` where it
 * covers every title).
 */
export async function findCoupon(
  db: Database,
  code: string,
  { key, productIds }: { key: string | undefined; productIds: readonly number[] },
): Promise<FoundCoupon | undefined> {
  const ids = sql.param([...productIds]);
  const [row] = await db
    .select({
      coupon,
      usedByCustomer: sql<number>`coalesce((SELECT ${couponUse.used} FROM ${couponUse}
        WHERE ${couponUse.couponId} = ${coupon.id} AND ${couponUse.customerKey} = ${key ?? ''}), 0)`,
      covered: sql<number[]>`ARRAY(SELECT entry.product_id FROM ${searchEntry} AS entry
        WHERE entry.subjects @> ARRAY[coupon.subject] AND entry.product_id = ANY(${ids}::int[]))`,
      now: sql<string>`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
    })
    .from(coupon)
    .where(eq(coupon.code, normalCode(code)));
  if (!row) return undefined;
  return {
    id: row.coupon.id,
    code: row.coupon.code,
    valueType: row.coupon.valueType,
    value: row.coupon.value,
    covers: row.coupon.subject === null ? '*' : row.covered,
    startsAt: row.coupon.startsAt.getTime(),
    endsAt: row.coupon.endsAt?.getTime() ?? null,
    minimumTotal: row.coupon.minimumTotal,
    maxUses: row.coupon.maxUses,
    used: row.coupon.used,
    maxUsesPerCustomer: row.coupon.maxUsesPerCustomer,
    usedByCustomer: row.usedByCustomer,
    now: Number(row.now),
  };
}
