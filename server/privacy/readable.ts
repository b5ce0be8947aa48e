import { explanationInRinggit } from '#contract/explanation.ts';
import type { Explanation } from '#domain/explain.ts';
import { ringgitFromSen } from '#domain/money.ts';

/** Columns that hold sen, wherever they stand. */
const MONEY: ReadonlySet<string> = new Set([
  'total',
  'discount',
  'proDiscount',
  'shipping',
  'payable',
  'listPrice',
  'unitPrice',
  'promo',
  'goods',
  'amount',
  'priceThen',
]);
/** The customer themselves, and what ties rows together. */
const LEFT_OUT: ReadonlySet<string> = new Set(['customerId', 'orderId', 'ticketId', 'refundId', 'chain']);

/** A row as its owner reads it: names with underscores, amounts in RM, times in UTC; hashes are left out. */
export function readable(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !/hash$/i.test(name) && !LEFT_OUT.has(name))
      .map(([name, value]) => [withUnderscores(name), inRinggit(name, value)]),
  );
}

/** Rows of many parents, each readable, handed out by their parent. */
export function readableBy<Row extends Record<string, unknown>>(rows: readonly Row[], key: keyof Row) {
  const byParent = Map.groupBy(rows, (row) => row[key]);
  return (parent: unknown): Record<string, unknown>[] => (byParent.get(parent as Row[keyof Row]) ?? []).map(readable);
}

/** A value with its amounts in RM, also those that stand within an order's explanation or an entry of the trail. */
function inRinggit(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (MONEY.has(name)) return ringgitFromSen(value as number);
  if (name === 'explanation') return explanationInRinggit(value as Explanation);
  if (name !== 'facts') return value;
  const facts = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(facts.map(([fact, told]) => [fact, inRinggit(fact, told)]));
}

function withUnderscores(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
