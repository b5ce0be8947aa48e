import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { product } from './catalogue.ts';
import { at, sen, transactionId, tsvector } from './columns.ts';

/** One row a listed title: all that filtering and sorting look at. */
export const searchEntry = pgTable('search_entry', {
  productId: integer()
    .primaryKey()
    .references(() => product.id, { onDelete: 'cascade' }),
  titleSort: text().notNull(),
  popularity: integer().notNull(),
  published: text().notNull(),
  listPrice: sen().notNull(),
  available: boolean().notNull(),
  language: text().notNull(),
  publisher: text().notNull(),
  subjects: text().array().notNull(),
  formats: text().array().notNull(),
  authors: text().array().notNull(),
  series: text().array().notNull(),
  /** Whether one of its editions is. */
  isScreenReaderFriendly: boolean().notNull().default(false),
});

/** The words of a listed title, weighted: of titles (A), names (B) and texts (D). */
export const searchText = pgTable('search_text', {
  productId: integer()
    .primaryKey()
    .references(() => product.id, { onDelete: 'cascade' }),
  document: tsvector().notNull(),
});

/** Listed titles whose words are written soon. */
export const unindexedText = pgTable('unindexed_text', {
  productId: integer()
    .primaryKey()
    .references(() => product.id, { onDelete: 'cascade' }),
});

/** Which products changed in which transaction, for the search index of every server; kept for two days. */
export const productChange = pgTable(
  'product_change',
  {
    transactionId: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    productId: integer().notNull(),
    changedAt: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.productId] })],
);

/** Words of titles and names with how often they occur, for mending typing mistakes. */
export const searchWord = pgTable('search_word', { word: text().primaryKey(), productCount: integer().notNull() });

/** How many listed titles stand below each subject, and below the empty code altogether, as of the last import or night. */
export const subjectCount = pgTable('subject_count', { code: text().primaryKey(), productCount: integer().notNull() });
