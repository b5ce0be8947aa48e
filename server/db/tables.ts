import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  date,
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
import type { Accessibility } from '#domain/catalogue/accessibility.ts';
import type { Audience, EditionDetails } from '#domain/catalogue/edition.ts';
import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import type { BookFormat } from '#domain/catalogue/product.ts';
import { LAST_POSITION } from '#domain/catalogue/series.ts';
import type { PriceBreakdown } from '#domain/pricing/price-breakdown.ts';
import type { Locale } from '#domain/locale.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { PaymentAttemptState, OnlineMethod, PaymentMethod } from '#domain/orders/payment.ts';
import type { RefundReason, RefundState } from '#domain/orders/refund.ts';
import type { TicketState } from '#domain/ticket.ts';

/*
 * Every table of the shop. What PostgreSQL enforces beside the columns (checks, indexes, triggers) is in
 * migrations/*.sql; a test compares the two. Money is sen in bigint; times are the database's clock.
 */

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
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
  /** Further languages of the text. */
  otherLanguages: text().array().notNull().default([]),
  /** What a translation was translated from. */
  originalLanguage: text(),
  audience: jsonb().$type<Audience>(),
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

/** An edition of a title in one format. `stock` is the sum of its movements (invariant I1). */
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
  pages: integer(),
  published: text(),
  isListed: boolean().notNull().default(true),
  /** List 65, as the supplier says; `stock` is the shop's own count. */
  availability: text(),
  /** List 64. */
  publishingStatus: text(),
  /** Nothing is dispatched before this date, which is as precise as it is known. */
  embargo: text(),
  /** When copies are expected. */
  expected: text(),
  /** How many days the supplier needs. */
  orderDays: integer(),
  details: jsonb().$type<EditionDetails>(),
  accessibility: jsonb().$type<Accessibility>(),
  /** Follows from `accessibility` (design, section 8 of the book metadata). */
  isScreenReaderFriendly: boolean()
    .notNull()
    .generatedAlwaysAs(sql``),
  /** When any other column changed last; a trigger writes it, and that of products. */
  updatedAt: at().notNull().defaultNow(),
});

/**
 * A change of stock: `sold`, `released` (never paid) and `returned` by an order; `received` and `adjusted` as an operator
 * says; `counted`, which makes the stock what was stated as of a time. Only grows.
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
  /** The file that it came from. */
  reference: text(),
  /** `customer`, `shop`, or who of the staff. */
  actor: text().notNull(),
  asOf: at(),
  at: at()
    .notNull()
    .default(sql`clock_timestamp()`),
});

export type StockReason = 'received' | 'adjusted' | 'counted' | 'sold' | 'released' | 'returned';

export const contributor = pgTable('contributor', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  name: text().notNull(),
  nameSort: text().notNull(),
  /** Safe HTML, from the newest source (`biographyAt`). */
  biography: text().notNull().default(''),
  biographyAt: at(),
  isni: text(),
  orcid: text(),
});

/** `role` is a word of the shop (`domain/catalogue/contributor.ts`), or the code of list 17 that it has no word for. */
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
    /** Where the product stands in the series, in hundredths of its number; without one, last. */
    position: integer().notNull().default(LAST_POSITION),
    /** Where the series stands among those of the product; the first is shown in lists. */
    place: smallint().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.productId, table.seriesId] })],
);

/**
 * Keys of works: products with a key in common are editions of one work, in other formats or languages. A key `15:` with an
 * ISBN also stands for the product that has it.
 */
export const productWork = pgTable(
  'product_work',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    work: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.work] })],
);

/** A product's codes as they came, and where each stands in the tree (`domain/catalogue/subject-rows.ts`). */
export const productSubject = pgTable(
  'product_subject',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    code: text().notNull(),
    subject: text(),
    /** Mapped from another scheme, until a feed brings Thema. */
    isDerived: boolean().notNull().default(false),
    position: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.code] })],
);

/**
 * What a sender's last message said of one of its products, by the sender's own key. `sentAt`, `messageNumber`, and within
 * a message `position`, say which came later. Products are linked by `identifiers`, `works` and `related`, each as
 * `type:value`. A record that is not sold here has no variant.
 */
export const onixRecord = pgTable('onix_record', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  sender: text().notNull(),
  reference: text().notNull(),
  sentAt: at().notNull(),
  messageNumber: integer(),
  messageHash: text().notNull(),
  position: integer().notNull(),
  data: jsonb().$type<OnixRecord>().notNull(),
  dataHash: text().notNull(),
  isbn: text(),
  identifiers: text().array().notNull(),
  works: text().array().notNull(),
  related: text().array().notNull(),
  deletedAt: at(),
  productId: integer().references(() => product.id),
  variantId: integer().references(() => variant.id),
  /** The day on which what it offers changes by itself: a price begins or ends, an embargo ends. */
  nextChangeOn: date(),
  updatedAt: at().notNull().defaultNow(),
});

