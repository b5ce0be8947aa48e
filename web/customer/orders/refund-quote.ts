import type { Order } from '#contract/orders.ts';
import { senFromRinggit } from '#domain/money.ts';
import type { BoughtOrder } from '#domain/refund.ts';

/** An order of the wire as the refund engine takes it: what is shown here is what the server will say. */
export function boughtOrderOf({ lines, shippingCost, refunds }: Order): BoughtOrder {
  return {
    lines: lines.map(({ id, qty, unit_price, proDis }) => ({
      id,
      qty,
      unitPrice: senFromRinggit(unit_price),
      promo: senFromRinggit(proDis),
    })),
    shipping: senFromRinggit(shippingCost),
    earlier: refunds.map((refund) => ({
      state: refund.status,
      shipping: senFromRinggit(refund.shipping),
      lines: refund.lines.map(({ amount, ...line }) => ({ ...line, amount: senFromRinggit(amount) })),
    })),
  };
}

/** The lines of an order that may be asked back now. */
export function refundableLines({ lines }: Order): Order['lines'] {
  return lines.filter((line) => line.refundable_qty > 0);
}
