import type { CouponAnswer } from '#contract/coupons.ts';
import { PERCENTAGE, type CouponTerms } from '#domain/coupon.ts';
import { explainQuote, type Explanation } from '#domain/explain.ts';
import { senFromRinggit } from '#domain/money.ts';
import { quoteCart, type Quote } from '#domain/price.ts';
import type { Cart } from './use-cart.ts';

type Circumstances = { coupon?: CouponAnswer | undefined; postalCode?: string };

/** The figures of a cart as the server will compute them, from what it last told us. */
export function quoteOf(cart: Cart, { coupon, postalCode = '' }: Circumstances = {}): Quote {
  const lines = cart.lines.flatMap((line) => {
    const variant = cart.products.get(line.vid)?.variants.find((one) => one.id === line.vid);
    if (!variant) return [];
    const { original_price, price } = variant;
    const prices = { listPrice: senFromRinggit(original_price), memberPrice: senFromRinggit(price) };
    return { productId: line.id, variantId: line.vid, qty: line.qty, ...prices };
  });
  return quoteCart({ lines, isMember: cart.isMember, coupon: coupon && termsOf(coupon), postalCode });
}

/** Every amount of a cart's figures with its reason. */
export function explanationOf(quote: Quote, { coupon, postalCode = '' }: Circumstances = {}): Explanation {
  const named = coupon && { ...termsOf(coupon), code: coupon.coupon.code };
  return explainQuote(quote, { coupon: named, postalCode });
}

function termsOf({ prc, coupon }: CouponAnswer): CouponTerms {
  const { value, value_type: valueType } = coupon.price_rule;
  return { covers: prc, valueType, value: valueType === PERCENTAGE ? Math.round(value * 100) : senFromRinggit(value) };
}
