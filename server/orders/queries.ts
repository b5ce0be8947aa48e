import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { expectedDelivery, priceBreakdownInRinggit } from '#contract/amounts.ts';
import type { Order, OrderWithTimeline } from '#contract/orders.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { refundableLines, refundDeadline, checkOrderRefundable, type QuoteTerms } from '#domain/orders/refund.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, together, type Given } from '../db/kept-statement.ts';
import { jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { order, orderLine, shipment } from '../db/tables.ts';
import { pendingPayment } from '../payments/checkout.ts';
import { requireFound } from '../api-error.ts';
import { requireLinkedOrderId } from './guest-orders.ts';
import { listOrderClaims } from './claims/queries.ts';
import { loadTimeline } from './timeline.ts';
import { refundableOrderColumns, refundableOrderOf, refundOf, termsOf } from './refunds/refundable-order.ts';
import { openOrderRequests } from '#domain/orders/order-request.ts';
import { dispatchDate, type OrderState } from '#domain/orders/order.ts';
import { dayInMalaysia } from '#domain/dates.ts';

/** One order of this customer. Throws `not_found`. */
export async function requireOrder(db: Database, config: Config, own: { id: string; customerId: string }) {
  return requireOrderWithTimeline(db, config, (one) => selectOwnOrder(one, own));
}

/** The order of a link. Throws what {@link requireLinkedOrderId} throws. */
export async function requireLinkedOrder(
  deps: Pick<Deps, 'db' | 'preparedDb' | 'config' | 'authSecret'>,
  token: string,
): Promise<OrderWithTimeline> {
  const id = await requireLinkedOrderId(deps, token);
  return requireOrderWithTimeline(deps.preparedDb, deps.config, (db) => selectOrderById(db, { id }));
}

/** One order of any customer, for the staff, by its number, ignoring case. Throws `not_found`. */
export async function requireOrderByNumber(db: Database, config: Config, number: string): Promise<OrderWithTimeline> {
  const wanted = { number: number.trim().toUpperCase() };
  return requireOrderWithTimeline(db, config, (one) => selectOrderByNumber(one, wanted));
}

async function requireOrderWithTimeline(
  db: Database,
  config: Config,
  select: (db: Database) => Promise<SelectedOrder[]>,
): Promise<OrderWithTimeline> {
  return together(db, async (one) => {
    const [found] = await select(one);
    const selected = requireFound(found);
    const { id } = selected.order;
    const [claims, timeline] = await Promise.all([listOrderClaims(one, id), loadTimeline(one, id)]);
    return orderWithTimelineOf(selected, { claims, timeline }, config);
  });
}

function orderWithTimelineOf(
  selected: SelectedOrder,
  { claims, timeline }: Pick<OrderWithTimeline, 'claims' | 'timeline'>,
  config: Config,
): OrderWithTimeline {
  const { address, email, giftMessage, note, company, taxNumber } = selected.order;
  const shown = orderOf(selected, config);
  return {
    ...shown,
    address,
    email,
    gift_message: giftMessage,
    note,
    company,
    tax_number: taxNumber,
    timeline,
    claims,
    requests: openOrderRequests(
      {
        state: shown.status,
        deliveredAt: selected.deliveredAt,
        expectedTo: shown.expected?.to ?? null,
        hasRefundable: shown.lines.some((line) => line.refundable_qty > 0),
        hasOpenClaim: claims.some(({ status }) => status === 'open'),
      },
      selected.now,
    ),
  };
}

const orderColumns = {
  ...refundableOrderColumns,
  shipments: valueOf(
    subquery
      .select({
        value: jsonArray({ carrier: shipment.carrier, tracking: shipment.tracking, at: shipment.at }, shipment.id),
      })
      .from(shipment)
      .where(eq(shipment.orderId, order.id)),
  ),
};

/** Orders with what belongs to them, for {@link orderOf}. */
export function selectOrders(db: Database, where: SQL | undefined) {
  return db.select(orderColumns).from(order).where(where);
}

type SelectedOrder = SelectResultFields<typeof orderColumns>;

const selectOrderById = keepStatement((db, given: Given<{ id: string }>) =>
  selectOrders(db, eq(order.id, given('id'))),
);
const selectOrderByNumber = keepStatement((db, given: Given<{ number: string }>) =>
  selectOrders(db, eq(order.number, given('number'))),
);
const selectOwnOrder = keepStatement((db, given: Given<{ id: string; customerId: string }>) =>
  selectOrders(db, and(eq(order.id, given('id')), eq(order.customerId, given('customerId')))),
);

/** An order as its customer sees it. */
export function orderOf(selected: SelectedOrder, config: Config): Order {
  const { order: row, lines, shipments, refunds, deliveredAt, now } = selected;
  const isOpen = !checkOrderRefundable({ state: row.state, deliveredAt }, now);
  const left = new Map(refundableLines(refundableOrderOf(selected)).map(({ id, qty }) => [id, qty]));
  const until = refundDeadline(deliveredAt);
  return {
    id: row.id,
    number: row.number,
    status: row.state,
    placed_at: row.placedAt.toISOString(),
    total: ringgitFromSen(row.subtotal),
    discount: ringgitFromSen(row.memberDiscount),
    proDis: ringgitFromSen(row.couponDiscount),
    shippingCost: ringgitFromSen(row.shipping),
    gift_wrap: ringgitFromSen(row.giftWrap),
    payable: ringgitFromSen(row.total),
    coupon: row.couponCode,
    terms: termsInRinggit(termsOf(row)),
    explanation: row.priceBreakdown && priceBreakdownInRinggit(row.priceBreakdown),
    lines: lines.map((line) => ({
      ...lineOf(line, isOpen ? (left.get(line.id) ?? 0) : 0),
      ...dispatchOf(row.state, line, now),
    })),
    shipments: shipments.map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    refunds: refunds.map(refundOf),
    refundable_until: until === undefined ? null : new Date(until).toISOString(),
    expected: expectedDelivery(row.deliveryPromise),
    payment: paymentOf(row, config),
  };
}

function dispatchOf(state: OrderState, line: SelectedOrder['lines'][number], now: number) {
  const { awaited } = line;
  const on_sale_from = dispatchDate(state, line, dayInMalaysia(new Date(now).toISOString()));
  return { ...(on_sale_from !== undefined && { on_sale_from }), ...(awaited > 0 && { awaited }) };
}

function termsInRinggit(terms: QuoteTerms | null): Order['terms'] {
  if (!terms) return null;
  const { couponMinimum, deliveryCost, freeFrom } = terms;
  return {
    coupon_minimum: ringgitFromSen(couponMinimum),
    delivery_cost: ringgitFromSen(deliveryCost),
    free_from: ringgitFromSen(freeFrom),
  };
}

function lineOf(line: SelectedOrder['lines'][number], refundable: number): Order['lines'][number] {
  return {
    id: line.id,
    product_id: line.productId,
    variant_id: line.variantId,
    title: line.title,
    language: line.language,
    format: line.format,
    isbn: line.isbn,
    cover: line.cover,
    qty: line.qty,
    list_price: ringgitFromSen(line.listPrice),
    unit_price: ringgitFromSen(line.unitPrice),
    proDis: ringgitFromSen(line.couponDiscount),
    refundable_qty: refundable,
  };
}

function paymentOf(row: typeof order.$inferSelect, config: Config): Order['payment'] {
  const { state, paymentMethod: method, number, total: payable, paymentDueAt: dueAt } = row;
  if (state === 'placed') return pendingPayment(config, { method, number, payable, dueAt: dueAt! });
  return { method, status: state === 'cancelled' ? 'cancelled' : 'paid' };
}

/** An order as the staff's list shows it; `payable` in RM. */
export type OrderSummary = {
  number: string;
  status: OrderState;
  placed_at: string;
  email: string;
  copies: number;
  payable: number;
};

/** The newest orders of all customers, of one state where it is given. */
export async function listAllOrders(
  db: Database,
  { limit, state }: { limit: number; state?: OrderState | undefined },
): Promise<OrderSummary[]> {
  const rows = await db
    .select({
      order,
      copies: valueOf(
        subquery
          .select({ value: sql<number>`sum(${orderLine.qty})::int` })
          .from(orderLine)
          .where(eq(orderLine.orderId, order.id)),
      ),
    })
    .from(order)
    .where(state && eq(order.state, state))
    .orderBy(desc(order.id))
    .limit(limit);
  return rows.map(({ order: { number, state: status, placedAt, email, total: payable }, copies }) => ({
    number,
    status,
    placed_at: placedAt.toISOString(),
    email,
    copies,
    payable: ringgitFromSen(payable),
  }));
}
