import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { placeOrder as contract } from '#contract/orders.ts';
import { onSaleDate } from '#domain/orders/pre-order.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { expectedDelivery } from '#contract/amounts.ts';
import { firstDispatchDay, promiseDelivery, type DeliveryPromise } from '#domain/delivery-promise.ts';
import { priceBreakdown, type PriceBreakdown } from '#domain/pricing/price-breakdown.ts';
import type { Locale } from '#domain/locale.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import { findZone } from '#domain/shipping.ts';
import { type QuotedLine, unitPrice, orderTotals } from '#domain/pricing/quote.ts';
import type { ReservedStock } from '../catalogue/stock.ts';
import type { CouponBuyer } from '../coupons/redeem-coupon.ts';
import type { Database } from '../db/connection.ts';
import { keepInsert, keepSql } from '../db/kept-statement.ts';
import { milliseconds } from '../db/subqueries.ts';
import { couponRedemption, idempotency, order, orderLine, orderEvent, type OrderAddress } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { pendingPayment, bankTransferInstructions } from '../payments/checkout.ts';
import { guestOrderToken } from '../emails/links.ts';
import { hashSecret } from '../secrets.ts';
import { postLedgerEntries } from './ledger.ts';
import { totalsInRinggit, type OrderableVariant, type QuotedOrder } from './quote-order.ts';
import type { OrderOrigin } from './unpaid-limits.ts';
import type { StoredEmailData } from '../emails/email-templates.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { getTranslator } from '../translations.ts';

export type PlacedOrder = ResponseOf<typeof contract>;
/** The response as it is stored under its idempotency key: without the link by which a guest's order can be read. */
export type StoredResponse = Omit<PlacedOrder, 'page'>;

/** An order whose stock is reserved and whose coupon is redeemed. */
export type NewOrder = {
  id: string;
  number: string;
  dueAt: Date;
  quoted: QuotedOrder;
  /** How many copies of a variant it waits for. */
  awaited: ReservedStock['awaited'];
  /** The signed-in customer; undefined for a guest. */
  buyer: { customerId: string } | undefined;
  email: string;
  address: OrderAddress;
  extras: Pick<typeof order.$inferSelect, 'giftMessage' | 'note' | 'company' | 'taxNumber'>;
  locale: Locale;
  payBy: PaymentMethod;
  origin: OrderOrigin;
  couponBuyer: CouponBuyer;
  /** The idempotency key that was claimed for it. */
  key: { scope: string; key: string };
};

/** The number of a new order, and until when it has to be paid. Numbers of orders that are not placed after all stay unused. */
export async function numberOrder(
  tx: Database,
  { config }: Pick<Deps, 'config'>,
  payBy: PaymentMethod,
): Promise<Pick<NewOrder, 'number' | 'dueAt'>> {
  const hours = payBy === 'bank_transfer' ? config.transferDeadline : config.onlineDeadline;
  const { rows } = await selectNumber(tx, { hours });
  const { number, dueAt } = rows[0]!;
  return { number, dueAt: new Date(dueAt) };
}

const selectNumber = keepSql<{ hours: number }, { number: string; dueAt: number }>(
  (given) => sql`SELECT 'BK-' || nextval('order_number') AS number,
    ${milliseconds(sql`now() + make_interval(hours => ${given('hours')})`)} AS "dueAt"`,
);

/** Writes an order with its lines, first event, coupon redemption, stored response, ledger entry and confirmation email. */
export async function createOrder(tx: Database, deps: Deps, newOrder: NewOrder): Promise<StoredResponse> {
  const { id, number, dueAt, buyer, payBy } = newOrder;
  const { quote, coupon, zones } = newOrder.quoted;
  const breakdown = priceBreakdown(quote, { coupon, zones, postalCode: newOrder.address.zip });
  const promise = promisedTo(newOrder);
  const payment = { method: payBy, number, payable: quote.total, dueAt };
  const response: StoredResponse = {
    id,
    number,
    status: 'placed',
    ...totalsInRinggit(quote),
    payment: pendingPayment(deps.config, payment),
    expected: expectedDelivery(promise),
  };
  const account = { id, customerId: buyer?.customerId ?? null, paymentMethod: payBy };
  await Promise.all([
    insertOrder(tx, deps, { newOrder, breakdown, promise }),
    insertOrderDetails(tx, newOrder, response),
    postLedgerEntries(tx, account, [{ kind: 'charge', amount: quote.total }]),
    sendOrderConfirmation(tx, deps, { number, dueAt, breakdown, newOrder }),
  ]);
  return response;
}

