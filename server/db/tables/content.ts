import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
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
