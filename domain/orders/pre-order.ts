import { isAhead, isEmbargoed } from '../catalogue/availability.ts';
import type { OrderState } from './order.ts';

/** The states in which an order may hold a pre-order, and be cancelled. */
export const PRE_ORDER_STATES: readonly OrderState[] = ['placed', 'paid'];

/** The on-sale date that a customer knows and the one of today, each as precise as it is known. */
type OnSaleDates = { known: string | null; current: string | null };

/**
 * What a customer who pre-ordered is told: the date `moved`, or the title is `released` before the date that they know.
 * Nothing where the date is the same, or where both have come.
 */
export function dateChange({ known, current }: OnSaleDates, today: string): 'moved' | 'released' | undefined {
  if (isEmbargoed(current, today)) return current === known ? undefined : 'moved';
  return isEmbargoed(known, today) ? 'released' : undefined;
}

/** What decides when a line's copies are on sale; `awaited` of them are not in stock yet. */
type OnSaleFacts = { embargo: string | null; published: string | null; awaited: number };

/** When a pre-ordered title is dispatched: from the end of its embargo or, without one, when it is published and has come. */
export function onSaleDate({ embargo, published, awaited }: OnSaleFacts, today: string): string | undefined {
  if (embargo !== null) return isEmbargoed(embargo, today) ? embargo : undefined;
  return awaited > 0 && isAhead(published, today) ? published! : undefined;
}

/** Copies of a variant that its orders wait for, and how many the bookseller takes orders for; any number without a limit. */
type AwaitedCopies = { awaited: number; limit: number | null };

/** How many more copies can be ordered that are not in stock yet. */
export function placesLeft({ awaited, limit }: AwaitedCopies): number {
  return limit === null ? Infinity : Math.max(0, limit - awaited);
}