/** When an order arrives that is placed, and paid, now. */
function promisedTo({ quoted: { zones, variants }, awaited, address }: NewOrder): DeliveryPromise | undefined {
  const zone = findZone(zones, address.zip);
  const dates = [...variants.values()].map((one) => (awaited.has(one.variantId) ? one.awaitable!.from : one.embargo));
  const notBefore = firstDispatchDay(dates);
  return zone && promiseDelivery(zone, { now: new Date().toISOString(), notBefore });
}

type OrderRow = { newOrder: NewOrder; breakdown: PriceBreakdown; promise: DeliveryPromise | undefined };

async function insertOrder(tx: Database, deps: Deps, { newOrder, breakdown, promise }: OrderRow): Promise<void> {
  const { id, number, dueAt, buyer, email, locale, address, extras, payBy, origin } = newOrder;
  const { quote, coupon, zones } = newOrder.quoted;
  const zone = findZone(zones, address.zip);
  await insertOrderRow(tx, {
    id,
    number,
    customerId: buyer?.customerId ?? null,
    email,
    locale,
    subtotal: quote.subtotal,
    memberDiscount: quote.memberDiscount,
    couponDiscount: quote.couponDiscount,
    shipping: quote.shipping,
    giftWrap: quote.giftWrap,
    total: quote.total,
    ...extras,
    couponCode: coupon?.code ?? null,
    couponMinimum: coupon?.minimumSubtotal ?? null,
    deliveryCost: zone?.cost ?? null,
    deliveryFreeFrom: zone?.freeFrom ?? null,
    deliveryPromise: promise ?? null,
    priceBreakdown: breakdown,
    paymentDueAt: dueAt,
    paymentMethod: payBy,
    address,
    guestTokenHash: buyer ? null : hashSecret(guestOrderToken(deps, id)),
    guestIpHash: origin.addressHash ?? null,
    guestNetworkHash: origin.networkHash ?? null,
  });
}

const insertOrderRow = keepInsert(
  order,
  [
    ...(['id', 'number', 'customerId', 'email', 'locale', 'subtotal', 'memberDiscount', 'couponDiscount'] as const),
    ...(['shipping', 'giftWrap', 'total', 'giftMessage', 'note', 'company', 'taxNumber', 'couponCode'] as const),
    ...(['couponMinimum', 'deliveryCost', 'deliveryFreeFrom', 'deliveryPromise', 'priceBreakdown'] as const),
    ...(['paymentDueAt', 'paymentMethod', 'address', 'guestTokenHash', 'guestIpHash', 'guestNetworkHash'] as const),
  ],
  { paymentReminderAt: sql`now() + (${sql.placeholder('paymentDueAt')}::timestamptz - now()) / 2` },
);

/**
 * Inserts the lines, the first event and the coupon's redemption, and stores the response under its idempotency key. One
 * statement, because as typed statements of their own these four cost 12 to 15 percent more processor time per order.
 */
async function insertOrderDetails(tx: Database, newOrder: NewOrder, response: StoredResponse): Promise<void> {
  const { id, quoted, awaited, buyer, key, couponBuyer } = newOrder;
  const { quote, variants, coupon } = quoted;
  const isMember = buyer !== undefined;
  const lines = quote.lines.map((line, position) =>
    orderLineOf(line, variants.get(line.variantId)!, { position, isMember, awaited: awaited.get(line.variantId) ?? 0 }),
  );
  const { key: customerKey, hash: customerHash } = couponBuyer.customer;
  await insertDetails(tx, {
    id,
    lines: JSON.stringify(lines),
    eventId: uuidv7(),
    couponId: coupon?.id ?? null,
    customerKey: isMember ? customerKey : null,
    customerHash,
    response: JSON.stringify(response),
    ...key,
  });
}

