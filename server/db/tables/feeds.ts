import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { product } from './catalogue.ts';
import { at, bytes } from './columns.ts';

/** One making of the files for search engines and merchants; the newest that is published is served. */
export const feedGeneration = pgTable('feed_generation', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The origin of the links in its files. */
  origin: text().notNull(),
  startedAt: at().notNull().defaultNow(),
  publishedAt: at(),
});

/** A file of a generation, by its path; `size` is in bytes, uncompressed. */
export const feedFile = pgTable(
  'feed_file',
  {
    generation: integer()
      .notNull()
      .references(() => feedGeneration.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    hash: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.path] })],
);

/** The parts of a file's gzip stream. */
export const feedChunk = pgTable(
  'feed_chunk',
  {
    generation: integer()
      .notNull()
      .references(() => feedGeneration.id, { onDelete: 'cascade' }),
    path: text().notNull(),
    position: integer().notNull(),
    data: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.generation, table.path, table.position] })],
);

/** When the page of a product last changed, by a hash of what it shows. */
export const sitemapEntry = pgTable('sitemap_entry', {
  productId: integer()
    .primaryKey()
    .references(() => product.id, { onDelete: 'cascade' }),
  hash: text().notNull(),
  changedAt: at().notNull(),
});
