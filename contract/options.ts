/** The choices and limits of the API for whoever needs no schema, such as browsers. */

export const TICKET_CATEGORIES = ['order', 'delivery', 'refund', 'book', 'account', 'other'] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

/** How many titles a guest's browser keeps. */
export const MAX_GUEST_WISHES = 100;

/** Characters of a review's text. */
export const MAX_REVIEW_LENGTH = 5000;

/** Reviews on a title's page at once. */
export const REVIEWS_PER_PAGE = 5;

/** The most helpful first, or the newest. */
export const REVIEW_SORTS = ['helpful', 'newest'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

/** The orders of bought titles: bought last first, by title, by author. */
export const BOUGHT_SORTS = ['-bought_at', 'title', 'author'] as const;
export type BoughtSort = (typeof BOUGHT_SORTS)[number];

export const WISH_SORTS = ['-wished_at', 'title', 'price', '-price', '-drop'] as const;

/**
 * What an entry is: owed by the customer, paid, no longer owed (the order was cancelled before it was paid), owed back to
 * the customer, paid back.
 */
export const TRANSACTION_KINDS = ['charge', 'payment', 'reversal', 'refund', 'payout'] as const;
export const TRANSACTION_SORTS = ['-at', 'at', '-amount', 'amount'] as const;

/** What an open page may have to read again; `everything` when something may have been missed. */
export const LIVE_TOPICS = ['orders', 'tickets', 'profile', 'everything'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** How many a customer may save. */
export const MAX_ADDRESSES = 50;

/** Specification §9.5: the limit of starred pages. */
export const MAX_STARRED_PAGES = 10;

/** The names of the fields of an address. */
export const ADDRESS_FIELDS = ['name', 'phone', 'line1', 'line2', 'city', 'state', 'zip'] as const;
type AddressField = (typeof ADDRESS_FIELDS)[number];

/** An address as a form has it: text, with '' for what is not filled in. */
export type AddressValues = Record<AddressField, string>;
export const EMPTY_ADDRESS: AddressValues = { name: '', phone: '', line1: '', line2: '', city: '', state: '', zip: '' };

/** The fields of an address without what else an object has. */
export function pickAddress<T extends Record<AddressField, unknown>>(from: T): Pick<T, AddressField> {
  const { name, phone, line1, line2, city, state, zip } = from;
  return { name, phone, line1, line2, city, state, zip };
}
