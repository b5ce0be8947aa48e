import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { HomeContent } from '#contract/home.ts';
import { at } from './columns.ts';

/** Every content of the home page that was published; the newest counts, and without content the page is automatic. */
export const homePage = pgTable('home_page', {
  version: integer().primaryKey().generatedAlwaysAsIdentity(),
  content: jsonb().$type<HomeContent>(),
  /** Who of the staff published it. */
  actor: text().notNull(),
  publishedAt: at().notNull().defaultNow(),
});

export const CONTENT_KINDS = ['page', 'announcements', 'menus'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
export const CONTENT_STATUSES = ['draft', 'published', 'unpublished'] as const;
export type ContentStatus = (typeof CONTENT_STATUSES)[number];

/**
 * Every version of the shop's pages, announcements and menus; it only grows. Of each name the newest version is what is worked
 * on, and the newest that is no draft is what readers see.
 */
export const contentVersion = pgTable(
  'content_version',
  {
    kind: text({ enum: CONTENT_KINDS }).notNull(),
    name: text().notNull(),
    version: integer().notNull(),
    status: text({ enum: CONTENT_STATUSES }).notNull(),
    /** As it was written; null for what the shop does by itself. */
    content: jsonb(),
    /** What readers see of a published page, made once. */
    rendered: jsonb(),
    actor: text().notNull(),
    at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name, table.version] })],
);
