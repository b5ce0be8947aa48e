import { couponCovers, couponWish, PERCENTAGE, type CouponTerms } from './coupon.ts';
import type { Sen } from './money.ts';
import { findZone } from './postal-code.ts';
import type { Quote, QuotedLine } from './price.ts';
import { missingForFreeDelivery, SHIPPING_UNAVAILABLE } from './shipping.ts';

/** A part of what a line costs, in sen, and its reason; what lessens the price is below zero. `each` is per copy. */
export type LineReason =
  | { code: 'list_price'; amount: Sen; each: Sen; qty: number }
  | { code: 'member_price'; amount: Sen; each: Sen; qty: number }
  | { code: 'coupon_percent'; amount: Sen; coupon: string; percent: number; qty: number }
  | { code: 'coupon_per_copy'; amount: Sen; coupon: string; each: Sen; qty: number }
  | { code: 'coupon_capped'; amount: Sen; coupon: string }
  | { code: 'coupon_not_covering'; amount: Sen; coupon: string };

/** Why delivery costs `amount` sen: the zone's postal codes, from which `threshold` it is free, what is `missing` for that. */
export type DeliveryReason =
  | { code: 'delivery_cost'; amount: Sen; from: number; to: number; threshold: Sen; missing: Sen }
  | { code: 'delivery_free'; amount: Sen; from: number; to: number; threshold: Sen }
  | { code: 'delivery_unknown'; amount: Sen };

/** Every amount of a quote with its reason: the reasons of all lines and of delivery add up to what is payable. */
export type Explanation = { lines: { vid: number; reasons: LineReason[] }[]; delivery: DeliveryReason };

type Circumstances = { coupon?: (CouponTerms & { code: string }) | undefined; postalCode: string };

/** Explains a quote that was made with this coupon for this postal code. */
export function explainQuote(quote: Quote, { coupon, postalCode }: Circumstances): Explanation {
  return {
    lines: quote.lines.map((line) => ({ vid: line.variantId, reasons: reasonsOf(line, coupon) })),
    delivery: deliveryReason(quote, postalCode),
  };
}

/** What a line costs by its reasons, in sen. */
export function costOf(reasons: readonly LineReason[]): Sen {
  return reasons.reduce((cost, reason) => cost + reason.amount, 0);
}

function reasonsOf(line: QuotedLine, coupon: Circumstances['coupon']): LineReason[] {
  const { qty, listPrice, memberPrice, list, saving } = line;
  const reasons: LineReason[] = [{ code: 'list_price', amount: list, each: listPrice, qty }];
  if (saving > 0) reasons.push({ code: 'member_price', amount: -saving, each: listPrice - memberPrice, qty });
  if (coupon) reasons.push(couponReason(line, coupon));
  return reasons;
}

function couponReason(line: QuotedLine, coupon: NonNullable<Circumstances['coupon']>): LineReason {
  const { code: name, valueType, value } = coupon;
  if (!couponCovers(coupon, line.productId)) return { code: 'coupon_not_covering', amount: 0, coupon: name };
  const amount = 0 - line.promo;
  if (couponWish(coupon, line) > line.promo) return { code: 'coupon_capped', amount, coupon: name };
  const { qty } = line;
  return valueType === PERCENTAGE
    ? { code: 'coupon_percent', amount, coupon: name, percent: value / 100, qty }
    : { code: 'coupon_per_copy', amount, coupon: name, each: value, qty };
}

function deliveryReason({ shipping, amount }: Quote, postalCode: string): DeliveryReason {
  const zone = findZone(postalCode);
  if (!zone || shipping === SHIPPING_UNAVAILABLE) return { code: 'delivery_unknown', amount: 0 };
  const { from, to, freeFrom: threshold } = zone;
  if (shipping === 0) return { code: 'delivery_free', amount: 0, from, to, threshold };
  const missing = missingForFreeDelivery(postalCode, amount) ?? 0;
  return { code: 'delivery_cost', amount: shipping, from, to, threshold, missing };
}
