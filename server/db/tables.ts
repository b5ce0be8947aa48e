/*
 * Every table of the shop, by topic. What PostgreSQL enforces beside the columns (checks, indexes, triggers) is in
 * migrations/*.sql; a test compares the two. Money is sen in bigint; times are the database's clock.
 */

export * from './tables/catalogue.ts';
export * from './tables/onix.ts';
export * from './tables/imports.ts';
export * from './tables/search.ts';
export * from './tables/feeds.ts';
export * from './tables/accounts.ts';
export * from './tables/sessions.ts';
export * from './tables/credentials.ts';
export * from './tables/orders.ts';
export * from './tables/reorder.ts';
export * from './tables/payments.ts';
export * from './tables/claims.ts';
export * from './tables/emails-and-tickets.ts';
export * from './tables/alerts.ts';
export * from './tables/reviews.ts';
export * from './tables/content.ts';
export * from './tables/settings.ts';
export * from './tables/staff.ts';
