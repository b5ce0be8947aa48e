import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Every change of a setting, a delivery zone (`zone NAME`) or the dispatch calendar (`dispatch`); the newest version counts. */
export const settingChange = pgTable(
  'setting_change',
  {
    name: text().notNull(),
    version: integer().notNull(),
    /** Null is what was not set, or is not any more. */
    before: jsonb().$type<unknown>(),
    after: jsonb().$type<unknown>(),
    /** Who of the staff changed it. */
    actor: text().notNull(),
    at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);
