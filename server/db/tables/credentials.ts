import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { customer } from './accounts.ts';
import { at, bytes, id } from './columns.ts';

/** Public keys with which customers sign in without a password. */
export const passkey = pgTable('passkey', {
  id: id(),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  credentialId: text().notNull(),
  publicKey: bytes().notNull(),
  /** How often the authenticator says that it signed; zero where it does not count. */
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  /** Whether other devices of the customer have it too. */
  isBackedUp: boolean().notNull(),
  name: text().notNull(),
  createdAt: at().notNull().defaultNow(),
  lastUsedAt: at(),
});

/** What an authenticator is asked to sign; taken once. */
export const webauthnChallenge = pgTable('webauthn_challenge', {
  challenge: text().primaryKey(),
  purpose: text().$type<'add' | 'prove' | 'sign_in'>().notNull(),
  /** Who is asked; nobody in particular at a sign-in. */
  subject: uuid(),
  expiresAt: at().notNull(),
});

/** A customer's authenticator app; in use once its first code was typed. */
export const totp = pgTable('totp', {
  customerId: uuid()
    .primaryKey()
    .references(() => customer.id, { onDelete: 'cascade' }),
  /** Encrypted with a key from `AUTH_SECRET`. */
  sealedSecret: bytes().notNull(),
  /** The last half minute whose code was used: none is taken twice. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
  createdAt: at().notNull().defaultNow(),
  confirmedAt: at(),
});

/** Codes for whoever has lost the app, as keyed hashes; each is taken once. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    customerId: uuid()
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    codeHash: bytes().notNull(),
    usedAt: at(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.codeHash] })],
);
