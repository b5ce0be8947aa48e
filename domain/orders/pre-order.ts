import { isEmbargoed } from '../catalogue/availability.ts';
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
