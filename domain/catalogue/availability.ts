import { addDays } from '../dates.ts';
import { isForSaleIn, type SalesRights } from './territory.ts';

/** Whether and how a variant is sold: what a page says, and whether it has a button. */
export const SALE_STATES = [
  'no_rights',
  'embargoed',
  'withdrawn',
  'not_sold',
  'in_stock',
  'to_order',
  'made_to_order',
  'preorder',
  'announced',
  'back_order',
  'out_of_stock',
  'unavailable',
  'discontinued',
  'unknown',
] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** What decides it. Dates are as precise as they are known; `stock` is the shop's own count, null where it has none. */
export type SaleFacts = {
  rights: readonly SalesRights[];
  rightsElsewhere: string | null;
  embargo: string | null;
  /** List 64. */
  publishingStatus: string | null;
  /** List 65. */
  availability: string | null;
  published: string | null;
  expected: string | null;
  stock: number | null;
};

const WITHDRAWN_STATUSES = new Set(['01', '11', '15', '16', '17']);
const OUT_OF_PRINT_STATUSES = new Set(['06', '07', '08']);

const BY_AVAILABILITY: Readonly<Record<string, SaleState>> = {
  '01': 'not_sold',
  '09': 'announced',
  '10': 'preorder',
  '11': 'back_order',
  '12': 'preorder',
  '20': 'in_stock',
  '21': 'in_stock',
  '22': 'to_order',
  '23': 'made_to_order',
  '30': 'unavailable',
  '31': 'back_order',
  '32': 'back_order',
  '33': 'back_order',
  '34': 'unavailable',
  '43': 'discontinued',
  '45': 'discontinued',
  '46': 'discontinued',
  '49': 'discontinued',
  '51': 'discontinued',
  '97': 'unknown',
  '98': 'unknown',
  '99': 'unknown',
};

/** Whether a code is of list 65, as far as the shop knows it. */
export function isKnownAvailability(code: string): boolean {
  return code in BY_AVAILABILITY || isNotSold(code);
}

function isNotSold(code: string): boolean {
  return /^(?:4\d|5[0-2])$/.test(code);
}

/** Rights, embargo, publishing status, availability and stock, in this order; `today` is a day in Malaysia. */
export function saleStateOf(facts: SaleFacts, today: string): SaleState {
  if (!isForSaleIn(facts.rights, facts.rightsElsewhere)) return 'no_rights';
  if (isEmbargoed(facts.embargo, today)) return 'embargoed';
  if (facts.publishingStatus !== null && WITHDRAWN_STATUSES.has(facts.publishingStatus)) return 'withdrawn';
  const hasStock = facts.stock !== null && facts.stock > 0;
  if (facts.publishingStatus !== null && OUT_OF_PRINT_STATUSES.has(facts.publishingStatus))
    return hasStock ? 'in_stock' : 'discontinued';
  const state = stateOfAvailability(facts, today);
  if (state === 'not_sold') return state;
  if (hasStock) return isAhead(facts.published, today) && state !== 'in_stock' ? 'preorder' : 'in_stock';
  return state === 'in_stock' && facts.stock === 0 ? 'out_of_stock' : state;
}

/**
 * Whether a sales embargo holds on a day in Malaysia. One that is known to the month or year holds until that is over, since
 * its day may still come.
 */
export function isEmbargoed(embargo: string | null, today: string): boolean {
  return embargo !== null && (embargo > today || (embargo.length < today.length && today.startsWith(embargo)));
}

/** How many days the supplier takes. */
type SupplyFacts = SaleFacts & { orderDays: number | null };

const NOT_SUPPLIED: readonly SaleState[] = [
  'no_rights',
  'withdrawn',
  'not_sold',
  'unavailable',
  'discontinued',
  'unknown',
];

/**
 * From when copies are dispatched that the shop does not have yet, as precise as it is known: pre-orders from the on-sale date,
 * back-orders by the supplier's date or days. Undefined where they cannot be ordered.
 */
export function awaitedFrom(facts: SupplyFacts, today: string): string | undefined {
  const { embargo, published, expected, orderDays } = facts;
  const state = saleStateOf({ ...facts, embargo: null, stock: 0 }, today);
  const ahead = (date: string | null) => (isAhead(date, today) ? date! : undefined);
  if (NOT_SUPPLIED.includes(state)) return undefined;
  if (embargo !== null && isEmbargoed(embargo, today)) return [embargo, ahead(expected) ?? ''].toSorted().at(-1);
  if (state === 'announced') return undefined;
  if (state === 'preorder') return ahead(published) ?? ahead(expected);
  const day = orderDays === null ? undefined : addDays(today, orderDays);
  return state === 'back_order' ? (ahead(expected) ?? day) : day;
}

function stateOfAvailability({ availability, published, expected, stock }: SaleFacts, today: string): SaleState {
  if (availability === null && isAhead(published, today)) return 'preorder';
  if (availability === null) return stock === null ? 'unknown' : 'out_of_stock';
  const state = BY_AVAILABILITY[availability] ?? (isNotSold(availability) ? 'not_sold' : 'unknown');
  if (state === 'preorder') return published !== null || expected !== null ? state : 'announced';
  if (state === 'back_order') return expected === null ? 'unavailable' : state;
  return state;
}

/** Whether a date, as precise as it is known, has not begun. */
export function isAhead(date: string | null, today: string): boolean {
  return date !== null && date > today.slice(0, date.length);
}

const NEVER_AVAILABLE: readonly SaleState[] = ['no_rights', 'withdrawn', 'not_sold', 'discontinued'];

/**
 * A format as a page shows it: `is_sold` is false for formats that the shop does not sell yet; `awaited_from` is
 * {@link awaitedFrom}, null where no place is left.
 */
export type ShownFormat = { is_sold: boolean; stock: number; state: SaleState; awaited_from: string | null };

/** Whether a format can be ordered. */
export function isBuyable({ is_sold, stock, state, awaited_from }: ShownFormat): boolean {
  if (!is_sold || awaited_from !== null) return is_sold;
  return stock > 0 && (state === 'in_stock' || state === 'preorder' || state === 'embargoed');
}

/** Whether a format cannot be ordered now, but may be one day. */
export function mayBecomeBuyable(format: ShownFormat): boolean {
  return !isBuyable(format) && !NEVER_AVAILABLE.includes(format.state);
}