type OrderDetails = {
  id: string;
  lines: string;
  eventId: string;
  couponId: string | null;
  customerKey: string | null;
  customerHash: string;
  response: string;
  scope: string;
  key: string;
};

const insertDetails = keepSql<OrderDetails, never>(
  (given) => sql`
    WITH line AS (
      INSERT INTO ${orderLine} (id, order_id, position, product_id, variant_id, title, language, format, isbn, cover, qty,
        list_price, unit_price, coupon_discount, on_sale_from, awaited, awaited_since)
      SELECT id, ${given('id')}, position, product_id, variant_id, title, language, format, isbn, cover, qty,
        list_price, unit_price, coupon_discount, on_sale_from, awaited, CASE WHEN awaited > 0 THEN clock_timestamp() END
      FROM jsonb_populate_recordset(NULL::${orderLine}, ${given('lines')}::jsonb)),
    event AS (
      INSERT INTO ${orderEvent} (id, order_id, state, actor) VALUES (${given('eventId')}, ${given('id')}, 'placed', 'customer')),
    redemption AS (
      INSERT INTO ${couponRedemption} (order_id, coupon_id, customer_key, customer_hash)
      SELECT ${given('id')}::uuid, id, ${given('customerKey')}, ${given('customerHash')}
      FROM (SELECT ${given('couponId')}::uuid AS id) AS redeemed WHERE id IS NOT NULL)
    UPDATE ${idempotency} SET response = ${given('response')}::jsonb
    WHERE scope = ${given('scope')} AND key = ${given('key')}`,
);

/** The row of a line as it is sold now: later changes of the variant do not change the order. */
function orderLineOf(
  line: QuotedLine,
  variant: OrderableVariant,
  { position, isMember, awaited }: { position: number; isMember: boolean; awaited: number },
) {
  const { title, language, format, isbn, cover, embargo, published } = variant;
  return {
    id: uuidv7(),
    position,
    product_id: line.productId,
    variant_id: line.variantId,
    title,
    language,
    format,
    isbn,
    cover,
    qty: line.qty,
    list_price: line.listPrice,
    unit_price: unitPrice(line, isMember),
    coupon_discount: line.couponDiscount,
    on_sale_from: onSaleDate({ embargo, published, awaited }, dayInMalaysia(new Date().toISOString())) ?? null,
    awaited,
  };
}

type Confirmation = { number: string; dueAt: Date; breakdown: PriceBreakdown; newOrder: NewOrder };

/** Enqueues the email with the order's lines, prices and their reasons, delivery address and payment instructions. */
async function sendOrderConfirmation(
  tx: Database,
  deps: Deps,
  { number, dueAt, breakdown, newOrder }: Confirmation,
): Promise<void> {
  const { id: orderId, quoted, locale, address, email, payBy } = newOrder;
  const { quote, variants, coupon } = quoted;
  const data: StoredEmailData<'order_placed'> = {
    number,
    lines: quote.lines.map((line, index) => {
      const { title, format } = variants.get(line.variantId)!;
      const { reasons } = breakdown.lines[index]!;
      return {
        title,
        format: getTranslator(locale)(`common.formats.${format}`),
        qty: line.qty,
        cost: line.subtotal,
        reasons,
      };
    }),
    sums: orderTotals(quote, coupon?.code),
    delivery: breakdown.delivery,
    address,
    payBy,
    transfer: bankTransferInstructions(deps.config, number),
    payable: quote.total,
    dueAt: dueAt.toISOString(),
  };
  await enqueueEmail(tx, deps, { kind: 'order_placed', to: email, locale, data, orderId });
}
