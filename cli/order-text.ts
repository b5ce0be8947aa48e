import type { OrderWithTimeline } from '#contract/orders.ts';
import { facts, money, table, time } from './table.ts';

/** An order as people read it. */
export function orderText(order: OrderWithTimeline): string {
  const { name, phone, line1, line2, zip, city, state } = order.address;
  const about = facts({
    Order: order.number,
    State: order.status,
    Placed: time(order.placed_at),
    'E-mail': order.email,
    'Deliver to': [name, line1, line2, `${zip} ${city}`, state].filter(Boolean).join(', '),
    Phone: phone,
  });
  const moves = table(order.timeline.map(({ status, at }) => ({ state: status, at: time(at) })));
  const parcels = table(order.shipments.map(({ carrier, tracking, at }) => ({ carrier, tracking, at: time(at) })));
  return [about, table(order.lines.map(lineOf)), sumsOf(order), moves, parcels].filter(Boolean).join('\n\n');
}

function lineOf({ qty, title, format, isbn, unit_price, proDis }: OrderWithTimeline['lines'][number]) {
  return { qty, title, format, isbn: isbn ?? '', each: money(unit_price), coupon: proDis > 0 ? money(-proDis) : '' };
}

function sumsOf(order: OrderWithTimeline): string {
  return facts({
    'Books at list price': money(order.total),
    'Member prices': order.discount > 0 ? money(-order.discount) : null,
    [`Coupon ${order.coupon ?? ''}`]: order.proDis > 0 ? money(-order.proDis) : null,
    Delivery: money(order.shippingCost),
    Total: money(order.payable),
    Payment: `${order.payment.method.replace('_', ' ')}, ${order.payment.status}`,
  });
}
