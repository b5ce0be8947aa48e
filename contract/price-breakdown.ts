import * as z from 'zod/mini';
import { quantity, ringgit, signedRinggit, variantId } from './schemas.ts';

const amount = signedRinggit;
const coupon = z.string();

const lineAdjustment = z.union([
  z.object({ code: z.literal('list_price'), amount, each: ringgit, qty: quantity }),
  z.object({ code: z.literal('member_price'), amount, each: ringgit, qty: quantity }),
  z.object({ code: z.literal('coupon_percent'), amount, coupon, percent: z.number(), qty: quantity }),
  z.object({ code: z.literal('coupon_per_copy'), amount, coupon, each: ringgit, qty: quantity }),
  z.object({ code: z.literal('coupon_capped'), amount, coupon }),
  z.object({ code: z.literal('coupon_not_covering'), amount, coupon }),
]);

const zone = { from: z.int(), to: z.int(), threshold: ringgit };
const deliveryAdjustment = z.union([
  z.object({ code: z.literal('delivery_cost'), amount, ...zone, missing: ringgit }),
  z.object({ code: z.literal('delivery_free'), amount, ...zone }),
  z.object({ code: z.literal('delivery_unknown'), amount }),
]);

/** Every amount of an order with its reason, in RM: the domain's `PriceBreakdown` on the wire. */
export const priceBreakdown = z.object({
  lines: z.array(z.object({ vid: variantId, reasons: z.array(lineAdjustment) })),
  delivery: deliveryAdjustment,
});
