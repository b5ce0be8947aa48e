import type { Order } from '#contract/orders.ts';
import { senFromRinggit } from '#domain/money.ts';
import { isRequoted, type RefundableOrder, type QuoteTerms } from '#domain/orders/refund.ts';

/** Converts an API order for the refund engine, so that the quote equals the server's. */
export function toRefundableOrder({ status, lines, shippingCost, gift_wrap, refunds, terms }: Order): RefundableOrder {
  return {
    lines: lines.map(({ id, qty, list_price, unit_price, proDis }) => ({
      id,
      qty,
      listPrice: senFromRinggit(list_price),
      unitPrice: senFromRinggit(unit_price),
      promo: senFromRinggit(proDis),
    })),
    shipping: senFromRinggit(shippingCost),
    giftWrap: senFromRinggit(gift_wrap),
    earlier: refunds.map((refund) => ({
      state: refund.status,
      shipping: senFromRinggit(refund.shipping),
      lines: refund.lines.map(({ amount, ...line }) => ({ ...line, amount: senFromRinggit(amount) })),
      withdrawn: refund.withdrawn.map(({ id, amount }) => ({ id, amount: senFromRinggit(amount) })),
    })),
    terms: isRequoted(status) && terms ? termsInSen(terms) : null,
  };
}

function termsInSen({ coupon_minimum, delivery_cost, free_from }: NonNullable<Order['terms']>): QuoteTerms {
  return {
    couponMinimum: senFromRinggit(coupon_minimum),
    deliveryCost: senFromRinggit(delivery_cost),
    freeFrom: senFromRinggit(free_from),
  };
}

/** The lines that can be refunded now. */
export function refundableLines({ lines }: Order): Order['lines'] {
  return lines.filter((line) => line.refundable_qty > 0);
}
