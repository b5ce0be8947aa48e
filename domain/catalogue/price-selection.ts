import { dayAfter, firstDayOf } from '../dates.ts';
import type { Sen } from '../money.ts';
import { includesCountry, type Territory } from './territory.ts';

/**
 * A price row of an ONIX record: type (list 58), qualifier (list 59), amount in hundredths of its currency (null where it is
 * unpriced), and the days, as precise as they are known, from and until which it holds.
 */
export type PriceRow = {
  type: string;
  qualifier: string | null;
  amount: Sen | null;
  currency: string | null;
  territory: Territory | null;
  from: string | null;
  until: string | null;
  minimumQuantity: number;
};

/** The criterion that decided for a price; `only` where there was no other. */
export type PriceRule = 'only' | 'currency' | 'territory' | 'date' | 'tax' | 'fixed' | 'quantity' | 'newest';

export type SelectedPrice = { amount: Sen; rule: PriceRule };

/** `member` is at most `list`; `uncapped` is what the member price was where it had to be lowered. */
export type SelectedPrices = { list: SelectedPrice; member: SelectedPrice; uncapped: Sen | null };

const CURRENCY = 'MYR';
/** In sen; what is above is a mistake. */
const MAX_PRICE = 99_999_999;

/** Types of prices that readers pay. Trade prices (05 to 09 and others) never appear in the shop. */
const RETAIL = {
  recommended: ['01', '02'],
  fixed: ['03', '04', '41', '42'],
  withTax: ['02', '04', '42'],
} as const;
const RETAIL_TYPES: readonly string[] = [...RETAIL.recommended, ...RETAIL.fixed];

/** Qualifiers of the price for everybody: unspecified, none, and for consumers. */
const LIST_QUALIFIERS: readonly (string | null)[] = ['00', '05', null];
const MEMBER_QUALIFIER = '01';

/** The list and member prices that hold in the shop on a day; null without a list price in ringgit. */
export function selectPrices(rows: readonly PriceRow[], today: string): SelectedPrices | null {
  const retail = rows.filter(({ type }) => RETAIL_TYPES.includes(type));
  const list = selectPrice(
    retail.filter(({ qualifier }) => LIST_QUALIFIERS.includes(qualifier)),
    today,
  );
  if (!list) return null;
  const member = selectPrice(
    retail.filter(({ qualifier }) => qualifier === MEMBER_QUALIFIER),
    today,
  );
  if (!member) return { list, member: list, uncapped: null };
  if (member.amount <= list.amount) return { list, member, uncapped: null };
  return { list, member: { ...member, amount: list.amount }, uncapped: member.amount };
}

/** The days on which prices of the shop begin, and those after their last. */
export function priceChangeDays(rows: readonly PriceRow[]): string[] {
  return rows
    .filter(({ type, currency }) => RETAIL_TYPES.includes(type) && currency === CURRENCY)
    .flatMap(({ from, until }) => [
      ...(from === null ? [] : [firstDayOf(from)]),
      ...(until === null ? [] : [dayAfter(until)]),
    ]);
}

type Criterion = { rule: PriceRule; narrow: (rows: readonly PriceRow[], today: string) => readonly PriceRow[] };

/** In this order; the first three must be met, of the others the better rows stay. */
const CRITERIA: readonly Criterion[] = [
  { rule: 'currency', narrow: (rows) => rows.filter(({ currency }) => currency === CURRENCY) },
  { rule: 'territory', narrow: (rows) => rows.filter(({ territory }) => !territory || includesCountry(territory)) },
  { rule: 'date', narrow: (rows, today) => rows.filter((row) => holdsOn(row, today)) },
  { rule: 'tax', narrow: (rows) => prefer(rows, ({ type }) => isOneOf(RETAIL.withTax, type)) },
  { rule: 'fixed', narrow: (rows) => prefer(rows, ({ type }) => isOneOf(RETAIL.fixed, type)) },
  { rule: 'quantity', narrow: (rows) => prefer(rows, ({ minimumQuantity }) => minimumQuantity <= 1) },
  { rule: 'newest', narrow: newest },
];

function selectPrice(rows: readonly PriceRow[], today: string): SelectedPrice | null {
  let left: readonly PriceRow[] = rows.filter(({ amount }) => amount !== null && amount > 0 && amount <= MAX_PRICE);
  let rule: PriceRule = 'only';
  for (const criterion of CRITERIA) {
    const kept = criterion.narrow(left, today);
    if (kept.length < left.length) rule = criterion.rule;
    left = kept;
  }
  const amount = left[0]?.amount;
  return amount ? { amount, rule } : null;
}

/** A date that is known to the month holds in all of it. */
function holdsOn({ from, until }: PriceRow, today: string): boolean {
  const hasBegun = from === null || from <= today.slice(0, from.length);
  return hasBegun && (until === null || today.slice(0, until.length) <= until);
}

function prefer(rows: readonly PriceRow[], isBetter: (row: PriceRow) => boolean): readonly PriceRow[] {
  const better = rows.filter(isBetter);
  return better.length > 0 ? better : rows;
}

function isOneOf(types: readonly string[], type: string): boolean {
  return types.includes(type);
}

/** The price that began last; of several the one that the record has last. */
function newest(rows: readonly PriceRow[]): readonly PriceRow[] {
  const [first, ...others] = rows;
  if (!first) return rows;
  return [others.reduce((latest, row) => ((row.from ?? '') >= (latest.from ?? '') ? row : latest), first)];
}
