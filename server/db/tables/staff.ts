import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Locale } from '#domain/locale.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { StaffRole } from '#domain/staff.ts';
import { customer } from './accounts.ts';
import { at, bytes, id } from './columns.ts';
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

/** A filter of the list of orders that staff gave a name. */
export const savedView = pgTable('saved_view', {
  id: id(),
  name: text().notNull().unique(),
  filter: jsonb().$type<{ q?: string | undefined; status?: OrderState | undefined }>().notNull(),
});

/** Who was invited by email to work in the back office. At most one of an address is open. */
export const staffInvitation = pgTable('staff_invitation', {
  id: id(),
  email: text().notNull(),
  role: text().$type<StaffRole>().notNull(),
  /** The language of its email. */
  locale: text().$type<Locale>().notNull(),
  tokenHash: bytes().notNull(),
  /** Nobody where the operator invited by a command. */
  inviterId: uuid().references(() => customer.id, { onDelete: 'cascade' }),
  /** The inviter's name as its email says it. */
  inviter: text().notNull(),
  sentAt: at().notNull().defaultNow(),
  expiresAt: at().notNull(),
  revokedAt: at(),
  acceptedAt: at(),
  /** Who accepted it. */
  customerId: uuid().references(() => customer.id, { onDelete: 'cascade' }),
});
