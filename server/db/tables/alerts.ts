import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AlertState } from '#domain/alert.ts';
import type { Locale } from '#domain/locale.ts';
import type { TitleRequestState } from '#domain/title-request.ts';
import { customer } from './accounts.ts';
import { product, variant } from './catalogue.ts';
import { at, bytes, id } from './columns.ts';

/** Who waits: a customer, or a guest, whose emailed link is known by the hash of its token. */
const reader = () => ({
  customerId: uuid().references(() => customer.id, { onDelete: 'cascade' }),
  email: text(),
  locale: text().$type<Locale>(),
  guestTokenHash: bytes(),
});

/** A reader who waits for a format to be sold, the first come first. The time is the database's clock of the statement. */
export const availabilityAlert = pgTable('availability_alert', {
  id: id(),
  variantId: integer()
    .notNull()
    .references(() => variant.id),
  ...reader(),
  state: text().$type<AlertState>().notNull(),
  createdAt: at().notNull().defaultNow(),
  sentAt: at(),
});

/** A title that a reader looked for in vain. `key` is its ISBN, or the words as the search folds them; `answer` the shop's. */
export const titleRequest = pgTable('title_request', {
  id: id(),
  words: text().notNull(),
  key: text().notNull(),
  isbn: text(),
  ...reader(),
  state: text().$type<TitleRequestState>().notNull(),
  answer: text(),
  /** The title that fulfilled it. */
  productId: integer().references(() => product.id),
  createdAt: at().notNull().defaultNow(),
  changedAt: at().notNull().defaultNow(),
});

/** Up to when changes of prices were looked at for price alerts: one row. */
export const priceAlertRun = pgTable('price_alert_run', {
  isOnly: boolean().primaryKey().default(true),
  readAt: at().notNull(),
});
