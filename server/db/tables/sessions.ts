import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { customer } from './accounts.ts';
import { at, bytes, id } from './columns.ts';

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
  /** When its customer last proved who they are. */
  provenAt: at().notNull().defaultNow(),
  cookieHash: bytes().notNull(),
  /** Hash of what all its tokens begin with: whoever has an old one is known by it. */
  familyHash: bytes(),
  isBound: boolean().notNull().default(false),
  endedAt: at(),
  endReason: text(),
  userAgent: text().notNull(),
  ip: text().notNull(),
  /** Whether its customer gave more than a password: a passkey, or a code beside it. */
  hasSecondFactor: boolean().notNull().default(false),
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

/** Which devices a customer has signed in with: hashes of a cookie, with the customer's id in each. */
export const knownDevice = pgTable(
  'known_device',
  {
    customerId: uuid()
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    deviceHash: bytes().notNull(),
    firstSeenAt: at().notNull().defaultNow(),
    lastSeenAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.deviceHash] })],
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

/**
 * Counters of the rate limits, one row per limit, window and subject, shared by all servers; the columns are those of
 * rate-limiter-flexible (`expire` in milliseconds since 1970).
 */
export const rateCounter = pgTable('rate_counter', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: bigint({ mode: 'number' }).notNull(),
});
