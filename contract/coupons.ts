import * as z from 'zod/mini';
import { MAX_LINES } from '#domain/cart.ts';
import { endpoint } from './endpoint.ts';
import { productId, quantity, variantId } from './shapes.ts';

export const couponCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

const couponTerms = z.object({
  prc: z.union([z.literal('*'), z.array(productId)]),
  coupon: z.object({
    code: z.string(),
    /** 1: `value` is percent of the list price; 2: RM per unit. */
    price_rule: z.object({ value: z.number(), value_type: z.union([z.literal(1), z.literal(2)]) }),
  }),
});
export type CouponAnswer = z.output<typeof couponTerms>;

export const checkCoupon = endpoint({
  method: 'POST',
  path: '/customer/check-coupon',
  summary: 'Whether a coupon may be used for this cart, and what it takes from which titles.',
  tag: 'Checkout',
  access: 'guest',
  limit: 'coupon',
  body: z.object({
    code: couponCode,
    pid: z
      .array(z.object({ id: productId, qty: quantity, vid: z.optional(variantId) }))
      .check(z.minLength(1), z.maxLength(MAX_LINES)),
  }),
  answer: couponTerms,
  answers: 200,
  refusals: [
    'coupon_unknown',
    'coupon_not_started',
    'coupon_expired',
    'coupon_used_up',
    'coupon_already_used',
    'coupon_not_applicable',
    'coupon_minimum_not_met',
  ],
});
