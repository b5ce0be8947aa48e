import type { Sen } from './money.ts';
import type { Quote } from './price.ts';
import { SHIPPING_UNAVAILABLE } from './shipping.ts';

/** A figure of a cart or an order under its name, in sen; what lessens the price is below zero. `code` is a coupon's. */
export type Sum = {
  label: 'total' | 'discount' | 'coupon' | 'shipping' | 'shipping_unknown' | 'payable';
  amount: Sen;
  code?: string;
};

type Figures = Pick<Quote, 'total' | 'discount' | 'proDiscount' | 'shipping' | 'payable'>;

/** The figures as every page, mail and receipt lists them; all before the last add up to the last, what is payable. */
export function sumUp(figures: Figures, couponCode?: string | null): Sum[] {
  const { total, discount, proDiscount, shipping, payable } = figures;
  return [
    { label: 'total', amount: total },
    ...(discount > 0 ? [{ label: 'discount' as const, amount: -discount }] : []),
    ...(couponCode ? [{ label: 'coupon' as const, amount: 0 - proDiscount, code: couponCode }] : []),
    shipping === SHIPPING_UNAVAILABLE
      ? { label: 'shipping_unknown', amount: 0 }
      : { label: 'shipping', amount: shipping },
    { label: 'payable', amount: payable },
  ];
}
