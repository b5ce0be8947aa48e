import * as z from 'zod/mini';
import { COUPON_ERRORS } from '#domain/pricing/coupon.ts';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { REFUND_REASONS, SHOP_REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import { REFUND_STATES } from '#domain/orders/refund.ts';
import { claim } from './claims.ts';
import { endpoint } from './endpoint.ts';
import {
  opaqueId,
  resourceId,
  quantity,
  ringgit,
  signedRinggit,
  timestamp,
  byId,
  deliveryCost,
  emailAddress,
  productId,
  variantId,
} from './schemas.ts';
import { addressFields, orderExtras, requestRefundBody } from './forms.ts';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { ORDER_STATES } from '#domain/orders/order.ts';
import { ORDER_REQUESTS } from '#domain/orders/order-request.ts';
import { RETURN_STATES } from '#domain/orders/return.ts';
import { TIMELINE_EVENTS } from '#domain/orders/timeline.ts';
import { couponCode, onlineMethod, paymentMethod } from './checkout.ts';
import { priceBreakdown } from './price-breakdown.ts';

/**
 * A refund of an order; a line's `id` is the order line's, `amount` is lines and delivery together, less what
 * is withdrawn. Before dispatch the rest is quoted again: a negative `shipping` is delivery that it costs, `withdrawn` the
 * coupon's discount on copies that stay and do not earn it any more.
 */
export const refund = z.object({
  id: resourceId,
  status: z.enum(REFUND_STATES),
  amount: ringgit,
  shipping: signedRinggit,
  gift_wrap: ringgit,
  reason: z.enum([...REFUND_REASONS, ...SHOP_REFUND_REASONS]),
  lines: z.array(z.object({ id: resourceId, qty: quantity, amount: ringgit })),
  withdrawn: z.array(z.object({ id: resourceId, amount: ringgit })),
  requested_at: timestamp,
  moved_at: timestamp,
  /** Why the shop declined it, where it said so. */
  shop_note: z.nullable(z.string()),
  /** Where copies have to be sent back: the number on their label, and the ids of photos of them. */
  return: z.optional(z.object({ number: z.string(), status: z.enum(RETURN_STATES), photos: z.array(resourceId) })),
});
export type Refund = z.output<typeof refund>;

export const requestRefund = endpoint('requestRefund', {
  summary: 'Ask for lines of a paid order back, or for everything; before dispatch what stays is quoted anew.',
  tag: 'Orders',
  access: 'customer',
  rateLimit: 'write',
  body: requestRefundBody,
  response: z.object({ id: resourceId, status: z.literal('requested'), amount: ringgit }),
  status: 201,
  errors: ['not_found', 'not_refundable'],
});

const state = z.enum(ORDER_STATES);

const payment = z.object({
  /** How it was paid; before that, how the customer chose to. */
  method: paymentMethod,
  status: z.enum(['pending', 'paid', 'cancelled']),
  /** Until when a pending order is to be paid; then it is cancelled. */
  due_at: z.optional(timestamp),
  /** The payment provider's page, where a new order is to be paid there. */
  redirect: z.optional(z.string()),
  /** In which other ways a pending order can be paid besides a transfer. */
  online: z.optional(z.array(onlineMethod)),
  instructions: z.optional(
    z.object({
      bank: z.string(),
      account_name: z.string(),
      account_number: z.string(),
      reference: z.string(),
      /** What the QR code of this payment says (EMV, DuitNow QR), where the shop has one. */
      qr: z.optional(z.string()),
    }),
  ),
});

/** The days on which it arrives if it is paid by `pay_by`; without that, in any case. */
const expectedDelivery = z.object({
  from: z.string(),
  to: z.string(),
  pay_by: z.optional(timestamp),
});
export type ExpectedDelivery = z.output<typeof expectedDelivery>;

const orderLine = z.object({
  id: resourceId,
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
  /** Copies that can be refunded now. */
  refundable_qty: z.int(),
  /** Before which date the shop does not dispatch it, as precise as it is known; only while that lies ahead. */
  on_sale_from: z.optional(z.string()),
  /** Copies that are not in stock yet. */
  awaited: z.optional(z.int()),
});

const order = z.object({
  id: resourceId,
  number: z.string(),
  status: state,
  placed_at: timestamp,
  total: ringgit,
  discount: ringgit,
  proDis: ringgit,
  shippingCost: ringgit,
  gift_wrap: ringgit,
  payable: ringgit,
  coupon: z.nullable(z.string()),
  /** The terms by which it was quoted, and by which the rest is quoted again before dispatch; the oldest orders have none. */
  terms: z.nullable(z.object({ coupon_minimum: ringgit, delivery_cost: ringgit, free_from: ringgit })),
  /** Every amount with its reason; orders from before explanations have none. */
  explanation: z.nullable(priceBreakdown),
  lines: z.array(orderLine),
  shipments: z.array(z.object({ carrier: z.string(), tracking: z.string(), at: timestamp })),
  refunds: z.array(refund),
  /** Until when a refund may be asked for; nothing before delivery. */
  refundable_until: z.nullable(timestamp),
  /** The oldest orders have none. */
  expected: z.nullable(expectedDelivery),
  payment,
});
export type Order = z.output<typeof order>;

/** One of the order's states, or what else happened: a refund's `amount`, the `title` and `date` of a moved date. */
const timelineEntry = z.object({
  status: z.enum(TIMELINE_EVENTS),
  at: timestamp,
  amount: z.optional(ringgit),
  title: z.optional(z.string()),
  date: z.optional(z.string()),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const orderWithTimeline = z.extend(order, {
  address: z.extend(addressFields, { phone: z.string(), zip: z.string(), line2: z.nullable(z.string()) }),
  email: z.string(),
  gift_message: z.nullable(z.string()),
  note: z.nullable(z.string()),
  company: z.nullable(z.string()),
  tax_number: z.nullable(z.string()),
  timeline: z.array(timelineEntry),
  /** Claims that it did not arrive, the oldest first. */
  claims: z.array(claim),
  /** What can be asked for now, each on a page below that of the order's link. */
  requests: z.array(z.enum(ORDER_REQUESTS)),
});
export type OrderWithTimeline = z.output<typeof orderWithTimeline>;

const item = z.object({ id: productId, vid: variantId, qty: quantity });

/** A saved address by its id, or the fields themselves; a guest's carries the e-mail too. */
const deliveryAddress = z.union([byId, z.extend(addressFields, { email: z.optional(emailAddress) })]);

export const placeOrder = endpoint('placeOrder', {
  summary: "Place an order. The figures must equal the server's; send an Idempotency-Key.",
  tag: 'Checkout',
  access: 'guest',
  rateLimit: 'order',
  acceptsIdempotencyKey: true,
  body: z.object({
    items: z.array(item).check(z.minLength(1), z.maxLength(MAX_LINES)),
    proDis: ringgit,
    disCode: z.optional(z.nullable(z.union([z.literal(''), couponCode]))),
    address: deliveryAddress,
    total: ringgit,
    shippingCost: deliveryCost,
    /** What gift wrap costs, where the customer wants it. */
    gift_wrap: z.optional(ringgit),
    ...orderExtras,
    /** Without it the order is paid by bank transfer. */
    payBy: z.optional(paymentMethod),
  }),
  response: z.object({
    id: resourceId,
    number: z.string(),
    status: state,
    total: ringgit,
    discount: ringgit,
    proDis: ringgit,
    shippingCost: ringgit,
    gift_wrap: z.optional(ringgit),
    payable: ringgit,
    payment,
    expected: z.optional(z.nullable(expectedDelivery)),
    /** The page that shows the order to who placed it; a guest's ends with the token that opens it. */
    page: z.string(),
  }),
  status: 201,
  errors: [
    'price_changed',
    'out_of_stock',
    'too_many_unpaid_orders',
    'too_many_unpaid_copies',
    'postal_code_invalid',
    'method_unavailable',
    'idempotency_mismatch',
    'not_found',
    'coupon_unknown',
    ...COUPON_ERRORS,
  ],
});

export const listOrders = endpoint('listOrders', {
  summary:
    "The customer's orders, newest first; `q` looks for a number, words of titles, or an ISBN. Fewer than `limit` where they have more than 1,000 lines together: ask on with `before` until nothing comes.",
  tag: 'Orders',
  access: 'customer',
  rateLimit: 'read',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    before: z.optional(opaqueId),
    q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    status: z.optional(state),
  }),
  response: z.array(order),
  status: 200,
  errors: ['not_found'],
});

export const getOrder = endpoint('getOrder', {
  summary: 'One order with its timeline.',
  tag: 'Orders',
  access: 'customer',
  rateLimit: 'read',
  params: byId,
  response: orderWithTimeline,
  status: 200,
  errors: ['not_found'],
});

/** The token at the end of a guest's emailed link. */
const guestToken = z.object({ token: z.string().check(z.maxLength(200)) });

export const getGuestOrder = endpoint('getGuestOrder', {
  summary: "The order that a guest's mailed link names.",
  tag: 'Orders',
  access: 'guest',
  rateLimit: 'browse',
  params: guestToken,
  response: orderWithTimeline,
  status: 200,
  errors: ['not_found', 'link_expired'],
});

export const cancelGuestOrder = endpoint('cancelGuestOrder', {
  summary: "Cancel the order that a guest's mailed link names, while it is not packed yet; stock and coupon go back.",
  tag: 'Orders',
  access: 'guest',
  rateLimit: 'write',
  params: guestToken,
  response: z.object({ id: resourceId, status: state }),
  status: 200,
  errors: ['not_found', 'link_expired', 'too_late'],
});

export const linkOrder = endpoint('linkOrder', {
  summary: "A link to one's own order for two hours, below which are the pages to change, cancel and return it.",
  tag: 'Orders',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  response: z.object({ page: z.string() }),
  status: 200,
  errors: ['not_found'],
});

export const cancelOrder = endpoint('cancelOrder', {
  summary: 'Cancel an order that is not packed yet; stock and coupon go back.',
  tag: 'Orders',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  response: z.object({ id: resourceId, status: state }),
  status: 200,
  errors: ['not_found', 'too_late'],
});
