import { couponCovers, couponReduction, type CouponTerms } from './coupon.ts';
import type { Sen } from './money.ts';
import { SHIPPING_UNAVAILABLE, shippingCost } from './shipping.ts';

/** One variant in a cart. Prices are per unit, in sen; `memberPrice` is never above `listPrice`. */
export type PricedLine = {
  productId: number;
  variantId: number;
  qty: number;
  listPrice: Sen;
  memberPrice: Sen;
};

/** A line with its sums in sen: `list` − `saving` = `own`, `own` − `promo` is what it costs. */
export type QuotedLine = PricedLine & { list: Sen; own: Sen; saving: Sen; promo: Sen };

/**
 * All figures of a cart, in sen, each the sum over its lines (contract, "Cart rules"). `shipping` is
 * {@link SHIPPING_UNAVAILABLE} where we do not deliver; `payable` then leaves delivery out and no order can be placed.
 */
export type Quote = {
  lines: QuotedLine[];
  total: Sen;
  discount: Sen;
  proDiscount: Sen;
  amount: Sen;
  shipping: Sen;
  payable: Sen;
};

export type CartToQuote = {
  lines: readonly PricedLine[];
  isMember: boolean;
  coupon?: CouponTerms | undefined;
  postalCode: string;
};

/** The price of a cart, for display in the browser and for truth on the server. */
export function quoteCart(cart: CartToQuote): Quote {
  const lines = cart.lines.map((line) => quoteLine(line, cart));
  const total = sum(lines, (line) => line.list);
  const discount = sum(lines, (line) => line.saving);
  const proDiscount = sum(lines, (line) => line.promo);
  const amount = total - discount - proDiscount;
  const shipping = shippingCost(cart.postalCode, amount);
  const payable = shipping === SHIPPING_UNAVAILABLE ? amount : amount + shipping;
  return { lines, total, discount, proDiscount, amount, shipping, payable };
}

/** What one copy costs this buyer before any coupon, in sen. */
export function unitPrice(line: { listPrice: Sen; memberPrice: Sen }, isMember: boolean): Sen {
  return isMember ? line.memberPrice : line.listPrice;
}

function quoteLine(line: PricedLine, cart: CartToQuote): QuotedLine {
  const list = line.listPrice * line.qty;
  const own = unitPrice(line, cart.isMember) * line.qty;
  const isCovered = cart.coupon !== undefined && couponCovers(cart.coupon, line.productId);
  const promo = isCovered ? couponReduction(cart.coupon!, { list, own, qty: line.qty }) : 0;
  return { ...line, list, own, saving: list - own, promo };
}

function sum<T>(items: readonly T[], amount: (item: T) => Sen): Sen {
  return items.reduce((total, item) => total + amount(item), 0);
}
