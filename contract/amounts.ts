import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import type { PriceBreakdown } from '#domain/pricing/price-breakdown.ts';
import { orderTotals, type TotalLine } from '#domain/pricing/quote.ts';
import { formatPostalCode, type Zones } from '#domain/shipping.ts';
import type { DeliveryZone } from './checkout.ts';
import type { DeliveryPromise } from '#domain/delivery-promise.ts';
import type { ExpectedDelivery, Order } from './orders.ts';

/** The domain's zones on the wire, in RM. */
export function zonesInRinggit(zones: Zones): DeliveryZone[] {
  return zones.map(({ name, ranges, cost, freeFrom, states, transit, dispatch }) => ({
    name,
    ranges: ranges.map(({ from, to }) => ({ from: formatPostalCode(from), to: formatPostalCode(to) })),
    cost: ringgitFromSen(cost),
    free_from: ringgitFromSen(freeFrom),
    states: [...states],
    transit,
    dispatch: {
      weekdays: [...dispatch.weekdays],
      cut_off: dispatch.cutOff,
      holidays: [...dispatch.holidays],
    },
  }));
}

/** The wire's zones in sen. */
export function zonesInSen(items: readonly DeliveryZone[]): Zones {
  return items.map(({ name, ranges, cost, free_from, states, transit, dispatch }) => ({
    name,
    ranges: ranges.map(({ from, to }) => ({ from: Number(from), to: Number(to) })),
    cost: senFromRinggit(cost),
    freeFrom: senFromRinggit(free_from),
    states,
    transit,
    dispatch: { weekdays: dispatch.weekdays, cutOff: dispatch.cut_off, holidays: dispatch.holidays },
  }));
}

/** An order's figures under their names, in sen, and their reasons where they were kept with it. */
export function orderPrices(order: Order): { totals: TotalLine[]; priceBreakdown: PriceBreakdown | undefined } {
  const figures = {
    subtotal: senFromRinggit(order.total),
    memberDiscount: senFromRinggit(order.discount),
    couponDiscount: senFromRinggit(order.proDis),
    shipping: senFromRinggit(order.shippingCost),
    giftWrap: senFromRinggit(order.gift_wrap),
    total: senFromRinggit(order.payable),
  };
  return {
    totals: orderTotals(figures, order.coupon),
    priceBreakdown: order.explanation ? priceBreakdownInSen(order.explanation) : undefined,
  };
}

/** What a customer was promised, on the wire. */
export function expectedDelivery(promise: DeliveryPromise | null | undefined): ExpectedDelivery | null {
  if (!promise) return null;
  const { from, to, orderBy } = promise;
  return { from, to, ...(orderBy !== undefined && { pay_by: orderBy }) };
}

const MONEY_FIELDS = new Set(['amount', 'each', 'threshold', 'missing']);

/** An explanation in sen as the wire's in RM. */
export function priceBreakdownInRinggit(breakdown: PriceBreakdown): PriceBreakdown {
  return convertMoney(breakdown, ringgitFromSen);
}

/** The wire's explanation in sen. */
export function priceBreakdownInSen(breakdown: PriceBreakdown): PriceBreakdown {
  return convertMoney(breakdown, senFromRinggit);
}

function convertMoney({ lines, delivery }: PriceBreakdown, convert: (amount: number) => number): PriceBreakdown {
  const converted = <R extends object>(reason: R): R =>
    Object.fromEntries(
      Object.entries(reason).map(([name, value]) => [name, MONEY_FIELDS.has(name) ? convert(value as number) : value]),
    ) as R;
  return {
    lines: lines.map(({ vid, reasons }) => ({ vid, reasons: reasons.map(converted) })),
    delivery: converted(delivery),
  };
}
