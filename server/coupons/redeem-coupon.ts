import { arrayContains, eq, exists, sql, and, inArray, isNull, notLike, or, lt, lte, gt } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { visibleCouponError, type Coupon, type CouponErrorCode, type CouponScope } from '#domain/pricing/coupon.ts';
import type { Database } from '../db/connection.ts';
import { isAmong, milliseconds, subquery, valueOf } from '../db/subqueries.ts';
import { coupon, couponUsage, productSeries, searchEntry, couponRedemption, order } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { DELETED_EMAIL_DOMAIN } from '../emails/anonymize-emails.ts';
import { throwApiError } from '../api-error.ts';

/** A coupon as the domain checks it, with its row's id and the database's time (milliseconds). */
export type FoundCoupon = Coupon & { id: string; code: string; now: number };

/** Codes are compared in upper case. */
export function normalizeCode(code: string): string {
  return code.trim().toUpperCase();
}

/**
 * Whom the limit per customer counts: the email, the hash that replaces it when the account is deleted, and under which keys
 * uses of deleted accounts with this email may have been kept, one for each accepted secret.
 */
export type CouponCustomer = { key: string; hash: string; formerKeys: readonly string[] };

export function couponCustomer({ authSecret }: Pick<Deps, 'authSecret'>, email: string): CouponCustomer {
  const hashes = authSecret.hmacs(`coupons of ${email}`).map((hmac) => hmac.toString('base64url'));
  return { key: email, hash: hashes[0]!, formerKeys: hashes.map(deletedCustomerKey) };
}

/** The key under which a deleted account's uses are kept, by its email's hash. */
export function deletedCustomerKey(hash: string): string {
  return hash + DELETED_EMAIL_DOMAIN;
}

/**
 * A coupon by its code in one query: how often `customer` used it, and which of `productIds` it covers (`'*'` where it
 * covers every product).
 */
export async function findCoupon(
  db: Database,
  code: string,
  { customer, productIds }: { customer: CouponCustomer | undefined; productIds: readonly number[] },
): Promise<FoundCoupon | undefined> {
  const keys = customer ? [customer.key, ...customer.formerKeys] : [];
  const isUse = and(eq(couponUsage.couponId, coupon.id), isAmong(couponUsage.customerKey, keys));
  const inSeries = subquery
    .select({ id: productSeries.productId })
    .from(productSeries)
    .where(and(eq(productSeries.productId, searchEntry.productId), eq(productSeries.seriesId, coupon.seriesId)));
  const isCovered = and(
    isAmong(searchEntry.productId, productIds),
    or(
      arrayContains(searchEntry.subjects, sql`ARRAY[${coupon.subject}]`),
      eq(searchEntry.productId, coupon.productId),
      exists(inSeries),
    ),
  );
  const [row] = await db
    .select({
      coupon,
      usedByCustomer: valueOf(
        subquery
          .select({ value: sql<number>`coalesce(sum(${couponUsage.used}), 0)::int` })
          .from(couponUsage)
          .where(isUse),
      ),
      covered: valueOf(
        subquery
          .select({ value: sql<number[]>`coalesce(array_agg(${searchEntry.productId}), '{}')` })
          .from(searchEntry)
          .where(isCovered),
      ),
      now: milliseconds(sql`clock_timestamp()`),
    })
    .from(coupon)
    .where(eq(coupon.code, normalizeCode(code)));
  if (!row) return undefined;
  return {
    id: row.coupon.id,
    code: row.coupon.code,
    valueType: row.coupon.valueType,
    value: row.coupon.value,
    covers: couponScope(row.coupon).kind === 'all' ? '*' : row.covered,
    startsAt: row.coupon.startsAt.getTime(),
    endsAt: row.coupon.endsAt?.getTime() ?? null,
    minimumSubtotal: row.coupon.minimumSubtotal,
    maxUses: row.coupon.maxUses,
    used: row.coupon.used,
    maxUsesPerCustomer: row.coupon.maxUsesPerCustomer,
    usedByCustomer: row.usedByCustomer,
    now: row.now,
  };
}

