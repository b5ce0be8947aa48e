import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
