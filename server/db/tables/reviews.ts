import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { Rating, ReportReason, ReviewLanguage, ReviewState } from '#domain/review.ts';
import { customer } from './accounts.ts';
import { product } from './catalogue.ts';
import { at, id } from './columns.ts';

/** What a customer who bought a title says of it; one each. `hiddenReason` is the shop's, for the author. */
export const review = pgTable('review', {
  id: id(),
  productId: integer()
    .notNull()
    .references(() => product.id),
  customerId: uuid()
    .notNull()
    .references(() => customer.id, { onDelete: 'cascade' }),
  rating: smallint().$type<Rating>().notNull(),
  text: text().notNull(),
  language: text().$type<ReviewLanguage>().notNull(),
  hasSpoilers: boolean().notNull().default(false),
  state: text().$type<ReviewState>().notNull().default('published'),
  hiddenReason: text(),
  /** How many votes it has; a trigger counts them. */
  helpful: integer().notNull().default(0),
  /** The shop's answer, on the page below the review. */
  reply: text(),
  repliedAt: at(),
  createdAt: at().notNull().defaultNow(),
  editedAt: at(),
});

/** Each status change of a review, with who made it. */
export const reviewEvent = pgTable('review_event', {
  id: id(),
  reviewId: uuid()
    .notNull()
    .references(() => review.id, { onDelete: 'cascade' }),
  state: text().$type<ReviewState>().notNull(),
  actor: text().notNull(),
  note: text(),
  at: at()
    .notNull()
    .default(sql`clock_timestamp()`),
});

/** A customer found a review helpful. */
export const reviewVote = pgTable(
  'review_vote',
  {
    reviewId: uuid()
      .notNull()
      .references(() => review.id, { onDelete: 'cascade' }),
    customerId: uuid()
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.customerId] })],
);

/** A customer's report of a review, open until the staff hides the review or dismisses its reports. */
export const reviewReport = pgTable(
  'review_report',
  {
    reviewId: uuid()
      .notNull()
      .references(() => review.id, { onDelete: 'cascade' }),
    customerId: uuid()
      .notNull()
      .references(() => customer.id, { onDelete: 'cascade' }),
    reason: text().$type<ReportReason>().notNull(),
    note: text().notNull().default(''),
    createdAt: at().notNull().defaultNow(),
    resolvedAt: at(),
  },
  (table) => [primaryKey({ columns: [table.reviewId, table.customerId] })],
);

/** How many published reviews of a title give it one star, two, up to five; triggers on `review` count. */
export const productRating = pgTable('product_rating', {
  productId: integer()
    .primaryKey()
    .references(() => product.id, { onDelete: 'cascade' }),
  counts: integer().array().notNull().default([0, 0, 0, 0, 0]),
  count: integer()
    .notNull()
    .generatedAlwaysAs(sql``),
  sum: integer()
    .notNull()
    .generatedAlwaysAs(sql``),
});
