import type { CouponCheck } from '#contract/checkout.ts';
import { availableLines, type StockedLine } from '#domain/pricing/cart-changes.ts';
import { priceBreakdown, type PriceBreakdown } from '#domain/pricing/price-breakdown.ts';
import { senFromRinggit, type Sen } from '#domain/money.ts';
import { PERCENTAGE, type CouponTerms } from '#domain/pricing/coupon.ts';
import { quoteCart, type Quote } from '#domain/pricing/quote.ts';
import type { Cart } from './use-cart.ts';

type QuotableCart = Pick<Cart, 'lines' | 'products' | 'zones' | 'isMember'>;
type QuoteOptions = { coupon?: CouponCheck | undefined; postalCode?: string; giftWrap?: Sen | undefined };

/** The quote of a cart's available lines, as the server will compute it, from its last response. */
export function quoteOf(cart: QuotableCart, { coupon, postalCode = '', giftWrap }: QuoteOptions = {}): Quote {
  return quoteCart({
    lines: availableLines(linesWithStock(cart)),
    isMember: cart.isMember,
    zones: cart.zones,
    coupon: coupon && couponTermsOf(coupon),
    postalCode,
    giftWrap,
  });
}

/** Every amount of a cart's figures with its reason. */
export function priceBreakdownOf(
  { zones }: Pick<Cart, 'zones'>,
  quote: Quote,
  { coupon, postalCode = '' }: QuoteOptions = {},
): PriceBreakdown {
  const named = coupon && { ...couponTermsOf(coupon), code: coupon.coupon.code };
  return priceBreakdown(quote, { coupon: named, zones, postalCode });
}

/** A coupon's terms as the domain reads them: amounts in sen, percentages in basis points. */
export function couponTermsOf({ prc, coupon }: CouponCheck): CouponTerms & { minimumSubtotal: number } {
  const { value, value_type: valueType } = coupon.price_rule;
  return {
    covers: prc,
    valueType,
    value: valueType === PERCENTAGE ? Math.round(value * 100) : senFromRinggit(value),
    minimumSubtotal: senFromRinggit(coupon.minimum ?? 0),
  };
}

/** A cart's lines at current prices with their stock, as far as they are known. */
export function linesWithStock(cart: Pick<Cart, 'lines' | 'products'>): StockedLine[] {
  return cart.lines.flatMap(({ id, vid, qty }) => {
    const variant = cart.products.get(vid)?.variants.find((one) => one.id === vid);
    if (!variant) return [];
    const { original_price, price, stock } = variant;
    const prices = { listPrice: senFromRinggit(original_price), memberPrice: senFromRinggit(price) };
    return [{ productId: id, variantId: vid, qty, stock, ...prices }];
  });
}
