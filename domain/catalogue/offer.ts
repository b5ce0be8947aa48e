import { isBuyable, type SaleState, type ShownFormat } from './availability.ts';

/** What can be bought now and how: from the shelf, before it is published, once the supplier has sent it, or not. */
export const OFFER_STATES = ['in_stock', 'preorder', 'back_order', 'out_of_stock'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** `from` is when a pre-order is published or, as a back-order, dispatched, as precise as it is known. */
export type Offer = { state: OfferState; from: string | null };

type OfferedFormat = ShownFormat & { on_sale_from: string | null; published: string | null };

const AHEAD: readonly SaleState[] = ['preorder', 'embargoed'];

/** How a format is sold now, as cards, feeds and the data of pages say. */
export function offerOf(format: OfferedFormat): Offer {
  if (!isBuyable(format)) return { state: 'out_of_stock', from: null };
  const isAhead = AHEAD.includes(format.state);
  if (format.stock === 0) return { state: isAhead ? 'preorder' : 'back_order', from: format.awaited_from };
  return isAhead
    ? { state: 'preorder', from: format.on_sale_from ?? format.published }
    : { state: 'in_stock', from: null };
}
