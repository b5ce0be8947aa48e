import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { BookFormat } from '#domain/catalogue/product.ts';
import type { DeliveryPromise } from '#domain/delivery-promise.ts';
import type { StockEntryKind, StockReason } from '#domain/stock.ts';
import type { PriceBreakdown } from '#domain/pricing/price-breakdown.ts';
import type { Locale } from '#domain/locale.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import { customer } from './accounts.ts';
import { product, series, variant } from './catalogue.ts';
import { at, bytes, id, sen } from './columns.ts';

/** Where the shop delivers to; `name` is the operator's word for it. Free once the amount reaches `freeFrom`. */
export const deliveryZone = pgTable('delivery_zone', {
  name: text().primaryKey(),
  cost: sen().notNull(),
  freeFrom: sen().notNull(),
  /** The states that its addresses may lie in. */
  states: text().array().notNull(),
  /** How many dispatch days a parcel takes, at least and at most. */
  transitFrom: smallint().notNull().default(2),
  transitTo: smallint().notNull().default(5),
});

/** When parcels leave: one row; see `DispatchCalendar` of the domain. */
export const dispatchCalendar = pgTable('dispatch_calendar', {
  isOnly: boolean().primaryKey().default(true),
  weekdays: smallint().array().notNull(),
  cutOff: smallint().notNull(),
  holidays: text().array().notNull(),
});

/** Postal codes of a zone, from the first to the last; no code is in two ranges. */
export const deliveryZoneRange = pgTable(
  'delivery_zone_range',
  {
    zone: text()
      .notNull()
      .references(() => deliveryZone.name, { onDelete: 'cascade' }),
    firstCode: integer().notNull(),
    lastCode: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.zone, table.firstCode] })],
);

export const coupon = pgTable('coupon', {
  id: id(),
  code: text().notNull(),
  valueType: smallint().$type<1 | 2>().notNull(),
  /** Basis points for a percentage, sen per unit for a fixed amount. */
  value: bigint({ mode: 'number' }).notNull(),
  /** At most one of these has a value: the subject or series whose titles alone are covered, or the title. */
  subject: text(),
  productId: integer().references(() => product.id),
  seriesId: integer().references(() => series.id),
  minimumSubtotal: sen().notNull().default(0),
  maxUses: integer(),
  maxUsesPerCustomer: integer(),
  used: integer().notNull().default(0),
  startsAt: at().notNull().defaultNow(),
  endsAt: at(),
  /** How often its terms were written. */
  version: integer().notNull().default(1),
});

/** How often one customer (their e-mail address, guest and member alike) used a coupon. */
export const couponUsage = pgTable(
  'coupon_usage',
  {
    couponId: uuid()
      .notNull()
      .references(() => coupon.id),
    customerKey: text().notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.couponId, table.customerKey] })],
);

/**
 * A live use of a coupon by an order; cancelling deletes it. It counts for nobody (`customerKey`) while it stands on an
 * unpaid order of a guest. `customerHash`, a keyed hash of the address, takes its place once the account is deleted.
 */
export const couponRedemption = pgTable('coupon_redemption', {
  orderId: uuid()
    .primaryKey()
    .references(() => order.id),
  couponId: uuid()
    .notNull()
    .references(() => coupon.id),
  customerKey: text(),
  customerHash: text(),
});

/** What a customer took out of the cart to buy later. */
export const savedLine = pgTable(
  'saved_line',
  {
    customerId: uuid()
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    variantId: integer()
      .notNull()
      .references(() => variant.id),
    qty: integer().notNull(),
    savedAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.variantId] })],
);

/** An order is a photograph: everything on it is copied when it is placed. */
export const order = pgTable('order', {
  id: id(),
  number: text().notNull(),
  customerId: uuid().references(() => customer.id),
  email: text().notNull(),
  locale: text().$type<Locale>().notNull(),
  state: text().$type<OrderState>().notNull().default('placed'),
  placedAt: at().notNull().defaultNow(),
  subtotal: sen().notNull(),
  memberDiscount: sen().notNull(),
  couponDiscount: sen().notNull(),
  shipping: sen().notNull(),
  /** What gift wrap of it all costs; zero without. */
  giftWrap: sen().notNull().default(0),
  total: sen().notNull(),
  /** For who receives it: printed on the packing slip, which has no prices. */
  giftMessage: text(),
  /** For the shop. */
  note: text(),
  /** For the receipt. */
  company: text(),
  taxNumber: text(),
  couponCode: text(),
  /** The list price from which the coupon could be used. */
  couponMinimum: sen(),
  /** What delivery to this address cost, and from which amount it was free. */
  deliveryCost: sen(),
  deliveryFreeFrom: sen(),
  /** When it arrives, as its customer was told; older orders have none. */
  deliveryPromise: jsonb().$type<DeliveryPromise>(),
  /** Until when it is to be paid, and when its customer is reminded of that, unless they were. */
  paymentDueAt: at(),
  paymentReminderAt: at(),
  /** When its customer is invited to review what was delivered, unless they were. */
  reviewInvitationAt: at(),
  /** How it was paid; before that, how the customer chose to. */
  paymentMethod: text().$type<PaymentMethod>().notNull(),
  address: jsonb().$type<OrderAddress>().notNull(),
  /** Every amount with its reason, as the customer saw it when the order was placed. */
  priceBreakdown: jsonb().$type<PriceBreakdown>(),
  /** Hash of the token in a guest's emailed link. */
  guestTokenHash: bytes(),
  /** From where a guest placed it, as keyed hashes, until it is paid or cancelled. */
  guestIpHash: bytes(),
  guestNetworkHash: bytes(),
});

