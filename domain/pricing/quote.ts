import type { Sen } from '../money.ts';
import { SHIPPING_UNAVAILABLE, shippingCost, type Zones } from '../shipping.ts';
import { couponCovers, lineCouponDiscount, type CouponTerms } from './coupon.ts';

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
 * where the shop does not deliver; `total` then leaves delivery out and no order can be placed. `giftWrap` is for the whole
 * order and does not count towards free delivery.
 */
export type Quote = {
  lines: QuotedLine[];
  subtotal: Sen;
  memberDiscount: Sen;
  couponDiscount: Sen;
  merchandiseTotal: Sen;
  shipping: Sen;
  giftWrap: Sen;
  total: Sen;
};

export type CartToQuote = {
  lines: readonly PricedLine[];
  isMember: boolean;
  coupon?: CouponTerms | undefined;
  zones: Zones;
  postalCode: string;
  /** What gift wrap costs; nothing without it. */
  giftWrap?: Sen | undefined;
};

/** Quotes a cart: for display in the browser, and binding on the server. */
export function quoteCart(cart: CartToQuote): Quote {
  const lines = cart.lines.map((line) => quoteLine(line, cart));
  const total = sum(lines, (line) => line.subtotal);
  const discount = sum(lines, (line) => line.memberDiscount);
  const proDiscount = sum(lines, (line) => line.couponDiscount);
  const amount = total - discount - proDiscount;
  const shipping = shippingCost(cart.zones, cart.postalCode, amount);
  const giftWrap = cart.giftWrap ?? 0;
  const payable = (shipping === SHIPPING_UNAVAILABLE ? amount : amount + shipping) + giftWrap;
  return {
    lines,
    subtotal: total,
    memberDiscount: discount,
    couponDiscount: proDiscount,
    merchandiseTotal: amount,
    shipping,
    giftWrap,
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
  label: 'total' | 'discount' | 'coupon' | 'shipping' | 'shipping_unknown' | 'gift_wrap' | 'subtotal' | 'payable';
  amount: Sen;
  code?: string;
};

export type OrderAmounts = Pick<
  Quote,
  'subtotal' | 'memberDiscount' | 'couponDiscount' | 'shipping' | 'giftWrap' | 'total'
>;

/**
 * The totals as every page, email and receipt lists them; all before the last add up to the last: what is payable, or the
 * subtotal while the delivery cost is not known.
 */
export function orderTotals(figures: OrderAmounts, couponCode?: string | null): TotalLine[] {
  const { subtotal, memberDiscount, couponDiscount, shipping, giftWrap, total } = figures;
  return [
    { label: 'total', amount: subtotal },
    ...(memberDiscount > 0 ? [{ label: 'discount' as const, amount: -memberDiscount }] : []),
    ...(couponCode ? [{ label: 'coupon' as const, amount: 0 - couponDiscount, code: couponCode }] : []),
    shipping === SHIPPING_UNAVAILABLE
      ? { label: 'shipping_unknown', amount: 0 }
      : { label: 'shipping', amount: shipping },
    ...(giftWrap > 0 ? [{ label: 'gift_wrap' as const, amount: giftWrap }] : []),
    { label: shipping === SHIPPING_UNAVAILABLE ? 'subtotal' : 'payable', amount: total },
  ];
}

type Labelled = { label: 'total' | 'discount' | 'coupon' | 'shipping' | 'gift_wrap' | 'payable' };

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
  giftWrap,
  total,
}: OrderAmounts): (Pick<TotalLine, 'amount'> & Labelled)[] {
  return [
    { label: 'total', amount: subtotal },
    { label: 'discount', amount: 0 - memberDiscount },
    { label: 'coupon', amount: 0 - couponDiscount },
    { label: 'shipping', amount: Math.max(0, shipping) },
    { label: 'gift_wrap', amount: giftWrap },
    { label: 'payable', amount: total },
  ];
}
