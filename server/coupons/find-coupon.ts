import { arrayContains, eq, exists, sql, and, inArray, or } from 'drizzle-orm';
import type { Coupon, CouponScope } from '#domain/pricing/coupon.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong, milliseconds, subquery, valueOf } from '../db/subqueries.ts';
import { coupon, couponUsage, productSeries, searchEntry } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { DELETED_EMAIL_DOMAIN } from '../emails/anonymize-emails.ts';

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
  const [row] = await selectCoupon(db, { code: normalizeCode(code), keys, productIds });
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

type Asked = { code: string; keys: readonly string[]; productIds: readonly number[] };

const selectCoupon = keepStatement((db, given: Given<Asked>) => {
  const isUse = and(eq(couponUsage.couponId, coupon.id), isAmong(couponUsage.customerKey, given('keys')));
  const inSeries = subquery
    .select({ id: productSeries.productId })
    .from(productSeries)
    .where(and(eq(productSeries.productId, searchEntry.productId), eq(productSeries.seriesId, coupon.seriesId)));
  const isCovered = and(
    isAmong(searchEntry.productId, given('productIds')),
    or(
      arrayContains(searchEntry.subjects, sql`ARRAY[${coupon.subject}]`),
      eq(searchEntry.productId, coupon.productId),
      exists(inSeries),
    ),
  );
  return db
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
    .where(eq(coupon.code, given('code')));
});

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
