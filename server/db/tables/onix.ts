import { boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import { product, variant } from './catalogue.ts';
import { at } from './columns.ts';

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

/** Who the shop is as a sender of ONIX messages: one row. */
export const onixSender = pgTable('onix_sender', {
  id: uuid().primaryKey().defaultRandom(),
  lastMessageNumber: integer().notNull().default(0),
  isOnly: boolean().notNull().default(true),
});
