import * as z from 'zod/mini';
import { REFUND_REASONS, SHOP_REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import { REFUND_STATES } from '#domain/orders/refund.ts';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { pageQuery, rowsOf } from './admin-lists.ts';
import { endpoint } from './endpoint.ts';
import { byId, opaqueId, optionalText, quantity, resourceId, ringgit, signedRinggit, timestamp } from './schemas.ts';

const state = z.enum(REFUND_STATES);
export const refundReason = z.enum([...REFUND_REASONS, ...SHOP_REFUND_REASONS]);
/** Copies of order lines, by the lines' ids. */
export const copies = z.array(z.object({ id: opaqueId, qty: quantity })).check(z.minLength(1), z.maxLength(MAX_LINES));

const refundRow = z.object({
  id: resourceId,
  order: z.string(),
  status: state,
  amount: ringgit,
  reason: refundReason,
  email: z.string(),
  requested_at: timestamp,
});
export type RefundRow = z.output<typeof refundRow>;

export const listAllRefunds = endpoint('listAllRefunds', {
  summary: 'Refunds of all orders, the newest first.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  query: z.extend(pageQuery, { status: z.optional(state) }),
  response: rowsOf(refundRow),
  status: 200,
  errors: [],
});

export const anyRefund = z.extend(refundRow, {
  note: z.nullable(z.string()),
  is_withdrawal: z.boolean(),
  shipping: signedRinggit,
  gift_wrap: ringgit,
  withdrawn: ringgit,
  /** The return that it belongs to, where the books come back. */
  return_number: z.nullable(z.string()),
  /** By the ids of the order's lines. */
  lines: z.array(z.object({ id: resourceId, title: z.string(), qty: quantity, amount: ringgit, restocked: z.int() })),
  moves: z.array(z.object({ status: state, at: timestamp, actor: z.string(), note: z.nullable(z.string()) })),
});
export type AnyRefund = z.output<typeof anyRefund>;

export const getAnyRefund = endpoint('getAnyRefund', {
  summary: 'One refund with its items and who decided it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  params: byId,
  response: anyRefund,
  status: 200,
  errors: ['not_found'],
});

export const decideRefund = endpoint('decideRefund', {
  summary:
    'Approve a requested refund, all of it or `items`, or decline it; `note` is what its customer reads about what is declined.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.write',
  rateLimit: 'write',
  body: z.object({
    id: resourceId,
    to: z.enum(['approved', 'declined']),
    items: z.optional(copies),
    note: z.optional(optionalText(2000)),
  }),
  status: 204,
  errors: ['not_found', 'too_late', 'not_refundable'],
});

export const payOutRefund = endpoint('payOutRefund', {
  summary:
    'Send the money of an approved refund the way it was paid; or record that it was sent by transfer. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.write',
  needsProof: true,
  rateLimit: 'write',
  body: z.object({ id: resourceId, by_transfer: z.optional(z.boolean()) }),
  status: 204,
  errors: ['not_found', 'too_late', 'payment_unreachable', 'refund_changed', 'method_unavailable'],
});

export const refundOrder = endpoint('refundOrder', {
  summary:
    'Refund copies of an order that its customer has not asked for; the refund is approved at once, and paid out like any other.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.write',
  rateLimit: 'write',
  body: z.object({ number: z.string().check(z.trim(), z.maxLength(20)), items: copies, reason: refundReason }),
  response: z.object({ id: resourceId }),
  status: 200,
  errors: ['not_found', 'not_refundable'],
});
