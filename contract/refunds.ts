import * as z from 'zod/mini';
import { MAX_LINES } from '#domain/cart.ts';
import { REFUND_REASONS } from '#domain/refund.ts';
import { REFUND_STATES } from '#domain/refund-state.ts';
import { endpoint } from './endpoint.ts';
import { opaqueId, quantity, remark, ringgit, timestamp } from './shapes.ts';

/** What was asked back of an order; a line's `id` is the order line's, `amount` is lines and delivery together. */
export const refund = z.object({
  id: opaqueId,
  status: z.enum(REFUND_STATES),
  amount: ringgit,
  shipping: ringgit,
  reason: z.enum([...REFUND_REASONS, 'cancelled']),
  lines: z.array(z.object({ id: opaqueId, qty: quantity, amount: ringgit })),
  requested_at: timestamp,
  moved_at: timestamp,
  /** Why the shop declined it, where it said so. */
  shop_note: z.nullable(z.string()),
});
export type Refund = z.output<typeof refund>;

export const requestRefund = endpoint({
  method: 'POST',
  path: '/customer/order/refund',
  summary: 'Ask for lines of a paid order back, or for everything; delivery comes back with the last line.',
  tag: 'Orders',
  access: 'customer',
  limit: 'write',
  body: z.object({
    id: opaqueId,
    reason: z.enum(REFUND_REASONS, 'required'),
    note: z.optional(z.nullable(remark(2000))),
    items: z.optional(z.array(z.object({ id: opaqueId, qty: quantity })).check(z.minLength(1), z.maxLength(MAX_LINES))),
  }),
  answer: z.object({ id: opaqueId, status: z.literal('requested'), amount: ringgit }),
  answers: 201,
  refusals: ['not_found', 'not_refundable'],
});
