import * as z from 'zod/mini';
import { COUPON_STATES } from '#domain/pricing/coupon.ts';
import { endpoint } from './endpoint.ts';
import { line, opaqueId, resourceId, ringgit, rowVersion, timestamp } from './schemas.ts';

/** What a coupon may cover; titles of a subject with those of its subjects below. */
const scope = z.enum(['all', 'subject', 'series', 'title']);
const count = z.int().check(z.minimum(1), z.maximum(1_000_000_000));

const couponRow = z.object({
  id: resourceId,
  code: z.string(),
  version: z.int(),
  state: z.enum(COUPON_STATES),
  /** Of the list price; or else RM `per_unit`. */
  percent: z.nullable(z.number()),
  per_unit: z.nullable(z.number()),
  scope,
  /** A subject's code, a series as addresses name it, or an ISBN of the title. */
  covers: z.nullable(z.string()),
  covers_name: z.nullable(z.string()),
  minimum_total: z.number(),
  used: z.int(),
  max_uses: z.nullable(z.int()),
  max_uses_per_customer: z.nullable(z.int()),
  starts_at: timestamp,
  ends_at: z.nullable(timestamp),
});
export type CouponRow = z.output<typeof couponRow>;

export const listAllCoupons = endpoint('listAllCoupons', {
  summary: 'Coupons, newest first; `q` is the beginning of a code.',
  tag: 'Back office',
  access: 'staff',
  permission: 'coupons.read',
  rateLimit: 'read',
  query: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(64))),
    state: z.optional(z.enum(COUPON_STATES)),
    before: z.optional(opaqueId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({ rows: z.array(couponRow), next: z.nullable(resourceId) }),
  status: 200,
  errors: [],
});

const couponCode = z.string().check(z.trim(), z.regex(/^[\p{L}\p{N}._-]{3,64}$/u, 'invalid'));

export const getCoupon = endpoint('getCoupon', {
  summary: 'A coupon with what its orders came to, refunds not subtracted.',
  tag: 'Back office',
  access: 'staff',
  permission: 'coupons.read',
  rateLimit: 'read',
  params: z.object({ code: z.string().check(z.maxLength(64)) }),
  response: z.extend(couponRow, { orders: z.int(), discount: z.number(), turnover: z.number() }),
  status: 200,
  errors: ['not_found'],
});
export type CouponDetails = z.output<typeof getCoupon.response>;

const amount = ringgit.check(z.refine((value) => value > 0 && value <= 100_000, 'invalid'));
const terms = {
  code: couponCode,
  discount: z.union([z.object({ percent: amount.check(z.maximum(100)) }), z.object({ per_unit: amount })]),
  scope,
  /** With a scope other than `all`; as {@link couponRow} has it. */
  covers: z.optional(line(200)),
  minimum_total: ringgit.check(z.maximum(1_000_000)),
  max_uses: z.nullable(count),
  max_uses_per_customer: z.nullable(count),
  /** Now, where it is missing. */
  starts_at: z.optional(timestamp),
  ends_at: z.nullable(timestamp),
};

export const createCoupon = endpoint('createCoupon', {
  summary: 'Create a coupon. `not_found`: there is no such subject, series or title.',
  tag: 'Back office',
  access: 'staff',
  permission: 'coupons.write',
  rateLimit: 'write',
  body: z.object(terms),
  status: 204,
  errors: ['not_found', 'code_taken', 'invalid'],
});

export const editCoupon = endpoint('editCoupon', {
  summary:
    'Change the terms of a coupon of which this version was seen. Once it was used, its discount, its scope, its minimum and its start stay, and no limit falls below its uses: `too_late`.',
  tag: 'Back office',
  access: 'staff',
  permission: 'coupons.write',
  rateLimit: 'write',
  body: z.object({ ...terms, version: rowVersion }),
  status: 204,
  errors: ['not_found', 'edited_meanwhile', 'too_late', 'invalid'],
});

export const endCoupon = endpoint('endCoupon', {
  summary: 'End a coupon now; orders that used it keep their discount.',
  tag: 'Back office',
  access: 'staff',
  permission: 'coupons.write',
  rateLimit: 'write',
  body: z.object({ code: couponCode }),
  status: 204,
  errors: ['not_found', 'too_late'],
});
