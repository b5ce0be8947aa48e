/** Why the stock of a variant changes. `sold`, `released`, `returned` and `resent` are an order's; the others the shop's own. */
export const STOCK_REASONS = [
  'received',
  'adjusted',
  'damaged',
  'counted',
  'sold',
  'released',
  'returned',
  'resent',
] as const;
export type StockReason = (typeof STOCK_REASONS)[number];

/** What staff book: copies that came, a correction, copies that cannot be sold any more, a stocktake. */
export const STOCK_ENTRY_KINDS = [
  'received',
  'adjusted',
  'damaged',
  'counted',
] as const satisfies readonly StockReason[];
export type StockEntryKind = (typeof STOCK_ENTRY_KINDS)[number];

/** The most formats of one stock entry, and the most copies of one of them. */
export const MAX_ENTRY_LINES = 500;
export const MAX_ENTRY_COPIES = 9999;
/** For how long a count on the shelf may be booked, in seconds: three days. */
export const MAX_COUNT_AGE = 3 * 86_400;

/** How many copies came on the shelf (above zero) or left it, by what staff typed: damaged copies leave. */
export function signedQuantity(kind: Exclude<StockEntryKind, 'counted'>, copies: number): number {
  return kind === 'damaged' ? -copies : copies;
}

/** What was counted on a shelf, and what the shop knew of it, in copies. */
export type ShelfCount = {
  counted: number;
  /** The stock now, without copies that orders have. */
  stock: number;
  /** Copies on the shelf at the time of the count that belonged to orders which were not packed yet. */
  reserved: number;
  /** By how much the stock has changed since: sold, received, returned. */
  changedSince: number;
};

/** What a count says: `expected` were on the shelf; the stock becomes `left`, and `missing` copies are promised but not there. */
export type CountResult = { expected: number; difference: number; left: number; missing: number };

/** Compares a count with the books as of its time; what was sold or came since stays sold and stays there. */
export function compareCount({ counted, stock, reserved, changedSince }: ShelfCount): CountResult {
  const left = counted - reserved + changedSince;
  const expected = stock - changedSince + reserved;
  return { expected, difference: counted - expected, left: Math.max(left, 0), missing: Math.max(-left, 0) };
}
