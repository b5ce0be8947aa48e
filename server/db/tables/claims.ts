import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ClaimProblem, ClaimState, ClaimWish } from '#domain/orders/claim.ts';
import { at, id } from './columns.ts';
import { order, orderLine } from './orders.ts';
import { refund } from './payments.ts';

/** What did not arrive of a sent order, or arrived damaged, and what its customer would like. */
export const claim = pgTable('claim', {
  id: id(),
  number: text().notNull(),
  orderId: uuid()
    .notNull()
    .references(() => order.id),
  state: text().$type<ClaimState>().notNull().default('open'),
  problem: text().$type<ClaimProblem>().notNull(),
  wish: text().$type<ClaimWish>().notNull(),
  isAddressRight: boolean().notNull(),
  note: text(),
  openedAt: at().notNull().defaultNow(),
  /** With `refunded`. */
  refundId: uuid().references(() => refund.id),
});

/** The copies of a claim. */
export const claimLine = pgTable(
  'claim_line',
  {
    claimId: uuid()
      .notNull()
      .references(() => claim.id),
    orderLineId: uuid()
      .notNull()
      .references(() => orderLine.id),
    qty: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.claimId, table.orderLineId] })],
);

/** Each status change of a claim, with who made it. */
export const claimEvent = pgTable('claim_event', {
  id: id(),
  claimId: uuid()
    .notNull()
    .references(() => claim.id),
  state: text().$type<ClaimState>().notNull(),
  actor: text().notNull(),
  note: text(),
  at: at()
    .notNull()
    .default(sql`clock_timestamp()`),
});