/**
 * A picture whose files are in the object storage, by the hash of what it was made from: its size at the largest stored width,
 * and its dominant color as six hexadecimal digits. `usedAt` is when it was last stored or last stopped being a cover.
 */
export const coverImage = pgTable('cover_image', {
  hash: text().primaryKey(),
  width: smallint().notNull(),
  height: smallint().notNull(),
  color: text().notNull(),
  usedAt: at().notNull().defaultNow(),
});

/** The cover of a variant. One that was set by hand stays when a folder or a feed has another, one of a folder when a feed has. */
export const cover = pgTable('cover', {
  variantId: integer()
    .primaryKey()
    .references(() => variant.id, { onDelete: 'cascade' }),
  imageHash: text()
    .notNull()
    .references(() => coverImage.hash),
  origin: text().$type<CoverOrigin>().notNull(),
  setAt: at().notNull().defaultNow(),
});

/** Where a cover came from, the strongest first. */
export type CoverOrigin = 'staff' | 'folder' | 'feed';

/** Who the shop is as a sender of ONIX messages: one row. */
export const onixSender = pgTable('onix_sender', {
  id: uuid().primaryKey().defaultRandom(),
  lastMessageNumber: integer().notNull().default(0),
  isOnly: boolean().notNull().default(true),
});

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
  /** Whether one of its editions is. */
  isScreenReaderFriendly: boolean().notNull().default(false),
});

/** Which products changed in which transaction, for the search index of every server; kept for two days. */
export const productChange = pgTable(
  'product_change',
  {
    transactionId: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    productId: integer().notNull(),
    changedAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.productId] })],
);

/** Words of titles and names with how often they occur, for mending typing mistakes. */
export const searchWord = pgTable('search_word', { word: text().primaryKey(), productCount: integer().notNull() });

/** How many listed titles stand below each subject, and below the empty code altogether, as of the last import or night. */
export const subjectCount = pgTable('subject_count', { code: text().primaryKey(), productCount: integer().notNull() });

/** One making of the files for search engines and merchants; the newest that is published is served. */
export const feedGeneration = pgTable('feed_generation', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The origin of the links in its files. */
  origin: text().notNull(),
  startedAt: at().notNull().defaultNow(),
  publishedAt: at(),
});

/** A file of a generation, by its path; `size` is in bytes, uncompressed. */
export const feedFile = pgTable(
  'feed_file',
  {
    generation: integer()
      .notNull()
      .references(() => feedGeneration.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    hash: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.path] })],
);

/** The parts of a file's gzip stream. */
export const feedChunk = pgTable(
  'feed_chunk',
  {
    generation: integer()
      .notNull()
      .references(() => feedGeneration.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    position: integer().notNull(),
    data: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.path, table.position] })],
);

/** When the page of a product last changed, by a hash of what it shows. */
export const sitemapEntry = pgTable('sitemap_entry', {
  productId: integer()
    .primaryKey()
    .references(() => product.id, { onDelete: 'cascade' }),
  hash: text().notNull(),
  changedAt: at().notNull(),
});

