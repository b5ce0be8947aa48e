import type { Sen } from '../money.ts';
import type { PaymentMethod } from './payment.ts';

/** What became of a transfer: nothing yet, it pays an order, or it is no payment of an order. */
export const TRANSFER_STATES = ['open', 'booked', 'dismissed'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** Lists of transfers: by their state, and those of which money is owed to the payer. */
export const TRANSFER_LISTS = [...TRANSFER_STATES, 'surplus'] as const;

/** The most characters of a statement that is uploaded. */
export const MAX_STATEMENT_LENGTH = 200_000;

/** The most transfers that are booked at once. */
export const MAX_BOOKINGS = 200;

/** Money that came in by bank transfer; `amount` in sen. */
export type Transfer = { id: string; amount: Sen; text: string; payer: string };

/**
 * What an order can do with money: it waits for its payment (`awaiting`), it was cancelled unpaid and is reinstated or refunded
 * (`cancelled`), it was marked as paid by hand and lacks its transfer (`unlinked`), or it needs none (`settled`).
 */
export type TransferOrder = {
  number: string;
  total: Sen;
  standing: 'awaiting' | 'cancelled' | 'unlinked' | 'settled';
  method: PaymentMethod;
  /** Who ordered: a person, a company. */
  names: readonly string[];
};

/** Why a transfer is proposed for an order, and not certain. */
export const PROPOSAL_REASONS = [
  'amount_and_name',
  'digits',
  'other_method',
  'overpaid',
  'underpaid',
  'parts',
  'cancelled',
  'marked_paid',
  'paid_twice',
] as const;
export type ProposalReason = (typeof PROPOSAL_REASONS)[number];

/** Why a transfer matches no order. */
export const MISMATCH_REASONS = ['nothing', 'no_such_order', 'several_orders', 'several_names', 'amount_only'] as const;
export type MismatchReason = (typeof MISMATCH_REASONS)[number];

/** `difference`: how much the transfer is above the order's total, in sen. */
export type TransferMatch =
  | { kind: 'certain'; order: string }
  | { kind: 'likely'; order: string; reason: ProposalReason; difference: Sen }
  | { kind: 'none'; reason: MismatchReason; candidates: string[] };

const MAX_CANDIDATES = 3;

/**
 * Matches transfers, oldest first, with orders. A transfer is certain where it names an order that waits for a bank transfer of
 * this amount, and no transfer before it pays the same order.
 */
export function matchTransfers(
  transfers: readonly Transfer[],
  orders: readonly TransferOrder[],
): Map<string, TransferMatch> {
  const byTheirNumber = new Map(orders.map((order) => [order.number, order]));
  const awaiting = Map.groupBy(
    orders.filter(({ standing }) => standing === 'awaiting'),
    ({ total }) => total,
  );
  const numbers = new Map(transfers.map(({ id, text }) => [id, orderNumbersIn(text)]));
  const named = new Map(
    transfers.map(({ id }) => [id, [...numbers.get(id)!.sure].flatMap((number) => byTheirNumber.get(number) ?? [])]),
  );
  const rivals = Map.groupBy(
    transfers.filter(({ id }) => named.get(id)!.length === 1),
    ({ id }) => named.get(id)![0]!.number,
  );
  const byNumber = transfers.map((transfer): [string, TransferMatch | undefined] => {
    const [order, ...more] = named.get(transfer.id)!;
    if (!order) return [transfer.id, undefined];
    if (more.length === 0) return [transfer.id, judge(transfer, order, rivals.get(order.number)!)];
    return [transfer.id, { kind: 'none', reason: 'several_orders', candidates: [order, ...more].map(numberOf) }];
  });
  const taken = new Set(byNumber.flatMap(([, match]) => (match?.kind === 'certain' ? match.order : [])));
  return new Map(
    byNumber.map(([id, match], place) => [
      id,
      match ?? matchWithoutNumber({ ...transfers[place]!, ...numbers.get(id)! }, awaiting, taken),
    ]),
  );
}

const numberOf = ({ number }: TransferOrder) => number;

/** A transfer that names one order; `rivals` are all transfers that do, this one included. */
function judge(transfer: Transfer, order: TransferOrder, rivals: readonly Transfer[]): TransferMatch {
  const difference = transfer.amount - order.total;
  const propose = (reason: ProposalReason): TransferMatch => ({
    kind: 'likely',
    order: order.number,
    reason,
    difference,
  });
  const exact = rivals.find(({ amount }) => amount === order.total);
  if (order.standing === 'settled' || (exact && exact !== transfer)) return propose('paid_twice');
  if (!exact && rivals.length > 1 && sumOf(rivals) === order.total) return propose('parts');
  if (difference < 0) return propose('underpaid');
  if (order.standing === 'cancelled') return propose('cancelled');
  if (order.standing === 'unlinked') return propose('marked_paid');
  if (difference > 0) return propose('overpaid');
  return order.method === 'bank_transfer' ? { kind: 'certain', order: order.number } : propose('other_method');
}

const sumOf = (transfers: readonly Transfer[]) => transfers.reduce((sum, { amount }) => sum + amount, 0);

/** By its amount, and by digits without letters or a name; `taken` grows by what is proposed. */
function matchWithoutNumber(
  transfer: Transfer & NamedNumbers,
  awaiting: ReadonlyMap<Sen, readonly TransferOrder[]>,
  taken: Set<string>,
): TransferMatch {
  const ofAmount = (awaiting.get(transfer.amount) ?? []).filter(({ number }) => !taken.has(number));
  const { sure, bare } = transfer;
  const byDigits = ofAmount.filter(({ number }) => bare.has(number));
  const alike = ofAmount.filter(({ names }) => names.some((name) => isNamed(name, transfer)));
  const [found, ...more] = byDigits.length > 0 ? byDigits : alike;
  if (found && more.length === 0) {
    taken.add(found.number);
    const reason = byDigits.length > 0 ? 'digits' : 'amount_and_name';
    return { kind: 'likely', order: found.number, reason, difference: 0 };
  }
  const candidates = (found ? [found, ...more] : ofAmount).slice(0, MAX_CANDIDATES).map(numberOf);
  if (found) return { kind: 'none', reason: 'several_names', candidates };
  if (sure.size > 0) return { kind: 'none', reason: 'no_such_order', candidates };
  return { kind: 'none', reason: ofAmount.length > 0 ? 'amount_only' : 'nothing', candidates };
}

type NamedNumbers = { sure: ReadonlySet<string>; bare: ReadonlySet<string> };

/**
 * The numbers of orders that a text may name, as `BK-100001`: `sure` with their letters, however spoilt (`bk100001`, `B K 1000 01`,
 * `BK-1OOOO1`), `bare` of digits alone.
 */
export function orderNumbersIn(text: string): NamedNumbers {
  const plain = text.normalize('NFKC');
  const [sure, bare] = [new Set<string>(), new Set<string>()];
  for (const [, written] of plain.matchAll(/b[\s.]?k[^\p{L}\p{N}]{0,3}([\do](?:[\s._/–-]?[\do])*)/giu))
    for (const digits of readDigits(written!)) sure.add(`BK-${digits}`);
  for (const [digits] of plain.matchAll(/(?<!\d)\d{6,9}(?!\d)/g)) bare.add(`BK-${digits}`);
  return { sure, bare };
}

/** Groups of digits are parts of one number until it has six; the letter O is a zero. */
function readDigits(written: string): string[] {
  const groups = written.replace(/o/gi, '0').split(/\D/);
  const found: string[] = [];
  let digits = '';
  for (const group of groups) {
    digits += group;
    if (digits.length >= 5 && digits.length <= 9) found.push(digits);
    if (digits.length >= 6) break;
  }
  return found;
}

/** Words of names that say nothing of who it is. */
const EMPTY_WORDS = new Set(
  'a al ap anak b bin binti bt bte mr mrs ms mdm dr encik puan cik tuan haji hajah sdn bhd plt enterprise'.split(' '),
);

/**
 * Whether a transfer has this name in it: two words of it, or its only one. Banks write names in capitals, in another order, and
 * cut them off.
 */
export function isNamed(name: string, { payer, text }: Pick<Transfer, 'payer' | 'text'>): boolean {
  const wanted = wordsOf(name);
  const given = wordsOf(`${payer} ${text}`);
  const found = wanted.filter((word) => given.some((other) => isSameWord(word, other)));
  return wanted.length > 0 && found.length >= Math.min(2, wanted.length);
}

function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= 4 && long.startsWith(short));
}

function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/\ba\/([lp])\b/g, 'a$1');
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u))].filter((word) => word.length > 1 && !EMPTY_WORDS.has(word));
}
