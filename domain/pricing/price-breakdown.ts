import { type Sen, formatSen } from '../money.ts';
import {
  findRange,
  findZone,
  amountToFreeDelivery,
  SHIPPING_UNAVAILABLE,
  type Zones,
  formatPostalCode,
} from '../shipping.ts';
import { couponCovers, uncappedCouponDiscount, PERCENTAGE, type CouponTerms } from './coupon.ts';
import type { Quote, QuotedLine } from './quote.ts';
import { DEFAULT_LOCALE, type Locale } from '../locale.ts';

/** An adjustment of a line's price, in sen, and its reason; discounts are negative. `each` is per copy. */
export type LineAdjustment =
  | { code: 'list_price'; amount: Sen; each: Sen; qty: number }
  | { code: 'member_price'; amount: Sen; each: Sen; qty: number }
  | { code: 'coupon_percent'; amount: Sen; coupon: string; percent: number; qty: number }
  | { code: 'coupon_per_copy'; amount: Sen; coupon: string; each: Sen; qty: number }
  | { code: 'coupon_capped'; amount: Sen; coupon: string }
  | { code: 'coupon_not_covering'; amount: Sen; coupon: string };

/** Why delivery costs `amount` sen: the range of postal codes in its zone, from which `threshold` it is free, what is `missing` for that. */
export type DeliveryAdjustment =
  | { code: 'delivery_cost'; amount: Sen; from: number; to: number; threshold: Sen; missing: Sen }
  | { code: 'delivery_free'; amount: Sen; from: number; to: number; threshold: Sen }
  | { code: 'delivery_unknown'; amount: Sen };

/** Every amount of a quote with its reason: the adjustments of all lines and delivery add up to the total. */
export type PriceBreakdown = { lines: { vid: number; reasons: LineAdjustment[] }[]; delivery: DeliveryAdjustment };

type BreakdownContext = { coupon?: (CouponTerms & { code: string }) | undefined; zones: Zones; postalCode: string };

type DeliveryContext = Omit<BreakdownContext, 'coupon'>;

/** The price breakdown of a quote made with this coupon and these zones for this postal code. */
export function priceBreakdown(quote: Quote, { coupon, ...place }: BreakdownContext): PriceBreakdown {
  return {
    lines: quote.lines.map((line) => ({ vid: line.variantId, reasons: lineAdjustments(line, coupon) })),
    delivery: deliveryAdjustment(quote, place),
  };
}

/** The sum of a line's adjustments, in sen. */
export function sumAdjustments(reasons: readonly LineAdjustment[]): Sen {
  return reasons.reduce((cost, reason) => cost + reason.amount, 0);
}

function lineAdjustments(line: QuotedLine, coupon: BreakdownContext['coupon']): LineAdjustment[] {
  const { qty, listPrice, memberPrice, subtotal, memberDiscount } = line;
  const reasons: LineAdjustment[] = [{ code: 'list_price', amount: subtotal, each: listPrice, qty }];
  if (memberDiscount > 0)
    reasons.push({ code: 'member_price', amount: -memberDiscount, each: listPrice - memberPrice, qty });
  if (coupon) reasons.push(couponAdjustment(line, coupon));
  return reasons;
}

function couponAdjustment(line: QuotedLine, coupon: NonNullable<BreakdownContext['coupon']>): LineAdjustment {
  const { code: name, valueType, value } = coupon;
  if (!couponCovers(coupon, line.productId)) return { code: 'coupon_not_covering', amount: 0, coupon: name };
  const amount = 0 - line.couponDiscount;
  if (uncappedCouponDiscount(coupon, { list: line.subtotal, qty: line.qty }) > line.couponDiscount)
    return { code: 'coupon_capped', amount, coupon: name };
  const { qty } = line;
  return valueType === PERCENTAGE
    ? { code: 'coupon_percent', amount, coupon: name, percent: value / 100, qty }
    : { code: 'coupon_per_copy', amount, coupon: name, each: value, qty };
}

function deliveryAdjustment(
  { shipping, merchandiseTotal }: Quote,
  { zones, postalCode }: DeliveryContext,
): DeliveryAdjustment {
  const zone = findZone(zones, postalCode);
  if (!zone || shipping === SHIPPING_UNAVAILABLE) return { code: 'delivery_unknown', amount: 0 };
  const threshold = zone.freeFrom;
  const { from, to } = findRange(zone, postalCode)!;
  if (shipping === 0) return { code: 'delivery_free', amount: 0, from, to, threshold };
  const missing = amountToFreeDelivery(zones, postalCode, merchandiseTotal) ?? 0;
  return { code: 'delivery_cost', amount: shipping, from, to, threshold, missing };
}

type AdjustmentInput = { coupon: string } & Record<
  'amount' | 'each' | 'threshold' | 'from' | 'to' | 'percent' | 'qty',
  number
>;

/** The values of a reason's message (`common.priceBreakdown.<code>`); missing ones are empty. */
export type AdjustmentValues = Record<'coupon' | 'each' | 'cost' | 'threshold' | 'from' | 'to', string> &
  Record<'percent' | 'qty', number>;

/** The values of a reason's message, with amounts formatted in a language. */
export function adjustmentValues(
  reason: LineAdjustment | DeliveryAdjustment,
  locale: Locale = DEFAULT_LOCALE,
): AdjustmentValues {
  const input: Partial<AdjustmentInput> = reason;
  const { coupon = '', each = 0, threshold = 0, from = 0, to = 0, percent = 0, qty = 0 } = input;
  return {
    coupon,
    each: formatSen(each, locale),
    cost: formatSen(reason.amount, locale),
    threshold: formatSen(threshold, locale),
    from: formatPostalCode(from),
    to: formatPostalCode(to),
    percent,
    qty,
  };
}
