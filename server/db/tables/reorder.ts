import { integer, pgTable } from 'drizzle-orm/pg-core';
import { variant } from './catalogue.ts';

const ofVariant = () =>
  integer()
    .primaryKey()
    .references(() => variant.id);

/** Copies of a format that were sold in the last 90 days and kept, as of last midnight. */
export const formatSales = pgTable('format_sales', { variantId: ofVariant(), copies: integer().notNull() });

/** What staff say of ordering a format again; without a `lowStock` of its own the shop's counts. */
export const reorder = pgTable('reorder', {
  variantId: ofVariant(),
  lowStock: integer(),
  /** Copies on order with a supplier; what is received is taken off. */
  onOrder: integer().notNull().default(0),
});