export type OrderAddress = {
  name: string;
  phone: string;
  line1: string;
  line2: string | null;
  city: string;
  state: string;
  zip: string;
  country: 'MY';
};

export const orderLine = pgTable('order_line', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  position: smallint().notNull(),
  productId: integer()
    .notNull()
    .references(() => product.id),
  variantId: integer()
    .notNull()
    .references(() => variant.id),
  title: text().notNull(),
  language: text().notNull(),
  format: text().$type<BookFormat>().notNull(),
  isbn: text(),
  cover: text().notNull(),
  qty: integer().notNull(),
  listPrice: sen().notNull(),
  unitPrice: sen().notNull(),
  couponDiscount: sen().notNull(),
  /** When a pre-ordered title is dispatched, as the customer last heard; none where there was no sales embargo. */
  onSaleFrom: text(),
  /** When the customer was last told of another such date. */
  onSaleMovedAt: at(),
  /** Copies that are not in stock yet, and since when the line waits for them. */
  awaited: integer().notNull().default(0),
  awaitedSince: at(),
});

/** What readers of a title bought too, the most often first; made anew each night. */
export const alsoBought = pgTable(
  'also_bought',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    otherId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    place: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.place] })],
);

/** Each status change of an order, with who made it. */
export const orderEvent = pgTable('order_event', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  state: text().$type<OrderState>().notNull(),
  actor: text().notNull(),
  note: text(),
  at: at()
    .notNull()
    .default(sql`clock_timestamp()`),
});

/** What changed on an order besides its state: a title's on-sale date, as its customer was told, or the address. */
export const orderChange = pgTable('order_change', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  kind: text().$type<'date_moved' | 'address_changed'>().notNull(),
  /** With `date_moved`: the title, and its date, unless it is on sale. */
  title: text(),
  onSaleFrom: text(),
  actor: text().notNull(),
  at: at().notNull().defaultNow(),
});

export const shipment = pgTable('shipment', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  carrier: text().notNull(),
  tracking: text().notNull(),
  at: at().notNull().defaultNow(),
});

/** Movements that staff booked together; `id` is the client's, so that what is sent twice is booked once. */
export const stockEntry = pgTable('stock_entry', {
  id: uuid().primaryKey(),
  kind: text().$type<StockEntryKind>().notNull(),
  /** The number of a delivery note. */
  reference: text(),
  /** Why, in the words of whoever booked it. */
  note: text(),
  actor: text().notNull(),
  fingerprint: bytes().notNull(),
  at: at().notNull().defaultNow(),
});

/**
 * A change of stock: `sold`, `released` (never paid), `returned` and `resent` by an order; `received`, `adjusted` and `damaged` as
 * the shop says; `counted`, which makes the stock what was stated as of a time. Only grows.
 */
export const stockMovement = pgTable('stock_movement', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  variantId: integer()
    .notNull()
    .references(() => variant.id),
  /** Above zero for copies that came. */
  quantity: integer().notNull(),
  reason: text().$type<StockReason>().notNull(),
  orderId: uuid().references(() => order.id),
  entryId: uuid().references(() => stockEntry.id),
  /** The file that it came from. */
  reference: text(),
  /** `customer`, `shop`, or who of the staff. */
  actor: text().notNull(),
  asOf: at(),
  at: at()
    .notNull()
    .default(sql`clock_timestamp()`),
});

/** One placed order per (scope, key): `response` is returned again for the same `fingerprint`. */
export const idempotency = pgTable(
  'idempotency',
  {
    scope: text().notNull(),
    key: text().notNull(),
    fingerprint: bytes().notNull(),
    response: jsonb(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
);
