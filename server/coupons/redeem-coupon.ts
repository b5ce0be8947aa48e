import { eq, sql, and, inArray, isNull, notLike, or, lt, lte, gt } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { visibleCouponError, type CouponErrorCode } from '#domain/pricing/coupon.ts';
import type { Database } from '../db/connection.ts';
import { keepSql, keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong, subquery } from '../db/subqueries.ts';
import { coupon, couponUsage, couponRedemption, order } from '../db/tables.ts';
import { DELETED_EMAIL_DOMAIN } from '../emails/anonymize-emails.ts';
import { throwApiError } from '../api-error.ts';
import { deletedCustomerKey, type CouponCustomer, type FoundCoupon } from './find-coupon.ts';

/** Who redeems a coupon. A guest's email is not verified: it counts once the order is paid, until then by IP address. */
export type CouponBuyer = { customer: CouponCustomer; isVerified: boolean; addressHash?: Buffer | undefined };

/**
 * Counts one use of a coupon, and of a verified customer for that customer too, by conditional updates that cannot exceed a
 * limit. Throws `coupon_used_up` or `coupon_already_used`, after which the transaction has to roll back.
 */
export async function redeemCoupon(db: Database, coupon: FoundCoupon, buyer: CouponBuyer): Promise<void> {
  const error = await tryRedeemCoupon(db, coupon, buyer);
  if (error) throwApiError(error);
}

/** The same, returning the error for a caller that has others to look at first; it has to roll back, too. */
export async function tryRedeemCoupon(
  db: Database,
  { id, maxUsesPerCustomer }: FoundCoupon,
  buyer: CouponBuyer,
): Promise<CouponErrorCode | undefined> {
  const [{ rowCount }, isWithinLimit] = await Promise.all([
    countUse(db, { id }),
    isWithinCustomerLimit(db, { id, maxUsesPerCustomer }, buyer),
  ]);
  if (rowCount === 0) return 'coupon_used_up';
  return isWithinLimit ? undefined : visibleCouponError('coupon_already_used', buyer);
}

const countUse = keepStatement((db, given: Given<{ id: string }>) =>
  db
    .update(coupon)
    .set({ used: sql`${coupon.used} + 1` })
    .where(
      and(
        eq(coupon.id, given('id')),
        or(isNull(coupon.maxUses), lt(coupon.used, coupon.maxUses)),
        lte(coupon.startsAt, sql`now()`),
        or(isNull(coupon.endsAt), gt(coupon.endsAt, sql`now()`)),
      ),
    ),
);

async function isWithinCustomerLimit(
  db: Database,
  { id, maxUsesPerCustomer }: Pick<FoundCoupon, 'id' | 'maxUsesPerCustomer'>,
  buyer: CouponBuyer,
): Promise<boolean> {
  if (buyer.isVerified) return countCustomerUse(db, id, buyer.customer);
  return maxUsesPerCustomer === null || (await countGuestUses(db, id, buyer)) < maxUsesPerCustomer;
}

/** Records that an order redeemed a coupon; a guest's counts for nobody until {@link confirmCouponRedemption}. */
export async function recordRedemption(
  db: Database,
  { orderId, couponId, buyer }: { orderId: string; couponId: string; buyer: CouponBuyer },
): Promise<void> {
  const { key, hash: customerHash } = buyer.customer;
  const customerKey = buyer.isVerified ? key : null;
  await db.insert(couponRedemption).values({ orderId, couponId, customerKey, customerHash });
}

type CountedCustomer = Pick<CouponCustomer, 'key' | 'formerKeys'>;

/**
 * Counts a use for a customer, including the uses of a deleted account with this email; false where the limit is reached.
 * SQL, because one conditional statement decides, however many customers come at once.
 */
async function countCustomerUse(
  db: Database,
  couponId: string,
  { key, formerKeys }: CountedCustomer,
): Promise<boolean> {
  const { rowCount } = await insertUse(db, { couponId, key, formerKeys });
  return rowCount === 1;
}

const insertUse = keepSql<{ couponId: string } & CountedCustomer, never>((given) => {
  const couponId = given('couponId');
  return sql`
    WITH terms AS (SELECT id, coalesce(max_uses_per_customer, 2147483647) - coalesce((SELECT sum(used)::int FROM ${couponUsage}
        WHERE coupon_id = ${couponId} AND customer_key = ANY(${given('formerKeys')}::text[])), 0) AS most
      FROM ${coupon} WHERE id = ${couponId})
    INSERT INTO ${couponUsage} AS usage (coupon_id, customer_key, used) SELECT id, ${given('key')}, 1 FROM terms WHERE most > 0
    ON CONFLICT (coupon_id, customer_key) DO UPDATE SET used = usage.used + 1 WHERE usage.used < (SELECT most FROM terms)`;
});

/** Counted uses of an email, and those of unpaid guest orders with this email from the same IP address. */
async function countGuestUses(db: Database, couponId: string, { customer, addressHash }: CouponBuyer): Promise<number> {
  const { key, formerKeys } = customer;
  const [unpaid] = await selectGuestUses(db, {
    couponId,
    email: key,
    keys: [key, ...formerKeys],
    addressHash: addressHash ?? null,
  });
  return Number(unpaid!.uses);
}

