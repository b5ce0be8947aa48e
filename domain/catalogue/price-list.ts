import { latinDigits } from '../latin-digits.ts';
import { senFromRinggit, type Sen } from '../money.ts';

/** The most rows of a price list: one request and one transaction. */
export const MAX_PRICE_ROWS = 1000;
/** The most characters of one. */
export const MAX_PRICE_LIST = 200_000;

/** Why a row cannot be taken. */
export const PRICE_ROW_ERRORS = ['cells', 'isbn', 'twice', 'price', 'member', 'stock', 'unknown', 'withdrawn'] as const;
export type PriceRowError = (typeof PRICE_ROW_ERRORS)[number];

/** A price in RM above 0 as it is typed, `39.9`, `39,90` or in Persian digits. */
export function parsePrice(text: string): Sen | undefined {
  const typed = latinDigits(text).replace('٫', '.');
  const sen = /^\d{1,6}([.,]\d{1,2})?$/.test(typed) ? senFromRinggit(Number(typed.replace(',', '.'))) : 0;
  return sen > 0 ? sen : undefined;
}

/** A number of copies as it is typed. */
export function parseCopies(text: string): number | undefined {
  const typed = latinDigits(text);
  return /^\d{1,9}$/.test(typed) ? Number(typed) : undefined;
}

export type Prices = { listPrice: Sen; memberPrice: Sen };

/** Prices after a change: what is not given stays, but a member price is never above the list price because of that. */
export function changedPrices(before: Prices, given: { [Price in keyof Prices]?: Sen | null | undefined }): Prices {
  const listPrice = given.listPrice ?? before.listPrice;
  return { listPrice, memberPrice: given.memberPrice ?? Math.min(before.memberPrice, listPrice) };
}

/** Percent by which a price moves before somebody should look twice. */
const BIG_MOVE = 20;

/** Whether a price moves by more than 20 percent. */
export function isBigMove(before: Sen, after: Sen): boolean {
  return Math.abs(after - before) * 100 > before * BIG_MOVE;
}
