import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AlertState } from '#domain/alert.ts';
import type { Locale } from '#domain/locale.ts';
import { customer } from './accounts.ts';
import { variant } from './catalogue.ts';
import { at, bytes, id } from './columns.ts';

/**
 * Who waits for a format to be sold, the first come first: a customer, or a guest, whose emailed link is known by the hash of
 * its token. The time is the database's clock of the statement.
 */
export const availabilityAlert = pgTable('availability_alert', {
  id: id(),
  variantId: integer()
    .notNull()
    .references(() => variant.id),
  customerId: uuid().references(() => customer.id, { onDelete: 'cascade' }),
  email: text(),
  locale: text().$type<Locale>(),
  guestTokenHash: bytes(),
  state: text().$type<AlertState>().notNull(),
  createdAt: at().notNull().defaultNow(),
  sentAt: at(),
});
