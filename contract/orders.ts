import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/book-format.ts';
import { MAX_LINES } from '#domain/cart.ts';
import { ORDER_STATES } from '#domain/order-state.ts';
import { couponCode } from './coupons.ts';
import { endpoint } from './endpoint.ts';
import { onlineMethod, paymentMethod } from './payments.ts';
import { refund } from './refunds.ts';
import { explanation } from './explanation.ts';
import {
  addressFields,
  byId,
  deliveryCost,
  emailAddress,
  opaqueId,
  productId,
  quantity,
  ringgit,
  timestamp,
  variantId,
} from './shapes.ts';

const state = z.enum(ORDER_STATES);

const payment = z.object({
  /** How it was paid; before that, how the customer chose to. */
  method: paymentMethod,
  status: z.enum(['pending', 'paid', 'cancelled']),
  /** The payment provider's page, where a new order is to be paid there. */
  redirect: z.optional(z.string()),
  /** In which other ways a pending order can be paid besides a transfer. */
  online: z.optional(z.array(onlineMethod)),
  instructions: z.optional(
    z.object({ bank: z.string(), account_name: z.string(), account_number: z.string(), reference: z.string() }),
  ),
});

const orderLine = z.object({
  id: opaqueId,
  product_id: productId,
  variant_id: variantId,
  title: z.string(),
  language: z.string(),
  format: z.enum(ALL_FORMATS),
  isbn: z.nullable(z.string()),
  cover: z.string(),
  qty: quantity,
  list_price: ringgit,
  /** What a copy cost this customer before the coupon. */
  unit_price: ringgit,
  proDis: ringgit,
  /** Copies that may be asked back now. */
  refundable_qty: z.int(),
});

const order = z.object({
  id: opaqueId,
  number: z.string(),
  status: state,
  placed_at: timestamp,
  total: ringgit,
  discount: ringgit,
  proDis: ringgit,
  shippingCost: ringgit,
  payable: ringgit,
  coupon: z.nullable(z.string()),
  /** Every amount with its reason; orders from before explanations have none. */
  explanation: z.nullable(explanation),
  lines: z.array(orderLine),
  shipments: z.array(z.object({ carrier: z.string(), tracking: z.string(), at: timestamp })),
  refunds: z.array(refund),
  /** Until when a refund may be asked for; nothing before delivery. */
  refundable_until: z.nullable(timestamp),
  payment,
});
export type Order = z.output<typeof order>;

const orderWithTimeline = z.extend(order, {
  address: z.extend(addressFields, { zip: z.string(), line2: z.nullable(z.string()) }),
  email: z.string(),
  timeline: z.array(z.object({ status: state, at: timestamp })),
});
export type OrderWithTimeline = z.output<typeof orderWithTimeline>;

const item = z.object({ id: productId, vid: variantId, qty: quantity });

/** A saved address by its id, or the fields themselves; a guest's carries the e-mail too. */
const deliverTo = z.union([byId, z.extend(addressFields, { email: z.optional(emailAddress) })]);

export const placeOrder = endpoint({
  method: 'POST',
  path: '/customer/order/set',
  summary: "Place an order. The figures must equal the server's; send an Idempotency-Key.",
  tag: 'Checkout',
  access: 'guest',
  limit: 'order',
  takesKey: true,
  body: z.object({
    items: z.array(item).check(z.minLength(1), z.maxLength(MAX_LINES)),
    proDis: ringgit,
    disCode: z.optional(z.nullable(z.union([z.literal(''), couponCode]))),
    address: deliverTo,
    total: ringgit,
    shippingCost: deliveryCost,
    /** Without it the order is paid by bank transfer. */
    payBy: z.optional(paymentMethod),
  }),
  answer: z.object({
    id: opaqueId,
    number: z.string(),
    status: state,
    total: ringgit,
    discount: ringgit,
    proDis: ringgit,
    shippingCost: ringgit,
    payable: ringgit,
    payment,
    /** The page that shows the order to who placed it; a guest's ends with the token that opens it. */
    page: z.string(),
  }),
  answers: 201,
  refusals: [
    'price_changed',
    'out_of_stock',
    'postal_code_invalid',
    'method_unavailable',
    'idempotency_mismatch',
    'not_found',
    'coupon_unknown',
    'coupon_not_started',
    'coupon_expired',
    'coupon_used_up',
    'coupon_already_used',
    'coupon_not_applicable',
    'coupon_minimum_not_met',
  ],
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/customer/order',
  summary: "The customer's orders, newest first; `q` looks for a number, words of titles, or an ISBN.",
  tag: 'Orders',
  access: 'customer',
  limit: 'none',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    before: z.optional(opaqueId),
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    status: z.optional(state),
  }),
  answer: z.array(order),
  answers: 200,
  refusals: ['not_found'],
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/{id}',
  summary: 'One order with its timeline.',
  tag: 'Orders',
  access: 'customer',
  limit: 'none',
  params: byId,
  answer: orderWithTimeline,
  answers: 200,
  refusals: ['not_found'],
});

export const getGuestOrder = endpoint({
  method: 'GET',
  path: '/api/guest-orders/{token}',
  summary: "The order that a guest's mailed link names.",
  tag: 'Orders',
  access: 'guest',
  limit: 'browse',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: orderWithTimeline,
  answers: 200,
  refusals: ['not_found'],
});

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/cancel',
  summary: 'Cancel an order that is not packed yet; stock and coupon go back.',
  tag: 'Orders',
  access: 'customer',
  limit: 'write',
  body: byId,
  answer: z.object({ id: opaqueId, status: state }),
  answers: 200,
  refusals: ['not_found', 'too_late'],
});
