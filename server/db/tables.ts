import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import type { BookFormat } from '#domain/book-format.ts';
import type { Explanation } from '#domain/explain.ts';
import type { Locale } from '#domain/locale.ts';
import type { OrderState } from '#domain/order-state.ts';
import type { AttemptState, OnlineMethod, PaymentMethod } from '#domain/payment.ts';
import type { RefundReason } from '#domain/refund.ts';
import type { RefundState } from '#domain/refund-state.ts';
import type { TicketState } from '#domain/ticket-state.ts';

/*
 * Every table of the shop. What PostgreSQL enforces beside the columns (checks, indexes, triggers) is in
 * migrations/*.sql; a test compares the two. Money is sen in bigint; times are the database's clock.
 */

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const sen = () => bigint({ mode: 'number' });
const at = () => timestamp({ withTimezone: true });
/** UUIDv7: sortable by time, not to be guessed. */
const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => uuidv7());

/** A title: what readers mean by "the book". `workKey` is what an import finds it by. */
export const product = pgTable('product', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  workKey: text().notNull(),
  slug: text().notNull(),
  title: text().notNull(),
  subtitle: text().notNull().default(''),
  titleSort: text().notNull(),
  language: text().notNull(),
  description: text().notNull().default(''),
  /** As precise as it is known: `1926`, `1926-10`, `1926-10-14`. */
  published: text(),
  publisher: text().notNull().default(''),
  imprint: text().notNull().default(''),
  popularity: integer().notNull().default(0),
  isListed: boolean().notNull().default(true),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

/** An edition of a title in one format. `loaded` is every copy ever put in stock (invariant I1). */
export const variant = pgTable('variant', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  productId: integer()
    .notNull()
    .references(() => product.id),
  format: text().$type<BookFormat>().notNull(),
  isbn: text(),
  listPrice: sen().notNull(),
  memberPrice: sen().notNull(),
  stock: integer().notNull().default(0),
  loaded: integer().notNull().default(0),
  pages: integer(),
  published: text(),
  isListed: boolean().notNull().default(true),
});

export const contributor = pgTable('contributor', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  name: text().notNull(),
  nameSort: text().notNull(),
});

export const productContributor = pgTable(
  'product_contributor',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    contributorId: integer()
      .notNull()
      .references(() => contributor.id),
    role: text().notNull(),
    position: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.contributorId, table.role] })],
);

export const series = pgTable('series', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  name: text().notNull(),
});

export const productSeries = pgTable(
  'product_series',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    seriesId: integer()
      .notNull()
      .references(() => series.id),
    number: text(),
    position: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.productId, table.seriesId] })],
);

/** `code` is the Thema code as it came; `shelf` where it stands in our shop (`domain/subjects.ts`). */
export const productSubject = pgTable(
  'product_subject',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    code: text().notNull(),
    shelf: text(),
    position: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.code] })],
);

/** One row a listed title: all that searching, filtering and sorting look at, and what a grid shows. */
export const searchEntry = pgTable('search_entry', {
  productId: integer()
    .primaryKey()
    .references(() => product.id, { onDelete: 'cascade' }),
  document: tsvector().notNull(),
  words: text().notNull(),
  titleSort: text().notNull(),
  popularity: integer().notNull(),
  published: text().notNull(),
  listPrice: sen().notNull(),
  available: boolean().notNull(),
  language: text().notNull(),
  publisher: text().notNull(),
  subjects: text().array().notNull(),
  formats: text().array().notNull(),
  authors: text().array().notNull(),
  series: text().array().notNull(),
});

/** Words of titles and names with how often they occur, for mending typing mistakes. */
export const searchWord = pgTable('search_word', { word: text().primaryKey(), titles: integer().notNull() });

export const coupon = pgTable('coupon', {
  id: id(),
  code: text().notNull(),
  valueType: smallint().$type<1 | 2>().notNull(),
  /** Basis points for a percentage, sen per unit for a fixed amount. */
  value: bigint({ mode: 'number' }).notNull(),
  /** A subject whose titles alone are covered; none is every title. */
  subject: text(),
  minimumTotal: sen().notNull().default(0),
  maxUses: integer(),
  maxUsesPerCustomer: integer(),
  used: integer().notNull().default(0),
  startsAt: at().notNull().defaultNow(),
  endsAt: at(),
});

/** How often one customer (their lower-cased e-mail, guest and member alike) used a coupon. */
export const couponUse = pgTable(
  'coupon_use',
  {
    couponId: uuid()
      .notNull()
      .references(() => coupon.id),
    customerKey: text().notNull(),
    used: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.couponId, table.customerKey] })],
);

/** A live use of a coupon by an order; cancelling deletes it. */
export const couponRedemption = pgTable('coupon_redemption', {
  orderId: uuid()
    .primaryKey()
    .references(() => order.id),
  couponId: uuid()
    .notNull()
    .references(() => coupon.id),
  customerKey: text().notNull(),
});

