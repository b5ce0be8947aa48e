import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#domain/locale.ts';
import type { StaffRole } from '#domain/staff.ts';
import type { ListVisibility } from '#domain/named-list.ts';
import { product } from './catalogue.ts';
import { at, bytes, id, sen } from './columns.ts';

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
  /** The picture that the customer uploaded: in its path and in the names of its files. */
  pictureId: uuid(),
  pictureHash: text(),
  phone: text(),
  locale: text().$type<Locale>().notNull().default('en'),
  theme: text().$type<'light' | 'dark' | 'system'>().notNull().default('light'),
  userRole: text().$type<'admin' | 'editor'>().notNull().default('admin'),
  /** When the last email about prices of wished titles was written: one a day at most. */
  priceAlertSentAt: at(),
  /** Whether emails invite the customer to review what was delivered. */
  reviewInvitations: boolean().notNull().default(true),
  /** What the customer may do in the back office, where they work for the shop. */
  staffRole: text().$type<StaffRole>(),
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
    /** Of a lower member price the customer gets an email. */
    alertPrice: sen(),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.productId] })],
);

/** A list of titles with a name, beside the wish list. Its secret link is known by the hash of its token. */
export const namedList = pgTable('named_list', {
  id: id(),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  visibility: text().$type<ListVisibility>().notNull(),
  /** Givers mark what they give. */
  isGift: boolean().notNull().default(false),
  tokenHash: bytes(),
  /** Why the shop hid it: until it is restored, it is private. */
  hiddenReason: text(),
  createdAt: at().notNull().defaultNow(),
});

export const namedListTitle = pgTable(
  'named_list_title',
  {
    listId: uuid()
      .notNull()
      .references(() => namedList.id, { onDelete: 'cascade' }),
    productId: integer()
      .notNull()
      .references(() => product.id),
    note: text().notNull().default(''),
    createdAt: at().notNull().defaultNow(),
    /** The hash of the secret of whoever gives it; the list's owner never learns of it. */
    takenBy: bytes(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.productId] })],
);

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
    details: jsonb().$type<AuditDetails>().notNull().default({}),
    ip: text(),
    userAgent: text(),
    hash: bytes().notNull().default(Buffer.alloc(0)),
  },
  (table) => [primaryKey({ columns: [table.chain, table.position] })],
);

/** What was done, without secrets; of a change also what was `before` and `after` it. */
export type AuditDetails = { [name: string]: string | number | AuditedValues | null };

/** Values by their names. */
export type AuditedValues = { [name: string]: unknown };

export type AuditEvent =
  | 'registered'
  | 'activated'
  | 'signed_in'
  | 'sign_in_failed'
  | 'password_refused'
  | 'identity_proven'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'second_step_on'
  | 'second_step_off'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'code_refused'
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
  | 'invitation_accepted'
  | 'staff'
  | 'data_exported'
  | 'account_deleted'
  | 'order_placed'
  | 'refund_asked'
  | 'claim_opened'
  | 'operator';
