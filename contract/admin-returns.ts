import * as z from 'zod/mini';
import { CLAIM_PROBLEMS, CLAIM_STATES, CLAIM_WISHES } from '#domain/orders/claim.ts';
import { RETURN_STATES } from '#domain/orders/return.ts';
import { anyRefund, copies, refundReason } from './admin-refunds.ts';
import { pageQuery, rowsOf } from './admin-lists.ts';
import { endpoint } from './endpoint.ts';
import { byId, line, optionalText, quantity, resourceId, timestamp } from './schemas.ts';

const number = z.string().check(z.trim(), z.maxLength(20));
const byNumber = z.object({ number });

const returnRow = z.object({
  number: z.string(),
  refund_id: resourceId,
  order: z.string(),
  status: z.enum(RETURN_STATES),
  reason: refundReason,
  is_withdrawal: z.boolean(),
  email: z.string(),
  requested_at: timestamp,
});
export type ReturnRow = z.output<typeof returnRow>;

export const listAllReturns = endpoint('listAllReturns', {
  summary: 'Returns of all orders, the newest first.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  query: z.extend(pageQuery, { status: z.optional(z.enum(RETURN_STATES)) }),
  response: rowsOf(returnRow),
  status: 200,
  errors: [],
});

export const getAnyReturn = endpoint('getAnyReturn', {
  summary: 'One return with its refund; `photos` are their ids.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  params: byNumber,
  response: z.extend(returnRow, { refund: anyRefund, photos: z.array(resourceId) }),
  status: 200,
  errors: ['not_found'],
});
export type AnyReturn = z.output<typeof getAnyReturn.response>;

export const getReturnPhoto = endpoint('getReturnPhoto', {
  summary: 'A photo of what is sent back.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  params: byId,
  contentType: 'image/jpeg',
  status: 200,
  errors: ['not_found'],
});

export const decideReturn = endpoint('decideReturn', {
  summary:
    'Accept a return; record that all of its copies, or `items` of them, are back, which approves their refund; or decline it. The customer gets an email, with `note` about what is declined.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.write',
  rateLimit: 'write',
  body: z.object({
    number,
    to: z.enum(['accepted', 'received', 'declined']),
    items: z.optional(copies),
    note: z.optional(optionalText(2000)),
  }),
  status: 204,
  errors: ['not_found', 'too_late', 'not_refundable'],
});

const claimRow = z.object({
  id: resourceId,
  number: z.string(),
  order: z.string(),
  status: z.enum(CLAIM_STATES),
  problem: z.enum(CLAIM_PROBLEMS),
  wish: z.enum(CLAIM_WISHES),
  email: z.string(),
  opened_at: timestamp,
});
export type ClaimRow = z.output<typeof claimRow>;

export const listAllClaims = endpoint('listAllClaims', {
  summary: 'Claims that orders did not arrive, the newest first.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  query: z.extend(pageQuery, { status: z.optional(z.enum(CLAIM_STATES)) }),
  response: rowsOf(claimRow),
  status: 200,
  errors: [],
});

export const getAnyClaim = endpoint('getAnyClaim', {
  summary: 'One claim with its copies, what its customer checked, and who decided it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.read',
  rateLimit: 'read',
  params: byNumber,
  response: z.extend(claimRow, {
    is_address_right: z.boolean(),
    note: z.nullable(z.string()),
    refund_id: z.nullable(resourceId),
    lines: z.array(z.object({ title: z.string(), qty: quantity })),
    moves: z.array(
      z.object({ status: z.enum(CLAIM_STATES), at: timestamp, actor: z.string(), note: z.nullable(z.string()) }),
    ),
  }),
  status: 200,
  errors: ['not_found'],
});
export type AnyClaim = z.output<typeof getAnyClaim.response>;

export const decideAnyClaim = endpoint('decideAnyClaim', {
  summary:
    'Send the copies of a claim once more, with `parcel` where it is known; refund them; or decline the claim, with what its customer reads about it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'refunds.write',
  rateLimit: 'write',
  body: z.object({
    number,
    to: z.enum(['resent', 'refunded', 'declined']),
    parcel: z.optional(z.object({ carrier: line(100), tracking: line(100) })),
    note: z.optional(optionalText(2000)),
  }),
  status: 204,
  errors: ['not_found', 'too_late', 'not_refundable', 'out_of_stock'],
});
