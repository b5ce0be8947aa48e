import * as z from 'zod/mini';
import type { Explanation } from '#domain/explain.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { quantity, ringgit, signedRinggit, variantId } from './shapes.ts';

const amount = signedRinggit;
const coupon = z.string();

const lineReason = z.union([
  z.object({ code: z.literal('list_price'), amount, each: ringgit, qty: quantity }),
  z.object({ code: z.literal('member_price'), amount, each: ringgit, qty: quantity }),
  z.object({ code: z.literal('coupon_percent'), amount, coupon, percent: z.number(), qty: quantity }),
  z.object({ code: z.literal('coupon_per_copy'), amount, coupon, each: ringgit, qty: quantity }),
  z.object({ code: z.literal('coupon_capped'), amount, coupon }),
  z.object({ code: z.literal('coupon_not_covering'), amount, coupon }),
]);

const zone = { from: z.int(), to: z.int(), threshold: ringgit };
const deliveryReason = z.union([
  z.object({ code: z.literal('delivery_cost'), amount, ...zone, missing: ringgit }),
  z.object({ code: z.literal('delivery_free'), amount, ...zone }),
  z.object({ code: z.literal('delivery_unknown'), amount }),
]);

/** Every amount of an order with its reason, in RM: the domain's {@link Explanation} on the wire. */
export const explanation = z.object({
  lines: z.array(z.object({ vid: variantId, reasons: z.array(lineReason) })),
  delivery: deliveryReason,
});

const MONEY = new Set(['amount', 'each', 'threshold', 'missing']);

/** An explanation in sen as the wire's in RM. */
export function explanationInRinggit(told: Explanation): Explanation {
  return withMoney(told, ringgitFromSen);
}

/** The wire's explanation in sen. */
export function explanationInSen(told: Explanation): Explanation {
  return withMoney(told, senFromRinggit);
}

function withMoney({ lines, delivery }: Explanation, convert: (amount: number) => number): Explanation {
  const converted = <R extends object>(reason: R): R =>
    Object.fromEntries(
      Object.entries(reason).map(([name, value]) => [name, MONEY.has(name) ? convert(value as number) : value]),
    ) as R;
  return {
    lines: lines.map(({ vid, reasons }) => ({ vid, reasons: reasons.map(converted) })),
    delivery: converted(delivery),
  };
}