type GuestUses = { couponId: string; email: string; keys: readonly string[]; addressHash: Buffer | null };

const selectGuestUses = keepStatement((db, given: Given<GuestUses>) => {
  const counted = subquery
    .select({ value: sql<number>`coalesce(sum(${couponUsage.used}), 0)` })
    .from(couponUsage)
    .where(and(eq(couponUsage.couponId, given('couponId')), isAmong(couponUsage.customerKey, given('keys'))));
  const addressHash = given('addressHash');
  return db
    .select({ uses: sql<number>`count(*) + ${counted}` })
    .from(couponRedemption)
    .innerJoin(order, eq(order.id, couponRedemption.orderId))
    .where(
      and(
        eq(couponRedemption.couponId, given('couponId')),
        isNull(couponRedemption.customerKey),
        eq(order.email, given('email')),
        sql`(${addressHash}::bytea IS NULL OR ${order.guestIpHash} = ${addressHash})`,
      ),
    );
});

/**
 * Counts the coupon of a guest's order for the guest's email when the order is paid; does nothing where it counts already.
 * Returns false where the limit is reached: the coupon may have been used with another order meanwhile. The order's row is
 * locked by the caller.
 */
export async function confirmCouponRedemption(
  db: Database,
  { id: orderId, email: key }: { id: string; email: string },
): Promise<boolean> {
  const [unconfirmed] = await db
    .select()
    .from(couponRedemption)
    .where(and(eq(couponRedemption.orderId, orderId), isNull(couponRedemption.customerKey)));
  if (!unconfirmed) return true;
  const formerKeys = unconfirmed.customerHash === null ? [] : [deletedCustomerKey(unconfirmed.customerHash)];
  if (!(await countCustomerUse(db, unconfirmed.couponId, { key, formerKeys }))) return false;
  await db.update(couponRedemption).set({ customerKey: key }).where(eq(couponRedemption.orderId, orderId));
  return true;
}

/** Releases the coupon of an order, once: uses are counted down only with the redemption row that this deletes. */
export async function releaseCoupon(db: Database, orderId: string): Promise<void> {
  const [released] = await db.delete(couponRedemption).where(eq(couponRedemption.orderId, orderId)).returning();
  if (!released) return;
  await db
    .update(coupon)
    .set({ used: sql`${coupon.used} - 1` })
    .where(eq(coupon.id, released.couponId));
  if (released.customerKey === null) return;
  await db
    .update(couponUsage)
    .set({ used: sql`${couponUsage.used} - 1` })
    .where(and(eq(couponUsage.couponId, released.couponId), eq(couponUsage.customerKey, released.customerKey)));
}

/** Coupon uses stay counted by the keyed hash of each former email, so that a returning customer finds them used. */
export async function anonymizeCouponUses(db: Database, customerId: string, emails: readonly string[]): Promise<void> {
  const keys = await db
    .select({ key: sql<string>`${couponRedemption.customerKey}`, hash: couponRedemption.customerHash })
    .from(couponRedemption)
    .innerJoin(order, eq(order.id, couponRedemption.orderId))
    .where(and(eq(order.customerId, customerId), notLike(couponRedemption.customerKey, `%${DELETED_EMAIL_DOMAIN}`)))
    .groupBy(couponRedemption.customerKey, couponRedemption.customerHash);
  for (const { key, hash } of keys)
    await transferCouponUses(db, { customerId, from: key, hash, to: (hash ?? uuidv7()) + DELETED_EMAIL_DOMAIN });
  const former = [...new Set([...emails, ...keys.map((row) => row.key)])];
  if (former.length > 0)
    await db.delete(couponUsage).where(and(inArray(couponUsage.customerKey, former), eq(couponUsage.used, 0)));
}

/** `hash` is null for redemptions older than the hash: they are counted under a random key. */
type CouponUseTransfer = { customerId: string; from: string; hash: string | null; to: string };

/**
 * Moves only this customer's redemptions: the email may belong to another account since. SQL, because what moved is counted
 * down at one key and up at the other in the same statement.
 */
async function transferCouponUses(db: Database, { customerId, from, hash, to }: CouponUseTransfer): Promise<void> {
  await db.execute(sql`
    WITH transferred AS (UPDATE ${couponRedemption} r SET customer_key = ${to} FROM ${order} o
      WHERE o.id = r.order_id AND o.customer_id = ${customerId} AND r.customer_key = ${from}
        AND r.customer_hash IS NOT DISTINCT FROM ${hash}::text RETURNING r.coupon_id),
    counted AS (SELECT coupon_id, count(*)::int AS uses FROM transferred GROUP BY coupon_id),
    decreased AS (UPDATE ${couponUsage} u SET used = used - uses FROM counted c
      WHERE u.coupon_id = c.coupon_id AND u.customer_key = ${from})
    INSERT INTO ${couponUsage} AS usage (coupon_id, customer_key, used) SELECT coupon_id, ${to}, uses FROM counted
    ON CONFLICT (coupon_id, customer_key) DO UPDATE SET used = usage.used + excluded.used`);
}
