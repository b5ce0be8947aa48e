import { portionOf, type Sen } from '../money.ts';

/** Specification §9: 1 takes a percentage of the list price, 2 a fixed amount per unit. */
export const PERCENTAGE = 1;
export const FIXED_PER_UNIT = 2;

/** `value` is basis points (1000 = 10 %) for a percentage, sen for a fixed amount per unit. */
export type PriceRule = { valueType: typeof PERCENTAGE | typeof FIXED_PER_UNIT; value: number };

/** A coupon's discount and the products it covers; `'*'` is all. */
export type CouponTerms = PriceRule & { covers: readonly number[] | '*' };

/** A coupon with everything that decides whether it may be used now. Times are milliseconds, amounts sen. */
export type Coupon = CouponTerms & {
  startsAt: number;
  endsAt: number | null;
  minimumSubtotal: Sen;
  maxUses: number | null;
  used: number;
  maxUsesPerCustomer: number | null;
  usedByCustomer: number;
};

/** Before its start, while it can be used, when its last use is gone, after its end. */
export const COUPON_STATES = ['scheduled', 'running', 'used_up', 'ended'] as const;
export type CouponState = (typeof COUPON_STATES)[number];

/** What a coupon covers: every title, or those of a subject (its code), of a series, or one title (their numbers). */
export type CouponScope =
  | { kind: 'all' }
  | { kind: 'subject'; subject: string }
  | { kind: 'series'; seriesId: number }
  | { kind: 'title'; productId: number };

/** What staff set of a coupon beside its code; times are milliseconds, amounts sen. */
export type EditableCoupon = PriceRule & {
  scope: CouponScope;
  minimumSubtotal: Sen;
  maxUses: number | null;
  maxUsesPerCustomer: number | null;
  startsAt: number;
  endsAt: number | null;
};

/**
 * Whether a coupon may become what staff set. Once orders have used it, its discount, what it covers, its minimum and its start
 * stay; its limits never fall below its uses in all, or below `most`, those of the customer who used it most.
 */
export function canEditCoupon(
  before: EditableCoupon,
  after: EditableCoupon,
  uses: { all: number; most: number },
): boolean {
  if (after.endsAt !== null && after.endsAt <= after.startsAt) return false;
  if (after.maxUses !== null && after.maxUses < uses.all) return false;
  if (after.maxUsesPerCustomer !== null && after.maxUsesPerCustomer < uses.most) return false;
  return uses.all === 0 || fixedTerms(before) === fixedTerms(after);
}

function fixedTerms({ valueType, value, scope, minimumSubtotal, startsAt }: EditableCoupon): string {
  return JSON.stringify([valueType, value, Object.entries(scope).toSorted(), minimumSubtotal, startsAt]);
}

/** Why a known coupon cannot be used. */
export const COUPON_ERRORS = [
  'coupon_not_started',
  'coupon_expired',
  'coupon_used_up',
  'coupon_already_used',
  'coupon_not_applicable',
  'coupon_minimum_not_met',
] as const;
export type CouponErrorCode = (typeof COUPON_ERRORS)[number];

/** What a buyer learns of an error: that a coupon was used already is only for the owner of a verified email. */
export function visibleCouponError(error: CouponErrorCode, { isVerified }: { isVerified: boolean }): CouponErrorCode {
  return error === 'coupon_already_used' && !isVerified ? 'coupon_used_up' : error;
}

/** Whether a coupon covers a product. */
export function couponCovers(terms: CouponTerms, productId: number): boolean {
  return terms.covers === '*' || terms.covers.includes(productId);
}

/** A coupon's discount on a line before its limit, in sen: percent of the list price or an amount per unit, rounded half up. */
export function uncappedCouponDiscount(rule: PriceRule, line: { list: Sen; qty: number }): Sen {
  return rule.valueType === PERCENTAGE ? portionOf(line.list, rule.value, 10_000) : rule.value * line.qty;
}

/** A coupon's discount on a line, never more than `own`, what the line costs this customer; in sen. */
export function lineCouponDiscount(rule: PriceRule, line: { list: Sen; own: Sen; qty: number }): Sen {
  return Math.min(uncappedCouponDiscount(rule, line), line.own);
}

/** Why a coupon may not be used for these products and this list total (sen) at `now`; undefined when it may. */
export function checkCouponEligibility(
  coupon: Coupon,
  cart: { productIds: readonly number[]; total: Sen },
  now: number,
): CouponErrorCode | undefined {
  if (now < coupon.startsAt) return 'coupon_not_started';
  if (coupon.endsAt !== null && now >= coupon.endsAt) return 'coupon_expired';
  if (coupon.maxUses !== null && coupon.used >= coupon.maxUses) return 'coupon_used_up';
  if (coupon.maxUsesPerCustomer !== null && coupon.usedByCustomer >= coupon.maxUsesPerCustomer)
    return 'coupon_already_used';
  return checkCouponCoversCart(coupon, cart);
}

/** Why a coupon does not apply to a cart: it covers none of the products, or the list total (sen) is too low. */
export function checkCouponCoversCart(
  terms: CouponTerms & { minimumSubtotal: Sen },
  cart: { productIds: readonly number[]; total: Sen },
): 'coupon_not_applicable' | 'coupon_minimum_not_met' | undefined {
  if (!cart.productIds.some((id) => couponCovers(terms, id))) return 'coupon_not_applicable';
  return cart.total < terms.minimumSubtotal ? 'coupon_minimum_not_met' : undefined;
}
