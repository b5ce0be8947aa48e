import { and, desc, eq, gt, isNull, like, lt, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { ringgitFromSen } from '#domain/money.ts';
import {
  canEditCoupon,
  PERCENTAGE,
  type CouponScope,
  type CouponState,
  type EditableCoupon,
} from '#domain/pricing/coupon.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, type PerhapsGiven } from '../db/kept-statement.ts';
import { optionalValueOf, subquery } from '../db/subqueries.ts';
import { coupon, couponUsage, order, product, series, variant } from '../db/tables.ts';
import { couponScope, normalizeCode } from './find-coupon.ts';

/** Percentages in basis points, amounts in sen per unit; see `tables.ts`. Starts now by default. */
export type NewCoupon = Omit<typeof coupon.$inferInsert, 'id' | 'used' | 'version'>;

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
    .set({ endsAt: sql`now()`, version: sql`${coupon.version} + 1` })
    .where(and(named, or(isNull(coupon.endsAt), gt(coupon.endsAt, sql`now()`))));
  if (ended.rowCount === 1) return true;
  const [known] = await db.select({ id: coupon.id }).from(coupon).where(named);
  requireFound(known);
  return false;
}

/**
 * Changes the terms of a coupon in a transaction; an order that is being placed keeps those that its customer saw. Throws
 * `not_found`, `edited_meanwhile` where it has another version, and `too_late` for what its uses do not allow any more.
 */
export async function editCoupon(
  tx: Database,
  { code, version, terms }: { code: string; version: number; terms: EditableCoupon },
): Promise<void> {
  const [row] = await tx
    .select()
    .from(coupon)
    .where(eq(coupon.code, normalizeCode(code)))
    .for('update');
  const { id, used } = requireFound(row);
  if (row!.version !== version) throwApiError('edited_meanwhile');
  const [usage] = await tx
    .select({ most: sql<number>`coalesce(max(${couponUsage.used}), 0)::int` })
    .from(couponUsage)
    .where(eq(couponUsage.couponId, id));
  const before: EditableCoupon = {
    ...row!,
    scope: couponScope(row!),
    startsAt: row!.startsAt.getTime(),
    endsAt: row!.endsAt?.getTime() ?? null,
  };
  if (!canEditCoupon(before, terms, { all: used, most: usage!.most })) throwApiError('too_late');
  await tx
    .update(coupon)
    .set({ ...couponColumns(terms), version: version + 1 })
    .where(eq(coupon.id, id));
}

/** The columns of a coupon's terms. */
export function couponColumns({ scope, startsAt, endsAt, ...terms }: EditableCoupon) {
  return {
    ...terms,
    subject: scope.kind === 'subject' ? scope.subject : null,
    seriesId: scope.kind === 'series' ? scope.seriesId : null,
    productId: scope.kind === 'title' ? scope.productId : null,
    startsAt: new Date(startsAt),
    endsAt: endsAt === null ? null : new Date(endsAt),
  };
}

/** A series by its name in addresses, or a title by the ISBN of one of its formats; undefined where there is none. */
export async function findScope(
  db: Database,
  wanted: { kind: 'series' | 'title'; value: string },
): Promise<CouponScope | undefined> {
  if (wanted.kind === 'series') {
    const [found] = await db.select({ seriesId: series.id }).from(series).where(eq(series.slug, wanted.value));
    return found && { kind: 'series', ...found };
  }
  const isbn = parseIsbn(wanted.value) ?? '';
  const [found] = await db.select({ productId: variant.productId }).from(variant).where(eq(variant.isbn, isbn));
  return found && { kind: 'title', ...found };
}

/**
 * A coupon as the staff's list shows it: `percent` of the list price or RM `per_unit`; amounts in RM. `covers` is as
 * {@link findScope} takes it, `covers_name` the title or series.
 */
export type CouponSummary = {
  id: string;
  code: string;
  version: number;
  state: CouponState;
  percent: number | null;
  per_unit: number | null;
  scope: CouponScope['kind'];
  covers: string | null;
  covers_name: string | null;
  minimum_total: number;
  used: number;
  max_uses: number | null;
  max_uses_per_customer: number | null;
  starts_at: string;
  ends_at: string | null;
};

