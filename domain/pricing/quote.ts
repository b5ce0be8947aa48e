import { portionOf, type Sen } from '../money.ts';
import { SHIPPING_UNAVAILABLE, shippingCost, type Zones } from '../shipping.ts';

/** One variant in a cart. Prices are per unit, in sen; `memberPrice` is never above `listPrice`. */
export type PricedLine = {
  productId: number;
  variantId: number;
  qty: number;
  listPrice: Sen;
  memberPrice: Sen;
};

/** A line with its sums in sen: `subtotal` − `memberDiscount` = `totalBeforeCoupon`; less `couponDiscount` it is the cost. */
export type QuotedLine = PricedLine & {
  subtotal: Sen;
  totalBeforeCoupon: Sen;
  memberDiscount: Sen;
  couponDiscount: Sen;
};

/**
 * All totals of a cart, in sen, each the sum over its lines (specification §10). `shipping` is {@link SHIPPING_UNAVAILABLE}
 * where the shop does not deliver; `total` then leaves delivery out and no order can be placed.
 */
export type Quote = {
  lines: QuotedLine[];
  subtotal: Sen;
  memberDiscount: Sen;
  couponDiscount: Sen;
  merchandiseTotal: Sen;
  shipping: Sen;
  total: Sen;
};

export type CartToQuote = {
  lines: readonly PricedLine[];
  isMember: boolean;
  coupon?: CouponTerms | undefined;
  zones: Zones;
  postalCode: string;
};

/** Quotes a cart: for display in the browser, and binding on the server. */
export function quoteCart(cart: CartToQuote): Quote {
  const lines = cart.lines.map((line) => quoteLine(line, cart));
  const total = sum(lines, (line) => line.subtotal);
  const discount = sum(lines, (line) => line.memberDiscount);
  const proDiscount = sum(lines, (line) => line.couponDiscount);
  const amount = total - discount - proDiscount;
  const shipping = shippingCost(cart.zones, cart.postalCode, amount);
  const payable = shipping === SHIPPING_UNAVAILABLE ? amount : amount + shipping;
  return {
    lines,
    subtotal: total,
    memberDiscount: discount,
    couponDiscount: proDiscount,
    merchandiseTotal: amount,
    shipping,
    total: payable,
  };
}

/** What one copy costs this buyer before any coupon, in sen. */
export function unitPrice(line: { listPrice: Sen; memberPrice: Sen }, isMember: boolean): Sen {
  return isMember ? line.memberPrice : line.listPrice;
}

function quoteLine(line: PricedLine, cart: CartToQuote): QuotedLine {
  const list = line.listPrice * line.qty;
  const own = unitPrice(line, cart.isMember) * line.qty;
  const isCovered = cart.coupon !== undefined && couponCovers(cart.coupon, line.productId);
  const promo = isCovered ? lineCouponDiscount(cart.coupon!, { list, own, qty: line.qty }) : 0;
  return { ...line, subtotal: list, totalBeforeCoupon: own, memberDiscount: list - own, couponDiscount: promo };
}

function sum<T>(items: readonly T[], amount: (item: T) => Sen): Sen {
  return items.reduce((total, item) => total + amount(item), 0);
}

/** A labelled total of a cart or an order, in sen; discounts are below zero. `code` is a coupon's. */
export type TotalLine = {
  label: 'total' | 'discount' | 'coupon' | 'shipping' | 'shipping_unknown' | 'subtotal' | 'payable';
  amount: Sen;
  code?: string;
};

export type OrderAmounts = Pick<Quote, 'subtotal' | 'memberDiscount' | 'couponDiscount' | 'shipping' | 'total'>;

/**
 * The totals as every page, email and receipt lists them; all before the last add up to the last: what is payable, or the
 * subtotal while the delivery cost is not known.
 */
export function orderTotals(figures: OrderAmounts, couponCode?: string | null): TotalLine[] {
  const { subtotal, memberDiscount, couponDiscount, shipping, total } = figures;
  return [
    { label: 'total', amount: subtotal },
    ...(memberDiscount > 0 ? [{ label: 'discount' as const, amount: -memberDiscount }] : []),
    ...(couponCode ? [{ label: 'coupon' as const, amount: 0 - couponDiscount, code: couponCode }] : []),
    shipping === SHIPPING_UNAVAILABLE
      ? { label: 'shipping_unknown', amount: 0 }
      : { label: 'shipping', amount: shipping },
    { label: shipping === SHIPPING_UNAVAILABLE ? 'subtotal' : 'payable', amount: total },
  ];
}

type Labelled = { label: 'total' | 'discount' | 'coupon' | 'shipping' | 'payable' };

/** A total that has changed, in sen. */
export type ChangedTotal = Labelled & { before: Sen; now: Sen };

/** The totals that differ, in the order in which they are listed; the last is what is payable. */
export function changedTotals(before: OrderAmounts, now: OrderAmounts): ChangedTotal[] {
  const known = amountsByLabel(before);
  return amountsByLabel(now)
    .map(({ label, amount }, index) => ({ label, before: known[index]!.amount, now: amount }))
    .filter((sum) => sum.before !== sum.now);
}

function amountsByLabel({
  subtotal,
  memberDiscount,
  couponDiscount,
  shipping,
  total,
}: OrderAmounts): (Pick<TotalLine, 'amount'> & Labelled)[] {
  return [
    { label: 'total', amount: subtotal },
    { label: 'discount', amount: 0 - memberDiscount },
    { label: 'coupon', amount: 0 - couponDiscount },
    { label: 'shipping', amount: Math.max(0, shipping) },
    { label: 'payable', amount: total },
  ];
}

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
