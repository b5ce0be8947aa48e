import type { Explanation } from '#domain/explain.ts';
import { senFromRinggit } from '#domain/money.ts';
import { sumUp, type Sum } from '#domain/sums.ts';
import { explanationInSen } from './explanation.ts';
import type { Order } from './orders.ts';

/** An order's figures under their names, in sen, and their reasons where they were kept with it. */
export function pricesOf(order: Order): { sums: Sum[]; explanation: Explanation | undefined } {
  const figures = {
    total: senFromRinggit(order.total),
    discount: senFromRinggit(order.discount),
    proDiscount: senFromRinggit(order.proDis),
    shipping: senFromRinggit(order.shippingCost),
    payable: senFromRinggit(order.payable),
  };
  return {
    sums: sumUp(figures, order.coupon),
    explanation: order.explanation ? explanationInSen(order.explanation) : undefined,
  };
}