/** What a coupon's row says it covers. */
export function couponScope({ subject, productId, seriesId }: Scoped): CouponScope {
  if (subject !== null) return { kind: 'subject', subject };
  if (productId !== null) return { kind: 'title', productId };
  return seriesId === null ? { kind: 'all' } : { kind: 'series', seriesId };
}

type Scoped = Pick<typeof coupon.$inferSelect, 'subject' | 'productId' | 'seriesId'>;

/**
 * Product ids that a coupon with a scope covers, ascending: those of `inCart` and others, at most `most` together. Reads no
 * more rows than that of a large subject.
 */
export async function listCoveredProducts(
  db: Database,
  { id, inCart, most }: { id: string; inCart: readonly number[]; most: number },
): Promise<number[]> {
  const [found] = await db.select().from(coupon).where(eq(coupon.id, id));
  const rows = await db
    .select({ id: searchEntry.productId })
    .from(searchEntry)
    .where(isInScope(couponScope(found!)))
    .limit(most);
  const ids = new Set([...inCart, ...rows.map((row) => row.id)]);
  return [...ids].slice(0, most).toSorted((one, other) => one - other);
}

function isInScope(scope: CouponScope) {
  if (scope.kind === 'subject') return arrayContains(searchEntry.subjects, [scope.subject]);
  if (scope.kind === 'title') return eq(searchEntry.productId, scope.productId);
  if (scope.kind === 'all') return undefined;
  const ofSeries = eq(productSeries.seriesId, scope.seriesId);
  return inArray(
    searchEntry.productId,
    subquery.select({ id: productSeries.productId }).from(productSeries).where(ofSeries),
  );
}

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
  const counted = db
    .update(coupon)
    .set({ used: sql`${coupon.used} + 1` })
    .where(
      and(
        eq(coupon.id, id),
        or(isNull(coupon.maxUses), lt(coupon.used, coupon.maxUses)),
        lte(coupon.startsAt, sql`now()`),
        or(isNull(coupon.endsAt), gt(coupon.endsAt, sql`now()`)),
      ),
    );
  const [{ rowCount }, isWithinLimit] = await Promise.all([
    counted,
    isWithinCustomerLimit(db, { id, maxUsesPerCustomer }, buyer),
  ]);
  if (rowCount === 0) return 'coupon_used_up';
  return isWithinLimit ? undefined : visibleCouponError('coupon_already_used', buyer);
}

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
  const { rowCount } = await db.execute(sql`
    WITH terms AS (SELECT id, coalesce(max_uses_per_customer, 2147483647) - coalesce((SELECT sum(used)::int FROM ${couponUsage}
        WHERE coupon_id = ${couponId} AND customer_key = ANY(${sql.param([...formerKeys])}::text[])), 0) AS most FROM ${coupon} WHERE id = ${couponId})
    INSERT INTO ${couponUsage} AS usage (coupon_id, customer_key, used) SELECT id, ${key}, 1 FROM terms WHERE most > 0
    ON CONFLICT (coupon_id, customer_key) DO UPDATE SET used = usage.used + 1 WHERE usage.used < (SELECT most FROM terms)`);
  return rowCount === 1;
}

/** Counted uses of an email, and those of unpaid guest orders with this email from the same IP address. */
async function countGuestUses(db: Database, couponId: string, { customer, addressHash }: CouponBuyer): Promise<number> {
  const { key, formerKeys } = customer;
  const counted = subquery
    .select({ value: sql<number>`coalesce(sum(${couponUsage.used}), 0)` })
    .from(couponUsage)
    .where(and(eq(couponUsage.couponId, couponId), inArray(couponUsage.customerKey, [key, ...formerKeys])));
  const [unpaid] = await db
    .select({ uses: sql<number>`count(*) + ${counted}` })
    .from(couponRedemption)
    .innerJoin(order, eq(order.id, couponRedemption.orderId))
    .where(
      and(
        eq(couponRedemption.couponId, couponId),
        isNull(couponRedemption.customerKey),
        eq(order.email, key),
        addressHash && eq(order.guestIpHash, addressHash),
      ),
    );
  return Number(unpaid!.uses);
}

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
