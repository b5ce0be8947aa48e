import { sql } from 'drizzle-orm';
import { awaitedFrom } from '#domain/catalogue/availability.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { placesLeft } from '#domain/orders/pre-order.ts';
import { product, variant } from '../db/tables.ts';

/** What decides whether a variant can be ordered beyond its stock, as columns of `variant` beside `product`. */
export const supplyColumns = {
  availability: variant.availability,
  publishingStatus: variant.publishingStatus,
  published: sql<string | null>`coalesce(${variant.published}, ${product.published})`,
  embargo: variant.embargo,
  expected: variant.expected,
  orderDays: variant.orderDays,
  awaited: variant.awaited,
  awaitedLimit: variant.awaitedLimit,
};

/** The values of {@link supplyColumns}. */
export type Supply = Pick<typeof variant.$inferSelect, keyof typeof supplyColumns>;

/** From when copies beyond the stock are dispatched, and how many of them can be ordered. */
export type AwaitableCopies = { from: string; places: number };

/** Undefined where none can be ordered. Rights are not asked again: an edition that may not be sold here is not listed. */
export function awaitableCopies(supply: Supply): AwaitableCopies | undefined {
  const today = dayInMalaysia(new Date().toISOString());
  const from = awaitedFrom({ ...supply, rights: [], rightsElsewhere: null, stock: 0 }, today);
  const places = placesLeft({ awaited: supply.awaited, limit: supply.awaitedLimit });
  return from === undefined || places === 0 ? undefined : { from, places };
}
