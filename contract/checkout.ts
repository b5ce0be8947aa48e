import * as z from 'zod/mini';
import { COUPON_ERRORS } from '#domain/pricing/coupon.ts';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { endpoint } from './endpoint.ts';
import { productId, quantity, ringgit, variantId, opaqueId } from './schemas.ts';
import { ONLINE_METHODS, PAYMENT_METHODS } from '#domain/orders/payment.ts';

export const couponCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

/** The maximum of product ids in a response; those in the cart are always included. */
export const MAX_COVERED_PRODUCTS = 2000;

const couponCheck = z.object({
  /** The coupon's product ids, whether or not the cart holds them. */
  prc: z.union([z.literal('*'), z.array(productId)]),
  coupon: z.object({
    code: z.string(),
    /** 1: `value` is percent of the list price; 2: RM per unit. */
    price_rule: z.object({ value: z.number(), value_type: z.union([z.literal(1), z.literal(2)]) }),
    /** The minimum for the cart's `total`, in RM, if there is one. */
    minimum: z.optional(ringgit),
  }),
});
export type CouponCheck = z.output<typeof couponCheck>;

export const checkCoupon = endpoint('checkCoupon', {
  summary: 'Whether a coupon may be used for this cart, and what it takes from which titles.',
  tag: 'Checkout',
  access: 'guest',
  rateLimit: 'coupon',
  body: z.object({
    code: couponCode,
    pid: z
      .array(z.object({ id: productId, qty: quantity, vid: z.optional(variantId) }))
      .check(z.minLength(1), z.maxLength(MAX_LINES)),
  }),
  response: couponCheck,
  status: 200,
  errors: ['coupon_unknown', ...COUPON_ERRORS],
});

export const paymentMethod = z.enum(PAYMENT_METHODS);
export const onlineMethod = z.enum(ONLINE_METHODS);

export const listPaymentMethods = endpoint('listPaymentMethods', {
  summary:
    'The ways to pay in this shop, in the order in which they are offered, and what gift wrap costs where there is any.',
  tag: 'Checkout',
  access: 'guest',
  rateLimit: 'none',
  response: z.object({ methods: z.array(paymentMethod), gift_wrap: z.optional(z.nullable(ringgit)) }),
  status: 200,
  errors: [],
});

export const startPayment = endpoint('startPayment', {
  summary: "The payment provider's page for an order that is not paid yet; the same page while it is open.",
  tag: 'Checkout',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, method: onlineMethod }),
  response: z.object({ redirect: z.string() }),
  status: 200,
  errors: ['not_found', 'too_late', 'method_unavailable', 'payment_unreachable'],
});

export const handlePaymentWebhook = endpoint('handlePaymentWebhook', {
  summary: "The payment provider's signed events; one that comes again has no effect.",
  tag: 'Checkout',
  access: 'guest',
  rateLimit: 'none',
  rawBody: true,
  response: z.object({ received: z.literal(true) }),
  status: 200,
  errors: ['signature_invalid', 'not_found'],
});

export const deliveryZone = z.object({
  name: z.string(),
  ranges: z.array(z.object({ from: z.string(), to: z.string() })),
  cost: ringgit,
  free_from: ringgit,
  states: z.array(z.string()),
  /** How many dispatch days a parcel takes, at least and at most. */
  transit: z.object({ from: z.int(), to: z.int() }),
  /** Days of the week from 1 (Monday), minutes after midnight in Malaysia, and days or days of every year. */
  dispatch: z.object({ weekdays: z.array(z.int()), cut_off: z.int(), holidays: z.array(z.string()) }),
});
export type DeliveryZone = z.output<typeof deliveryZone>;

export const listDeliveryZones = endpoint('listDeliveryZones', {
  summary:
    'Where the shop delivers to: ranges of postal codes, what delivery costs, from which amount it is free, and when parcels leave.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'browse',
  priority: 'checkout',
  response: z.object({ items: z.array(deliveryZone) }),
  status: 200,
  errors: [],
});
