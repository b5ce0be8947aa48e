import { and, count, desc, eq, exists, gt, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { expectedDelivery, priceBreakdownInRinggit } from '#contract/amounts.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { listOrders as contract, Order, OrderWithTimeline } from '#contract/orders.ts';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { refundableLines, refundDeadline, checkOrderRefundable, type QuoteTerms } from '#domain/orders/refund.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
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
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';

type OrderFilter = ParsedOf<typeof contract>['query'] & { customerId: string };

/** The most lines in the orders of one response; a single order may have {@link MAX_LINES}. */
const MAX_LINES_PER_RESPONSE = 1000;

/**
 * A customer's orders, newest first; `before` is the id of the last order of the previous page. Fewer than `limit` where they
 * would have too many lines together. Throws `not_found`.
 */
export async function listOrders(
  db: Database,
  config: Config,
  { customerId, limit, before, q, status }: OrderFilter,
): Promise<Order[]> {
  if (before) await requireOwnOrder(db, { id: before, customerId });
  const matches = and(
    eq(order.customerId, customerId),
    before ? lt(order.id, before) : undefined,
    status && eq(order.state, status),
    q ? matchesSearch(q) : undefined,
  );
  const bounded =
    limit * MAX_LINES > MAX_LINES_PER_RESPONSE
      ? inArray(order.id, await listIdsWithinLineLimit(db, matches, limit))
      : matches;
  const rows = await selectOrders(db, bounded).orderBy(desc(order.id)).limit(limit);
  return rows.map((row) => orderOf(row, config));
}

/** The ids of the newest of these orders whose lines fit into one response. */
async function listIdsWithinLineLimit(db: Database, matches: SQL | undefined, limit: number): Promise<string[]> {
  const rows = await db
    .select({
      id: order.id,
      lines: valueOf(subquery.select({ value: count() }).from(orderLine).where(eq(orderLine.orderId, order.id))),
    })
    .from(order)
    .where(matches)
    .orderBy(desc(order.id))
    .limit(limit);
  let lines = 0;
  return rows.filter((row) => (lines += row.lines) <= MAX_LINES_PER_RESPONSE).map(({ id }) => id);
}

async function requireOwnOrder(db: Database, { id, customerId }: { id: string; customerId: string }): Promise<void> {
  const [own] = await db
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.id, id), eq(order.customerId, customerId)));
  requireFound(own);
}

/** One order of this customer. Throws `not_found`. */
export async function requireOrder(db: Database, config: Config, own: { id: string; customerId: string }) {
  return requireOrderWithTimeline(db, config, and(eq(order.id, own.id), eq(order.customerId, own.customerId)));
}

/** The order of a link. Throws what {@link requireLinkedOrderId} throws. */
export async function requireLinkedOrder(
  deps: Pick<Deps, 'db' | 'preparedDb' | 'config' | 'authSecret'>,
  token: string,
): Promise<OrderWithTimeline> {
  return requireOrderWithTimeline(deps.preparedDb, deps.config, eq(order.id, await requireLinkedOrderId(deps, token)));
}

/** One order of any customer, for the staff, by its number, ignoring case. Throws `not_found`. */
export async function requireOrderByNumber(db: Database, config: Config, number: string): Promise<OrderWithTimeline> {
  return requireOrderWithTimeline(db, config, eq(order.number, number.trim().toUpperCase()));
}

async function requireOrderWithTimeline(
  db: Database,
  config: Config,
  where: SQL | undefined,
): Promise<OrderWithTimeline> {
  const [found] = await selectOrders(db, where);
  const selected = requireFound(found);
  const { id, address, email, giftMessage, note, company, taxNumber } = selected.order;
  const shown = orderOf(selected, config);
  const claims = await listOrderClaims(db, id);
  return {
    ...shown,
    address,
    email,
    gift_message: giftMessage,
    note,
    company,
    tax_number: taxNumber,
    timeline: await loadTimeline(db, id),
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

function selectOrders(db: Database, where: SQL | undefined) {
  return db.select(orderColumns).from(order).where(where);
}

type SelectedOrder = SelectResultFields<typeof orderColumns>;

function orderOf(selected: SelectedOrder, config: Config): Order {
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

const MAX_SEARCH_WORDS = 8;

/**
 * Whether an order matches a search: a whole number `BK-…` is that order alone; otherwise part of the number, an ISBN or its
 * beginning, or words of one of its titles, whatever the accents and digits.
 */
function matchesSearch(q: string): SQL {
  const number = /^bk-?(\d{6,})$/i.exec(q.trim())?.[1];
  if (number) return eq(order.number, `BK-${number}`);
  const words = foldForSearch(q).split(' ').filter(Boolean).slice(0, MAX_SEARCH_WORDS);
  const digits = words.join('').replace(/^bk/, '');
  const isDigits = /^\d{1,13}$/.test(digits);
  const isbn = parseIsbn(q) ?? (isDigits && digits.length >= 4 ? digits : undefined);
  const found = or(
    isDigits ? like(order.number, `%${digits}%`) : undefined,
    isbn === undefined ? undefined : hasMatchingLine(like(orderLine.isbn, `${isbn}%`)),
    words.length > 0 ? hasMatchingLine(and(...words.map((word) => gt(position(word), 0)))) : undefined,
  );
  return found ?? sql`false`;
}

function hasMatchingLine(condition: SQL | undefined): SQL {
  const isOfOrder = eq(orderLine.orderId, order.id);
  return exists(subquery.select({ id: orderLine.id }).from(orderLine).where(and(isOfOrder, condition)));
}

/** Where a word stands in a line's title, or 0. Folds the title like `foldForSearch`, as far as matching words needs it. */
function position(word: string): SQL<number> {
  return sql`strpos(translate(replace(replace(replace(
    lower(regexp_replace(normalize(${orderLine.title}, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øيىكەة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹''’ʼ', 'oییکهه01234567890123456789'), ${word})`;
}
