import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#domain/locale.ts';
import type { TicketState } from '#domain/ticket.ts';
import { customer } from './accounts.ts';
import { product } from './catalogue.ts';
import { at, bytes, id } from './columns.ts';
import { order } from './orders.ts';

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
  /** Who of the staff looks after it. */
  assigneeId: uuid().references(() => customer.id, { onDelete: 'set null' }),
  /** The ticket that goes on where this one was a duplicate. */
  mergedInto: uuid(),
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
  at: at()
    .notNull()
    .default(sql`clock_timestamp()`),
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

/** Which emails came to a ticket, by the hash of their Message-ID: one that is delivered again has no effect. */
export const inboundEmail = pgTable(
  'inbound_email',
  {
    ticketId: uuid()
      .notNull()
      .references(() => ticket.id, { onDelete: 'cascade' }),
    messageHash: bytes().notNull(),
    /** Whether it was the customer's, or a note of another address. */
    outcome: text().$type<'reply' | 'note'>().notNull(),
    at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.messageHash] })],
);
