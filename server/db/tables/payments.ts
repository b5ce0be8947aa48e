import { sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { StatementMapping } from '#domain/orders/bank-statement.ts';
import type { TransferState } from '#domain/orders/match-transfers.ts';
import type { OnlineMethod, PaymentAttemptState, PaymentMethod } from '#domain/orders/payment.ts';
import type { RefundReason } from '#domain/orders/refund-reasons.ts';
import type { RefundState } from '#domain/orders/refund.ts';
import { customer } from './accounts.ts';
import { at, bytes, id, sen } from './columns.ts';
import { order, orderLine } from './orders.ts';

/**
 * A refund of an order; `amount` (sen) is `merchandiseTotal` plus `shipping` and `giftWrap`, less `revokedDiscount`. Before dispatch
 * `shipping` may be below zero: what stays costs delivery that was free.
 */
export const refund = pgTable('refund', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  customerId: uuid().references(() => customer.id),
  state: text().$type<RefundState>().notNull().default('requested'),
  reason: text().$type<RefundReason>().notNull(),
  note: text(),
  /** The customer withdrew from the contract. */
  isWithdrawal: boolean().notNull().default(false),
  merchandiseTotal: sen().notNull(),
  revokedDiscount: sen().notNull().default(0),
  shipping: sen().notNull(),
  giftWrap: sen().notNull().default(0),
  amount: sen().notNull(),
  requestedAt: at().notNull().defaultNow(),
});

/**
 * Copies of an order's line that go back, and what is paid for them; `restocked` of them stand on the shelf again, or
 * were never there: the order waited for them.
 * `revokedDiscount` is the discount that the copies kept no longer earn; a line may have that alone.
 */
export const refundLine = pgTable(
  'refund_line',
  {
    refundId: uuid()
      .notNull()
      .references(() => refund.id),
    orderLineId: uuid()
      .notNull()
      .references(() => orderLine.id),
    qty: integer().notNull(),
    amount: sen().notNull(),
    revokedDiscount: sen().notNull().default(0),
    restocked: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.orderLineId] })],
);

/** What a customer sends back: its state follows from the refund's, and from whether the shop accepted it. */
export const orderReturn = pgTable('order_return', {
  refundId: uuid()
    .primaryKey()
    .references(() => refund.id),
  number: text().notNull(),
  acceptedAt: at(),
  acceptedBy: text(),
});

/** A photo of what is sent back; its file is in the object storage. */
export const returnPhoto = pgTable('return_photo', {
  id: id(),
  refundId: uuid()
    .notNull()
    .references(() => orderReturn.refundId),
  hash: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  at: at().notNull().defaultNow(),
});

/** Each status change of a refund, with who made it. */
export const refundEvent = pgTable('refund_event', {
  id: id(),
  refundId: uuid()
    .notNull()
    .references(() => refund.id),
  state: text().$type<RefundState>().notNull(),
  actor: text().notNull(),
  note: text(),
  at: at()
    .notNull()
    .default(sql`clock_timestamp()`),
});

/** Who is sending the money of a refund right now: it is sent in one way only. */
export const refundAttempt = pgTable('refund_attempt', {
  refundId: uuid()
    .primaryKey()
    .references(() => refund.id),
  id: uuid().notNull(),
  sentBy: text().$type<'provider' | 'transfer'>().notNull(),
  startedAt: at().notNull().defaultNow(),
});

/**
 * Money owed by the customer (`charge`, positive), received (`payment`), no longer owed (`reversal`), owed back
 * (`refund`) and paid back (`payout`, positive): an order's sum is what is open. Only grows; chained by hashes per order.
 */
export const ledgerEntry = pgTable('ledger_entry', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  customerId: uuid().references(() => customer.id),
  kind: text().$type<'charge' | 'payment' | 'reversal' | 'refund' | 'payout'>().notNull(),
  method: text().notNull(),
  amount: sen().notNull(),
  refundId: uuid().references(() => refund.id),
  at: at().notNull().defaultNow(),
  /** Set by the database, with `hash`. */
  position: integer().notNull().default(0),
  hash: bytes().notNull().default(Buffer.alloc(0)),
});

/** What the ledger says came in and was refunded on a day in Malaysia, by method; a trigger on the ledger counts. */
export const takingsDay = pgTable(
  'takings_day',
  {
    day: date().notNull(),
    method: text().$type<PaymentMethod>().notNull(),
    /** Payments less those that nobody owed, which were sent back. */
    received: sen().notNull(),
    refunded: sen().notNull(),
    payments: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.method] })],
);

/**
 * One attempt to pay an order at the payment provider; `checkoutSessionId` and `paymentIntentId` are the provider's ids. An
 * order has at most one open attempt, and one that paid it.
 */
export const paymentAttempt = pgTable('payment_attempt', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  method: text().$type<OnlineMethod>().notNull(),
  amount: sen().notNull(),
  state: text().$type<PaymentAttemptState>().notNull().default('open'),
  checkoutSessionId: text(),
  /** Missing until the provider has created the session, and once the attempt is no longer open. */
  checkoutUrl: text(),
  paymentIntentId: text(),
  /** How often the provider has declined to refund this payment. */
  refundDeclines: integer().notNull().default(0),
  /** When the provider was last asked to refund it; missing once it has declined. */
  refundRequestedAt: at(),
  createdAt: at().notNull().defaultNow(),
  expiresAt: at().notNull(),
});

/**
 * The provider's webhook events, once each. Money that matches no attempt by order, session, amount and currency is
 * `unmatched` until an operator has handled it (`resolved`); `amount` in the smallest unit of its currency.
 */
export const paymentEvent = pgTable('payment_event', {
  id: text().primaryKey(),
  attemptId: uuid().references(() => paymentAttempt.id),
  outcome: text().$type<'paid' | 'returned' | 'ended' | 'ignored' | 'unmatched' | 'resolved'>().notNull(),
  checkoutSessionId: text().notNull(),
  paymentIntentId: text(),
  amount: sen(),
  note: text(),
  at: at().notNull().defaultNow(),
});

/** A bank statement that was uploaded or pasted, and by whom. */
export const bankStatement = pgTable('bank_statement', {
  id: id(),
  name: text().notNull(),
  actor: text().notNull(),
  at: at().notNull().defaultNow(),
});

/**
 * Money that came in (`amount` in sen), known by the hash of its cells and, of several equal lines of a statement, which it is. Of
 * a booked line `bookedAmount` pays its order; the rest is owed to the payer until it was sent back (`returnedAt`).
 */
export const bankStatementLine = pgTable('bank_statement_line', {
  id: id(),
  statementId: uuid()
    .notNull()
    .references(() => bankStatement.id),
  hash: bytes().notNull(),
  repetition: integer().notNull(),
  day: date().notNull(),
  amount: sen().notNull(),
  text: text().notNull(),
  payer: text().notNull(),
  state: text().$type<TransferState>().notNull().default('open'),
  orderId: uuid().references(() => order.id),
  bookedAmount: sen().notNull().default(0),
  returnedAt: at(),
  note: text(),
  /** Who booked or dismissed it, and when. */
  actor: text(),
  decidedAt: at(),
});

/** How the columns of statements with this header were mapped by hand. */
export const statementMapping = pgTable('statement_mapping', {
  headerHash: bytes().primaryKey(),
  mapping: jsonb().$type<StatementMapping>().notNull(),
  savedAt: at().notNull().defaultNow(),
});
