import { saleStateOf, type SaleFacts, type SaleState } from './catalogue/availability.ts';

/** The days of sales that suggestions are made from. */
export const SALES_DAYS = 90;
/** The most copies that are on order of a format, and the largest threshold of one. */
export const MAX_ON_ORDER = 99_999;
export const MAX_LOW_STOCK = 999;
/** The most suggestions at a time: those with the most open demand, then the largest. */
export const MAX_SUGGESTIONS = 500;

/** What is known of a format, in copies. */
export type ReorderFacts = {
  stock: number;
  /** On order with a supplier, and not here yet. */
  onOrder: number;
  /** Sold in the last {@link SALES_DAYS} days and kept. */
  sold: number;
  /** Copies that orders wait for. */
  awaited: number;
  /** Readers who asked to be told when there are copies. */
  waiting: number;
};

/** Days: until a supplier delivers, and for how long the copies that come should last. */
export type ReorderPeriod = { leadDays: number; coverDays: number };

/** Whether so few copies are left that staff should know: at the format's own number or fewer, else at the shop's. */
export function isRunningLow(stock: number, { own, shop }: { own: number | null; shop: number }): boolean {
  return stock <= (own ?? shop);
}

/** Copies that somebody wants and the shop does not have. */
export function openDemand({ awaited, waiting }: Pick<ReorderFacts, 'awaited' | 'waiting'>): number {
  return awaited + waiting;
}

/** `expected` sales until the next delivery is used up, rounded up to whole copies, and how many copies to order: never below zero. */
export type PurchaseSuggestion = { expected: number; quantity: number };

/** What to order of a format so that open demand is met and the shop does not run out before the next delivery. */
export function suggestPurchase(facts: ReorderFacts, { leadDays, coverDays }: ReorderPeriod): PurchaseSuggestion {
  const expected = Math.ceil((facts.sold * (leadDays + coverDays)) / SALES_DAYS);
  return { expected, quantity: Math.max(0, expected + openDemand(facts) - facts.stock - facts.onOrder) };
}

const NOT_SUPPLIED: readonly SaleState[] = ['withdrawn', 'not_sold', 'discontinued'];

/** Whether suppliers may still have a format: not where it is out of print, withdrawn or not sold to shops. */
export function isSupplied(
  facts: Pick<SaleFacts, 'publishingStatus' | 'availability' | 'published' | 'expected'>,
  today: string,
): boolean {
  const anywhere = { rights: [], rightsElsewhere: null, embargo: null };
  return !NOT_SUPPLIED.includes(saleStateOf({ ...facts, ...anywhere, stock: 0 }, today));
}
