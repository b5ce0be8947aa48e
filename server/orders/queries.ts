import { and, asc, desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import { explanationInRinggit } from '#contract/explanation.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { listOrders as contract, Order, OrderWithTimeline } from '#contract/orders.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { everythingLeft, refundDeadline, refuseAnyRefund } from '#domain/refund.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/connection.ts';
import { order, orderLine, orderMove, shipment } from '../db/tables.ts';
import { pendingPayment } from '../payments/pending-payment.ts';
import { required } from '../refuse.ts';
import { boughtOrderOf, refundColumns, refundOf, type RefundJson } from './refund-rows.ts';
import { holds } from './holds.ts';

type Shipments = { carrier: string; tracking: string; at: string }[];

type Asked = ParsedOf<typeof contract>['query'] & { customerId: string };

/** A customer's orders, newest first; `before` is the id of the last one already seen. Refuses `not_found`. */
export async function listOrders(
  db: Database,
  config: Config,
  { customerId, limit, before, q, status }: Asked,
): Promise<Order[]> {
  if (before) await requireOwn(db, { id: before, customerId });
  const rows = await selectOrders(
    db,
    and(
      eq(order.customerId, customerId),
      before ? lt(order.id, before) : undefined,
      status && eq(order.state, status),
      q ? holds(q) : undefined,
    ),
  )
    .orderBy(desc(order.id))
    .limit(limit);
  return rows.map((row) => orderOf(row, config));
}

async function requireOwn(db: Database, { id, customerId }: { id: string; customerId: string }): Promise<void> {
  const [own] = await db
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.id, id), eq(order.customerId, customerId)));
  required(own);
}

/** One order of this customer. Refuses `not_found`. */
export async function requireOrder(db: Database, config: Config, own: { id: string; customerId: string }) {
  return withTimeline(db, config, and(eq(order.id, own.id), eq(order.customerId, own.customerId)));
}

/** The order that a guest's mailed link names. Refuses `not_found`. */
export async function requireGuestOrder(db: Database, config: Config, tokenHash: Buffer): Promise<OrderWithTimeline> {
  return withTimeline(db, config, eq(order.guestTokenHash, tokenHash));
}

/** One order of any customer, for the staff, by its number in any case. Refuses `not_found`. */
export async function requireOrderByNumber(db: Database, config: Config, number: string): Promise<OrderWithTimeline> {
  return withTimeline(db, config, eq(order.number, number.trim().toUpperCase()));
}

async function withTimeline(db: Database, config: Config, where: SQL | undefined): Promise<OrderWithTimeline> {
  const [found] = await selectOrders(db, where);
  const selected = required(found);
  const { id, address, email } = selected.order;
  const moves = await db.select().from(orderMove).where(eq(orderMove.orderId, id)).orderBy(asc(orderMove.id));
  return {
    ...orderOf(selected, config),
    address,
    email,
    timeline: moves.map((move) => ({ status: move.state, at: move.at.toISOString() })),
  };
}

/** In the select of one table Drizzle writes columns without their table; within a subquery that would be another's. */
function selectOrders(db: Database, where: SQL | undefined) {
  return db
    .select({
      order,
      lines: sql<
        LineJson[]
      >`(SELECT json_agg(line ORDER BY position) FROM ${orderLine} AS line WHERE line.order_id = "order".id)`,
      shipments: sql<Shipments>`coalesce((SELECT json_agg(json_build_object('carrier', carrier, 'tracking', tracking,
        'at', at) ORDER BY id) FROM ${shipment} WHERE ${eq(shipment.orderId, order.id)}), '[]')`,
      ...refundColumns,
    })
    .from(order)
    .where(where);
}

type LineJson = {
  id: string;
  product_id: number;
  variant_id: number;
  title: string;
  language: string;
  format: (typeof orderLine.$inferSelect)['format'];
  isbn: string | null;
  cover: string;
  qty: number;
  list_price: number;
  unit_price: number;
  promo: number;
};
type Selected = {
  order: typeof order.$inferSelect;
  lines: LineJson[];
  shipments: Shipments;
  refunds: RefundJson[];
  deliveredAt: number | null;
  now: number;
};

function orderOf({ order: row, lines, shipments, refunds, deliveredAt, now }: Selected, config: Config): Order {
  const isOpen = !refuseAnyRefund({ state: row.state, deliveredAt }, now);
  const left = new Map(everythingLeft(boughtOrderOf(row.shipping, lines, refunds)).map(({ id, qty }) => [id, qty]));
  const until = refundDeadline(deliveredAt);
  return {
    id: row.id,
    number: row.number,
    status: row.state,
    placed_at: row.placedAt.toISOString(),
    total: ringgitFromSen(row.total),
    discount: ringgitFromSen(row.discount),
    proDis: ringgitFromSen(row.proDiscount),
    shippingCost: ringgitFromSen(row.shipping),
    payable: ringgitFromSen(row.payable),
    coupon: row.couponCode,
    explanation: row.explanation && explanationInRinggit(row.explanation),
    lines: lines.map((line) => lineOf(line, isOpen ? (left.get(line.id) ?? 0) : 0)),
    shipments: shipments.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    refunds: refunds.map(refundOf),
    refundable_until: until === undefined ? null : new Date(until).toISOString(),
    payment: paymentOf(row, config),
  };
}

function lineOf(line: LineJson, refundable: number): Order['lines'][number] {
  const { list_price, unit_price, promo, ...facts } = line;
  return {
    id: facts.id,
    product_id: facts.product_id,
    variant_id: facts.variant_id,
    title: facts.title,
    language: facts.language,
    format: facts.format,
    isbn: facts.isbn,
    cover: facts.cover,
    qty: facts.qty,
    list_price: ringgitFromSen(list_price),
    unit_price: ringgitFromSen(unit_price),
    proDis: ringgitFromSen(promo),
    refundable_qty: refundable,
  };
}

function paymentOf(row: typeof order.$inferSelect, config: Config): Order['payment'] {
  const { state, paymentMethod: method } = row;
  if (state === 'placed') return pendingPayment(config, { ...row, method });
  return { method, status: state === 'cancelled' ? 'cancelled' : 'paid' };
}
