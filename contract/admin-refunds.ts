import * as z from 'zod/mini';
import { REFUND_REASONS, SHOP_REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import { REFUND_STATES } from '#domain/orders/refund.ts';
import { endpoint } from './endpoint.ts';
import { byId, optionalText, quantity, resourceId, ringgit, signedRinggit, timestamp } from './schemas.ts';

const state = z.enum(REFUND_STATES);

const refundRow = z.object({
  id: resourceId,
  order: z.string(),
  status: state,
  amount: ringgit,
  reason: z.enum([...REFUND_REASONS, ...SHOP_REFUND_REASONS]),
  email: z.string(),
  requested_at: timestamp,
});
export type RefundRow = z.output<typeof refundRow>;

/** The most refunds of a list. */
export const MAX_REFUNDS = 100;

export const listAllRefunds = endpoint('listAllRefunds', {
  summary: `The newest refunds of all orders, at most ${MAX_REFUNDS}.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  query: z.object({ status: z.optional(state) }),
  response: z.object({ rows: z.array(refundRow) }),
  status: 200,
  errors: [],
});

export const getAnyRefund = endpoint('getAnyRefund', {
  summary: 'One refund with its items and who decided it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  params: byId,
  response: z.extend(refundRow, {
    note: z.nullable(z.string()),
    is_withdrawal: z.boolean(),
    shipping: signedRinggit,
    gift_wrap: ringgit,
    withdrawn: ringgit,
    lines: z.array(z.object({ title: z.string(), qty: quantity, amount: ringgit, restocked: z.int() })),
    moves: z.array(z.object({ status: state, at: timestamp, actor: z.string(), note: z.nullable(z.string()) })),
  }),
  status: 200,
  errors: ['not_found'],
});
export type AnyRefund = z.output<typeof getAnyRefund.response>;

export const decideRefund = endpoint('decideRefund', {
  summary: 'Approve a requested refund, or decline it with what its customer reads about it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.write',
  rateLimit: 'write',
  body: z.object({ id: resourceId, to: z.enum(['approved', 'declined']), note: z.optional(optionalText(2000)) }),
  status: 204,
  errors: ['not_found', 'too_late'],
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