export const coupon = pgTable('coupon', {
  id: id(),
  code: text().notNull(),
  valueType: smallint().$type<1 | 2>().notNull(),
  /** Basis points for a percentage, sen per unit for a fixed amount. */
  value: bigint({ mode: 'number' }).notNull(),
  /** A subject whose titles alone are covered; none is every title. */
  subject: text(),
  minimumSubtotal: sen().notNull().default(0),
  maxUses: integer(),
  maxUsesPerCustomer: integer(),
  used: integer().notNull().default(0),
  startsAt: at().notNull().defaultNow(),
  endsAt: at(),
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

/** Where the shop delivers to; `name` is the operator's word for it. Free once the amount reaches `freeFrom`. */
export const deliveryZone = pgTable('delivery_zone', {
  name: text().primaryKey(),
  cost: sen().notNull(),
  freeFrom: sen().notNull(),
  /** The states that its addresses may lie in. */
  states: text().array().notNull(),
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

export const customer = pgTable('customer', {
  id: id(),
  email: text().notNull(),
  username: text(),
  displayName: text().notNull(),
  /** PHC string of argon2id; none for a customer who only signs in by the provider. */
  passwordHash: text(),
  /** Until activation: hash of the cookie of the browser that chose the password. */
  registrationHash: bytes(),
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

/** A provider's token is accepted once: its nonce is kept until the token expires. */
export const usedNonce = pgTable(
  'used_nonce',
  { issuer: text().notNull(), nonce: text().notNull(), expiresAt: at().notNull() },
  (table) => [primaryKey({ columns: [table.issuer, table.nonce] })],
);

/** Failed sign-in attempts of one account since the last successful one. */
export const loginAttempt = pgTable('login_attempt', {
  key: text().primaryKey(),
  failures: integer().notNull(),
  blockedUntil: at().notNull(),
  lastFailedAt: at().notNull(),
});

/** Who did what, when and from where: append-only, with a hash chain per `chain` (a customer, or nobody). */
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
    details: jsonb().$type<Record<string, string | number>>().notNull().default({}),
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
 * Tokens in emailed links: only the hash is kept; a newer token of the same purpose revokes older ones. A consumed token
 * has proven its address; the address of one for a change (`email`) is nobody's until then.
 */
export const emailToken = pgTable('email_token', {
  tokenHash: bytes().primaryKey(),
  purpose: text().$type<'activate' | 'reset' | 'email'>().notNull(),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  expiresAt: at().notNull(),
  consumedAt: at(),
  revokedAt: at(),
});

export const session = pgTable('session', {
  id: id(),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  generation: integer().notNull().default(1),
  graceTokens: integer().notNull().default(0),
  createdAt: at().notNull().defaultNow(),
  rotatedAt: at().notNull().defaultNow(),
  lastSeenAt: at().notNull().defaultNow(),
  expiresAt: at().notNull(),
  cookieHash: bytes().notNull(),
  /** Hash of what all its tokens begin with: whoever has an old one is known by it. */
  familyHash: bytes(),
  isBound: boolean().notNull().default(false),
  endedAt: at(),
  endReason: text(),
  userAgent: text().notNull(),
  ip: text().notNull(),
  /** How its customer came in: `password`, or the identity provider's name. */
  providerId: text().notNull().default('password'),
});

/** The tokens that are good, and those of the generation before; older ones are known by their session's family. */
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

export const wishlistItem = pgTable(
  'wishlist_item',
  {
    customerId: uuid()
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => product.id),
    /** The member price when it was wished, to tell of a drop. */
    priceWhenAdded: sen().notNull(),
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
  subtotal: sen().notNull(),
  memberDiscount: sen().notNull(),
  couponDiscount: sen().notNull(),
  shipping: sen().notNull(),
  total: sen().notNull(),
  couponCode: text(),
  /** The list price from which the coupon could be used. */
  couponMinimum: sen(),
  /** What delivery to this address cost, and from which amount it was free. */
  deliveryCost: sen(),
  deliveryFreeFrom: sen(),
  /** Until when it is to be paid, and when its customer is reminded of that, unless they were. */
  paymentDueAt: at(),
  paymentReminderAt: at(),
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
});

/** Each status change of an order, with who made it. */
export const orderEvent = pgTable('order_event', {
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

/**
 * A refund of an order; `amount` (sen) is `merchandiseTotal` plus `shipping`, less `revokedDiscount`. Before dispatch
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
  merchandiseTotal: sen().notNull(),
  revokedDiscount: sen().notNull().default(0),
  shipping: sen().notNull(),
  amount: sen().notNull(),
  requestedAt: at().notNull().defaultNow(),
});

/**
 * Copies of an order's line that go back, and what is paid for them; `restocked` of them stand on the shelf again.
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

/** Each status change of a refund, with who made it. */
export const refundEvent = pgTable('refund_event', {
  id: id(),
  refundId: uuid()
    .notNull()
    .references(() => refund.id),
  state: text().$type<RefundState>().notNull(),
  actor: text().notNull(),
  note: text(),
  at: at().notNull().defaultNow(),
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

/** An email to send, written in the transaction that causes it. `messageId` never changes between attempts. */
export const emailMessage = pgTable('email_message', {
  id: id(),
  messageId: text().notNull(),
  recipient: text().notNull(),
  kind: text().notNull(),
  locale: text().$type<Locale>().notNull(),
  /** What the template is filled with. */
  data: jsonb().$type<Record<string, unknown>>().notNull(),
  orderId: uuid().references(() => order.id),
  createdAt: at().notNull().defaultNow(),
  sentAt: at(),
  deadLetteredAt: at(),
  attempts: integer().notNull().default(0),
  lastError: text(),
});

export const ticket = pgTable('ticket', {
  id: id(),
  number: text().notNull(),
  customerId: uuid().references(() => customer.id, { onDelete: 'cascade' }),
  /** Who wrote it without an account; nothing once a customer has adopted it, but for the hash of the link's token. */
  guestName: text(),
  guestEmail: text(),
  guestLocale: text().$type<Locale>(),
  guestTokenHash: bytes(),
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

/** Each status change of a ticket, with who made it. */
export const ticketEvent = pgTable('ticket_event', {
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

/**
 * Counters of the rate limits, one row per limit, window and subject, shared by all servers; the columns are those of
 * rate-limiter-flexible (`expire` in milliseconds since 1970).
 */
export const rateCounter = pgTable('rate_counter', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: bigint({ mode: 'number' }).notNull(),
});
