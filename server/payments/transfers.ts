import { and, asc, desc, eq, exists, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm';
import {
  matchTransfers,
  orderNumbersIn,
  type TransferMatch,
  type TransferOrder,
  type TransferState,
} from '#domain/orders/match-transfers.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, keepStatement, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { isAmong, subquery } from '../db/subqueries.ts';
import { bankStatementLine, order, refund } from '../db/tables.ts';

type LineRow = typeof bankStatementLine.$inferSelect;

/** A transfer with the order that it pays; an open one with the order that it may pay. Amounts in sen. */
export type TransferRow = Omit<LineRow, 'hash' | 'repetition' | 'statementId' | 'orderId'> & {
  order: string | null;
  match: TransferMatch | null;
};

/** As many open transfers are matched with each other and with orders, the oldest first. */
export const MAX_OPEN_TRANSFERS = 500;

/** Transfers that wait for somebody, in the order in which they came, each with the order that it may pay. */
export async function listOpenTransfers(db: Database): Promise<TransferRow[]> {
  const rows = await selectOpen(db, {});
  const matches = matchTransfers(rows, await findTransferOrders(db, rows));
  return rows.map((row) => ({ ...row, match: matches.get(row.id)! }));
}

type Form = { state: Exclude<TransferState, 'open'> | 'surplus'; limit: number };
type Before = { before?: string | undefined };

/** What became of transfers, newest first; `surplus` are those of which money is owed to the payer. */
export async function listDecidedTransfers(
  db: Database,
  { state, before, limit }: Form & Before,
): Promise<TransferRow[]> {
  const rows = await selectDecided(db, { before }, { state, limit });
  return rows.map((row) => ({ ...row, match: null }));
}

/** Money beyond the total of its order, which is owed to the payer. */
export const hasOpenSurplus = and(
  eq(bankStatementLine.state, 'booked'),
  lt(bankStatementLine.bookedAmount, bankStatementLine.amount),
  isNull(bankStatementLine.returnedAt),
);

const {
  hash: _hash,
  repetition: _repetition,
  statementId: _statement,
  orderId: _order,
  ...lineColumns
} = getTableColumns(bankStatementLine);

function selectTransfers(db: Database) {
  return db
    .select({ ...lineColumns, order: order.number })
    .from(bankStatementLine)
    .leftJoin(order, eq(order.id, bankStatementLine.orderId));
}

const selectDecided = keepForms((db, given: PerhapsGiven<Before>, { state, limit }: Form) => {
  const before = given('before');
  return selectTransfers(db)
    .where(
      and(
        state === 'surplus' ? hasOpenSurplus : eq(bankStatementLine.state, state),
        before && lt(bankStatementLine.id, before),
      ),
    )
    .orderBy(desc(bankStatementLine.id))
    .limit(limit);
});

const selectOpen = keepStatement((db) =>
  selectTransfers(db)
    .where(eq(bankStatementLine.state, 'open'))
    .orderBy(asc(bankStatementLine.id))
    .limit(MAX_OPEN_TRANSFERS),
);

/** More orders of the same amounts than this say nothing about whose a transfer is. */
const MAX_ORDERS = 2000;

/** The orders that these transfers name, and those that wait for one of their amounts. */
async function findTransferOrders(
  db: Database,
  transfers: readonly Pick<LineRow, 'amount' | 'text'>[],
): Promise<TransferOrder[]> {
  if (transfers.length === 0) return [];
  const numbers = transfers.flatMap(({ text }) => {
    const { sure, bare } = orderNumbersIn(text);
    return [...sure, ...bare];
  });
  const amounts = transfers.map(({ amount }) => amount);
  const rows = await selectOrders(db, { numbers: [...new Set(numbers)], amounts: [...new Set(amounts)] });
  return rows.map(({ number, total, method, name, company, ...facts }) => ({
    number,
    total,
    standing: standingOf(method, facts),
    method,
    names: [name, company ?? ''].filter(Boolean),
  }));
}

type Wanted = { numbers: readonly string[]; amounts: readonly number[] };

const selectOrders = keepStatement((db, given: Given<Wanted>) =>
  db
    .select({
      number: order.number,
      total: order.total,
      state: order.state,
      method: order.paymentMethod,
      name: sql<string>`${order.address}->>'name'`,
      company: order.company,
      isLinked,
      isRefunded,
    })
    .from(order)
    .where(
      or(
        isAmong(order.number, given('numbers')),
        and(eq(order.state, 'placed'), isAmong(order.total, given('amounts'))),
      ),
    )
    .orderBy(asc(order.id))
    .limit(MAX_ORDERS),
);

/** Whether a transfer pays an order already. */
const isLinked = sql<boolean>`${exists(
  subquery
    .select({ id: bankStatementLine.id })
    .from(bankStatementLine)
    .where(and(eq(bankStatementLine.orderId, order.id), sql`${bankStatementLine.bookedAmount} > 0`)),
)}`;

/** Whether an order was refunded: a cancelled one that was takes no late payment. */
const isRefunded = sql<boolean>`${exists(
  subquery.select({ id: refund.id }).from(refund).where(eq(refund.orderId, order.id)),
)}`;

type OrderFacts = { state: OrderState; isLinked: boolean; isRefunded: boolean };

function standingOf(
  paymentMethod: PaymentMethod,
  { state, isLinked: hasTransfer, isRefunded: hasRefund }: OrderFacts,
): TransferOrder['standing'] {
  if (state === 'placed') return 'awaiting';
  if (state === 'cancelled' && !hasRefund) return 'cancelled';
  return paymentMethod === 'bank_transfer' && !hasTransfer ? 'unlinked' : 'settled';
}
