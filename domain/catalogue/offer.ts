import type { SaleState } from './availability.ts';

/** How a variant is offered in feeds. */
export type OfferState = 'in_stock' | 'preorder' | 'out_of_stock';

/** What is in stock can be bought; what is not published or under embargo can be expected. */
export function offerStateOf(state: SaleState): OfferState {
  if (state === 'in_stock') return 'in_stock';
  return state === 'preorder' || state === 'embargoed' ? 'preorder' : 'out_of_stock';
}
