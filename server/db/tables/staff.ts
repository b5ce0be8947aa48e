import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, id } from './columns.ts';
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
