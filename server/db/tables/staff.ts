import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, id } from './columns.ts';
import { ticket } from './emails-and-tickets.ts';
import { order } from './orders.ts';

/** What the staff note about an order; customers never see it. */
export const orderNote = pgTable('order_note', {
  id: id(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  author: text().notNull(),
  text: text().notNull(),
  at: at().notNull().defaultNow(),
});

/** What the staff note about a ticket; customers never see it. */
export const ticketNote = pgTable('ticket_note', {
  id: id(),
  ticketId: uuid()
    .notNull()
    .references(() => ticket.id, { onDelete: 'cascade' }),
  author: text().notNull(),
  text: text().notNull(),
  at: at().notNull().defaultNow(),
});

/** An answer that the staff send often, with placeholders. */
export const savedReply = pgTable('saved_reply', {
  id: id(),
  name: text().notNull(),
  text: text().notNull(),
  /** Raised by each change, so that an edit of an older one is refused. */
  version: integer().notNull().default(1),
});