export const customer = pgTable('customer', {
  id: id(),
  email: text().notNull(),
  username: text(),
  displayName: text().notNull(),
  /** PHC string of argon2id; none for a customer who only signs in by the provider. */
  passwordHash: text(),
  providerId: text().notNull().default('password'),
  photoUrl: text(),
  phone: text(),
  locale: text().$type<Locale>().notNull().default('en'),
  theme: text().$type<'light' | 'dark' | 'system'>().notNull().default('light'),
  userRole: text().$type<'admin' | 'editor'>().notNull().default('admin'),
  marketing: boolean().notNull().default(false),
  isStaff: boolean().notNull().default(false),
  /** Paths of the customer area that the customer starred, at most ten. */
  starred: text().array().notNull().default([]),
  activatedAt: at(),
  createdAt: at().notNull().defaultNow(),
  /** A deleted account leaves this row, emptied: what it ordered stays, without the person. */
  deletedAt: at(),
});

/** Who a customer is at an identity provider; the address plays no part. */
export const identity = pgTable(
  'identity',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    customerId: uuid()
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** A provider's token is taken once: its nonce until the token's end. */
export const spentNonce = pgTable(
  'spent_nonce',
  { issuer: text().notNull(), nonce: text().notNull(), expiresAt: at().notNull() },
  (table) => [primaryKey({ columns: [table.issuer, table.nonce] })],
);

/** Sign-ins of one account that missed since the last one that did not. */
export const loginMiss = pgTable('login_miss', {
  key: text().primaryKey(),
  misses: integer().notNull(),
  blockedUntil: at().notNull(),
  lastAt: at().notNull(),
});

/** Who did what, when and from where: only grows, chained by hashes per `chain` (a customer, or nobody). */
export const auditEntry = pgTable(
  'audit_entry',
  {
    chain: uuid().notNull(),
    /** Set by the database, with `hash`. */
    position: bigint({ mode: 'number' }).notNull().default(0),
    at: at().notNull().defaultNow(),
    event: text().$type<AuditEvent>().notNull(),
    /** `customer`, or who of the staff. */
    actor: text().notNull(),
    facts: jsonb().$type<Record<string, string | number>>().notNull().default({}),
    ip: text(),
    userAgent: text(),
    hash: bytes().notNull().default(Buffer.alloc(0)),
  },
  (table) => [primaryKey({ columns: [table.chain, table.position] })],
);

export type AuditEvent =
  | 'registered'
  | 'activated'
  | 'signed_in'
  | 'sign_in_failed'
  | 'password_refused'
  | 'signed_out'
  | 'session_ended'
  | 'token_reused'
  | 'cookie_missing'
  | 'reset_asked'
  | 'password_reset'
  | 'password_changed'
  | 'email_change_asked'
  | 'email_changed'
  | 'provider_joined'
  | 'profile_changed'
  | 'role_changed'
  | 'data_exported'
  | 'account_deleted'
  | 'order_placed'
  | 'refund_asked'
  | 'operator';

/**
 * Links in mails: only the hash of the token is kept; a newer link of the same purpose voids older ones. One that was
 * spent has proven its address; the address of one for a change (`email`) is nobody's until then.
 */
export const mailedLink = pgTable('mailed_link', {
  tokenHash: bytes().primaryKey(),
  purpose: text().$type<'activate' | 'reset' | 'email'>().notNull(),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  expiresAt: at().notNull(),
  spentAt: at(),
  voidAt: at(),
});

export const session = pgTable('session', {
  id: id(),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  generation: integer().notNull().default(1),
  siblings: integer().notNull().default(0),
  createdAt: at().notNull().defaultNow(),
  rotatedAt: at().notNull().defaultNow(),
  lastSeenAt: at().notNull().defaultNow(),
  expiresAt: at().notNull(),
  cookieHash: bytes().notNull(),
  isBound: boolean().notNull().default(false),
  endedAt: at(),
  endReason: text(),
  userAgent: text().notNull(),
  ip: text().notNull(),
  /** How its customer came in: `password`, or the identity provider's name. */
  providerId: text().notNull().default('password'),
});

export const sessionToken = pgTable('session_token', {
  hash: bytes().primaryKey(),
  sessionId: uuid()
    .notNull()
    .references(() => session.id, { onDelete: 'cascade' }),
  generation: integer().notNull(),
  expiresAt: at().notNull(),
});

export const address = pgTable('address', {
  id: id(),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  phone: text().notNull(),
  line1: text().notNull(),
  line2: text(),
  city: text().notNull(),
  state: text().notNull(),
  zip: text().notNull(),
  country: text().notNull().default('MY'),
  isDefault: boolean().notNull().default(false),
  createdAt: at().notNull().defaultNow(),
});

export const wish = pgTable(
  'wish',
  {
    customerId: uuid()
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => product.id),
    /** The member price when it was wished, to tell of a drop. */
    priceThen: sen().notNull(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.productId] })],
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
  total: sen().notNull(),
  discount: sen().notNull(),
  proDiscount: sen().notNull(),
  shipping: sen().notNull(),
  payable: sen().notNull(),
  couponCode: text(),
  /** How it was paid; before that, how the customer chose to. */
  paymentMethod: text().$type<PaymentMethod>().notNull(),
  address: jsonb().$type<OrderAddress>().notNull(),
  /** Every amount with its reason, as it was told when the order was placed. */
  explanation: jsonb().$type<Explanation>(),
  /** Hash of the token in a guest's mailed link. */
  guestTokenHash: bytes(),
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
  promo: sen().notNull(),
});

