import { sql } from 'drizzle-orm';
import { awaitedFrom, isEmbargoed, saleStateOf } from '#domain/catalogue/availability.ts';
import { offerOf, type Offer } from '#domain/catalogue/offer.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { placesLeft } from '#domain/orders/pre-order.ts';
import { product, variant } from '../db/tables.ts';

/** What decides beside its stock whether and how a variant is sold, as columns of `variant` beside `product`. */
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

let [day, minuteAsked] = ['', -1];

/** The day in Malaysia. Days begin with a minute, and every variant of a page or an index asks. */
function currentDay(): string {
  const minute = Math.floor(Date.now() / 60_000);
  if (minute !== minuteAsked) [day, minuteAsked] = [dayInMalaysia(new Date().toISOString()), minute];
  return day;
}

/** From when copies beyond the stock are dispatched, and how many of them can be ordered. */
export type AwaitableCopies = { from: string; places: number };

/** Undefined where none can be ordered. Rights are not asked again: an edition that may not be sold here is not listed. */
export function awaitableCopies(supply: Supply): AwaitableCopies | undefined {
  const today = currentDay();
  const from = awaitedFrom({ ...supply, rights: [], rightsElsewhere: null, stock: 0 }, today);
  const places = placesLeft({ awaited: supply.awaited, limit: supply.awaitedLimit });
  return from === undefined || places === 0 ? undefined : { from, places };
}

/** How a variant is sold of which the shop has `stock` copies. */
export function saleOf(supply: Supply, stock: number) {
  const today = currentDay();
  return {
    state: saleStateOf({ ...supply, stock, rights: [], rightsElsewhere: null }, today),
    on_sale_from: isEmbargoed(supply.embargo, today) ? supply.embargo : null,
    awaited_from: awaitableCopies(supply)?.from ?? null,
  };
}

/** A variant in a format that the shop sells; without `supply` its copies decide alone. */
export type StockedVariant = { stock: number; supply: Supply | null };

/** How it can be bought now. */
export function offerOfVariant({ stock, supply }: StockedVariant): Offer {
  if (supply) return offerOf({ is_sold: true, stock, published: supply.published, ...saleOf(supply, stock) });
  return { state: stock > 0 ? 'in_stock' : 'out_of_stock', from: null };
}

/** Whether its copies decide alone, and will until something about it changes: dates only pass. */
export function isSoldByStock({ stock, supply }: StockedVariant): boolean {
  return offerOfVariant({ stock, supply }).state === offerOfVariant({ stock, supply: null }).state;
}
