import type { CouponAnswer } from '#contract/coupons.ts';
import { PERCENTAGE, type CouponTerms } from '#domain/coupon.ts';
import { explainQuote, type Explanation } from '#domain/explain.ts';
import { senFromRinggit } from '#domain/money.ts';
import { quoteCart, type Quote } from '#domain/price.ts';
import { shelvedLines } from './shelved-lines.ts';
import type { Cart } from './use-cart.ts';

type Circumstances = { coupon?: CouponAnswer | undefined; postalCode?: string };

/** The figures of a cart as the server will compute them, from what it last told us. */
export function quoteOf(cart: Cart, { coupon, postalCode = '' }: Circumstances = {}): Quote {
  return quoteCart({
    lines: shelvedLines(cart),
    isMember: cart.isMember,
    coupon: coupon && termsOf(coupon),
    postalCode,
  });
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