/** By the database's clock. */
const state = sql<CouponState>`CASE WHEN now() >= ${coupon.endsAt} THEN 'ended' WHEN now() < ${coupon.startsAt} THEN 'scheduled'
  WHEN ${coupon.used} >= ${coupon.maxUses} THEN 'used_up' ELSE 'running' END`;

const isbnOfTitle = optionalValueOf(
  subquery
    .select({ value: variant.isbn })
    .from(variant)
    .where(and(eq(variant.productId, coupon.productId), sql`${variant.isbn} IS NOT NULL`))
    .orderBy(variant.id)
    .limit(1),
);

type CouponFilter = {
  /** The beginning of a code. */
  q?: string | undefined;
  state?: CouponState | undefined;
  before?: string | undefined;
  limit?: number;
};

/** More than any shop has. */
const ALL = 1_000_000;

/** Coupons, the newest first. */
export async function listCoupons(
  db: Database,
  { q, before, limit = ALL, ...filter }: CouponFilter = {},
): Promise<CouponSummary[]> {
  const prefix = q ? `${normalizeCode(q).replace(/[\\%_]/g, '\\$&')}%` : undefined;
  const rows = await selectPage(db, { prefix, before }, { state: filter.state, limit });
  return rows.map(summaryOf);
}

type Form = { state: CouponState | undefined; limit: number };
type Values = { prefix: string | undefined; before: string | undefined };

const selectPage = keepForms((db, given: PerhapsGiven<Values>, form: Form) => {
  const [prefix, before] = [given('prefix'), given('before')];
  return selectCoupons(db)
    .where(
      and(prefix && like(coupon.code, prefix), form.state && eq(state, form.state), before && lt(coupon.id, before)),
    )
    .limit(form.limit);
});

/** Undefined where no coupon has this code. */
export async function findCouponSummary(db: Database, code: string): Promise<CouponSummary | undefined> {
  const [found] = await selectCoupons(db).where(eq(coupon.code, normalizeCode(code)));
  return found && summaryOf(found);
}

function selectCoupons(db: Database) {
  return db
    .select({ coupon, state, title: product.title, series, isbn: isbnOfTitle })
    .from(coupon)
    .leftJoin(product, eq(product.id, coupon.productId))
    .leftJoin(series, eq(series.id, coupon.seriesId))
    .orderBy(desc(coupon.id));
}

type SelectedCoupon = Awaited<ReturnType<typeof selectCoupons>>[number];

function summaryOf({ coupon: row, state: now, title, series: ofSeries, isbn }: SelectedCoupon): CouponSummary {
  return {
    id: row.id,
    code: row.code,
    version: row.version,
    state: now,
    percent: row.valueType === PERCENTAGE ? row.value / 100 : null,
    per_unit: row.valueType === PERCENTAGE ? null : ringgitFromSen(row.value),
    scope: couponScope(row).kind,
    covers: row.subject ?? ofSeries?.slug ?? isbn,
    covers_name: ofSeries?.name ?? title,
    minimum_total: ringgitFromSen(row.minimumSubtotal),
    used: row.used,
    max_uses: row.maxUses,
    max_uses_per_customer: row.maxUsesPerCustomer,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt?.toISOString() ?? null,
  };
}

/** What the orders with a coupon came to in RM, refunds not subtracted; cancelled ones are left out. */
export async function sumCouponOrders(db: Database, code: string) {
  const isCounted = and(eq(order.couponCode, normalizeCode(code)), sql`${order.state} <> 'cancelled'`);
  const [sums] = await db
    .select({
      orders: sql<number>`count(*)::int`,
      discount: sql<number>`coalesce(sum(${order.couponDiscount}), 0)::bigint`,
      turnover: sql<number>`coalesce(sum(${order.total}), 0)::bigint`,
    })
    .from(order)
    .where(isCounted);
  const { orders, discount, turnover } = sums!;
  return { orders, discount: ringgitFromSen(discount), turnover: ringgitFromSen(turnover) };
}
