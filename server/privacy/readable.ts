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
      .map(([name, value]) => [withUnderscores(name), MONEY.has(name) ? ringgitFromSen(value as number) : value]),
  );
}

/** The rows of a parent, each readable. */
export function readableOf<Row extends Record<string, unknown>>(
  rows: readonly Row[],
  key: keyof Row,
  parent: unknown,
): Record<string, unknown>[] {
  return rows.filter((row) => row[key] === parent).map(readable);
}

function withUnderscores(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
