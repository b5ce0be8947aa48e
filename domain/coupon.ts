import { portionOf, type Sen } from './money.ts';

/** Specification, section 9: 1 takes a percentage of the list price, 2 a fixed amount per unit. */
export const PERCENTAGE = 1;
export const FIXED_PER_UNIT = 2;

/** `value` is basis points (1000 = 10 %) for a percentage, sen for a fixed amount per unit. */
export type PriceRule = { valueType: typeof PERCENTAGE | typeof FIXED_PER_UNIT; value: number };

/** What a coupon takes and from which titles; `'*'` is all. */
export type CouponTerms = PriceRule & { covers: readonly number[] | '*' };

/** A coupon with everything that decides whether it may be used now. Times are milliseconds, amounts sen. */
export type Coupon = CouponTerms & {
  startsAt: number;
  endsAt: number | null;
  minimumTotal: Sen;
  maxUses: number | null;
  used: number;
  maxUsesPerCustomer: number | null;
  usedByCustomer: number;
};

export type CouponRefusal =
  | 'coupon_not_started'
  | 'coupon_expired'
  | 'coupon_used_up'
  | 'coupon_already_used'
  | 'coupon_not_applicable'
  | 'coupon_minimum_not_met';

/** Whether a coupon takes anything from a title at all. */
export function couponCovers(terms: CouponTerms, productId: number): boolean {
  return terms.covers === '*' || terms.covers.includes(productId);
}

/** What a coupon would take from a line, in sen: percent of the list price or an amount per unit, rounded half up once. */
export function couponWish(rule: PriceRule, line: { list: Sen; qty: number }): Sen {
  return rule.valueType === PERCENTAGE ? portionOf(line.list, rule.value, 10_000) : rule.value * line.qty;
}

/** What a coupon takes from one line: its wish, never more than `own`, what the line costs this buyer; in sen. */
export function couponReduction(rule: PriceRule, line: { list: Sen; own: Sen; qty: number }): Sen {
  return Math.min(couponWish(rule, line), line.own);
}

/** Why a coupon may not be used for these titles and this list total (sen) at `now`, or nothing when it may. */
export function refuseCoupon(
  coupon: Coupon,
  cart: { productIds: readonly number[]; total: Sen },
  now: number,
): CouponRefusal | undefined {
  if (now < coupon.startsAt) return 'coupon_not_started';
  if (coupon.endsAt !== null && now >= coupon.endsAt) return 'coupon_expired';
  if (coupon.maxUses !== null && coupon.used >= coupon.maxUses) return 'coupon_used_up';
  if (coupon.maxUsesPerCustomer !== null && coupon.usedByCustomer >= coupon.maxUsesPerCustomer)
    return 'coupon_already_used';
  if (!cart.productIds.some((id) => couponCovers(coupon, id))) return 'coupon_not_applicable';
  if (cart.total < coupon.minimumTotal) return 'coupon_minimum_not_met';
  return undefined;
}