/** Each move of an order, with who made it. */
export const orderMove = pgTable('order_move', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  state: text().$type<OrderState>().notNull(),
  actor: text().notNull(),
  note: text(),
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

/** What a customer asked back of an order; `amount` (sen) is `goods` and `shipping` together. */
export const refund = pgTable('refund', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  customerId: uuid().references(() => customer.id),
  state: text().$type<RefundState>().notNull().default('requested'),
  reason: text().$type<RefundReason>().notNull(),
  note: text(),
  goods: sen().notNull(),
  shipping: sen().notNull(),
  amount: sen().notNull(),
  requestedAt: at().notNull().defaultNow(),
});

/** Copies of an order's line that go back, and what is paid for them; `restocked` of them stand on the shelf again. */
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
    restocked: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.refundId, table.orderLineId] })],
);

/** Each move of a refund, with who made it. */
export const refundMove = pgTable('refund_move', {
  id: id(),
  refundId: uuid()
    .notNull()
    .references(() => refund.id),
  state: text().$type<RefundState>().notNull(),
  actor: text().notNull(),
  note: text(),
  at: at().notNull().defaultNow(),
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

/**
 * One try to pay an order at the payment provider; `session` is the provider's name for its page, `intent` for the money
 * that came by it. An order has one open try at most, and one that paid it.
 */
export const paymentAttempt = pgTable('payment_attempt', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  method: text().$type<OnlineMethod>().notNull(),
  amount: sen().notNull(),
  state: text().$type<AttemptState>().notNull().default('open'),
  session: text(),
  /** Missing until the provider has told it, and once the try is not open any more. */
  url: text(),
  intent: text(),
  /** How often the provider has refused to pay of this back what it was asked. */
  refusals: integer().notNull().default(0),
  createdAt: at().notNull().defaultNow(),
  endsAt: at().notNull(),
});

/**
 * What the provider has told, once each. Money that fits no try of ours by order, page, amount and currency is `unfit`
 * until somebody has looked after it (`settled`); `amount` in the smallest coin of whatever currency it was.
 */
export const paymentEvent = pgTable('payment_event', {
  id: text().primaryKey(),
  attemptId: uuid().references(() => paymentAttempt.id),
  outcome: text().$type<'paid' | 'returned' | 'ended' | 'known' | 'unfit' | 'settled'>().notNull(),
  session: text().notNull(),
  intent: text(),
  amount: sen(),
  note: text(),
  at: at().notNull().defaultNow(),
});

/** One placed order per (scope, key): `answer` is given again for the same `fingerprint`. */
export const idempotency = pgTable(
  'idempotency',
  {
    scope: text().notNull(),
    key: text().notNull(),
    fingerprint: bytes().notNull(),
    answer: jsonb(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] })],
);

/** A mail to send, written in the transaction that causes it. `messageId` never changes between tries. */
export const mail = pgTable('mail', {
  id: id(),
  messageId: text().notNull(),
  recipient: text().notNull(),
  kind: text().notNull(),
  locale: text().$type<Locale>().notNull(),
  /** What the template is filled with. */
  facts: jsonb().$type<Record<string, unknown>>().notNull(),
  orderId: uuid().references(() => order.id),
  createdAt: at().notNull().defaultNow(),
  sentAt: at(),
  parkedAt: at(),
  attempts: integer().notNull().default(0),
  lastError: text(),
});

export const ticket = pgTable('ticket', {
  id: id(),
  number: text().notNull(),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  orderId: uuid().references(() => order.id),
  subject: text().notNull(),
  category: text().notNull(),
  state: text().$type<TicketState>().notNull().default('open'),
  isUnread: boolean().notNull().default(false),
  /** The title, or the page of the shop, that the ticket was opened from. */
  productId: integer().references(() => product.id),
  page: text(),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

/** Each move of a ticket, with who made it. */
export const ticketMove = pgTable('ticket_move', {
  id: id(),
  ticketId: uuid()
    .notNull()
    .references(() => ticket.id, { onDelete: 'cascade' }),
  state: text().$type<TicketState>().notNull(),
  actor: text().notNull(),
  at: at().notNull().defaultNow(),
});

export const ticketReply = pgTable('ticket_reply', {
  id: id(),
  ticketId: uuid()
    .notNull()
    .references(() => ticket.id, { onDelete: 'cascade' }),
  author: text().$type<'customer' | 'staff'>().notNull(),
  name: text().notNull(),
  message: text().notNull(),
  at: at().notNull().defaultNow(),
});

/** Counters of the limits, one row per class and subject, shared by all servers. */
export const rateCounter = pgTable('rate_counter', {
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEndsAt: at().notNull(),
});
