import type { Sen } from '../money.ts';

/** The most rows of a price list: one request and one transaction. */
export const MAX_PRICE_ROWS = 1000;
/** The most characters of one. */
export const MAX_PRICE_LIST = 200_000;

/** Why a row cannot be taken. */
export const PRICE_ROW_ERRORS = ['cells', 'isbn', 'twice', 'price', 'member', 'stock', 'unknown', 'withdrawn'] as const;
export type PriceRowError = (typeof PRICE_ROW_ERRORS)[number];

/** Percent by which a price moves before somebody should look twice. */
const BIG_MOVE = 20;

/** Whether a price moves by more than 20 percent. */
export function isBigMove(before: Sen, after: Sen): boolean {
  return Math.abs(after - before) * 100 > before * BIG_MOVE;
}
