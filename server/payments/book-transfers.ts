import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Sen } from '#domain/money.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { bankStatementLine, ledgerEntry, order } from '../db/tables.ts';
import { postLedgerEntries } from '../orders/ledger.ts';
import type { OrderRow } from '../orders/refunds/refundable-order.ts';
import { lockOrder } from '../orders/transition-order.ts';
import { recordTransfer, sendPaymentReturned, type PaymentOutcome } from './webhook.ts';

type LineRow = typeof bankStatementLine.$inferSelect;

/** What transfers did for their order: `linked` are those of an order that was marked as paid by hand, `surplus` those of one that needs no payment. */
export type BookingOutcome = PaymentOutcome | 'linked' | 'surplus';
export type Booking = { outcome: BookingOutcome; surplus: Sen };

export type NewBooking = {
  lines: readonly string[];
  /** The order's number. */
  order: string;
  /** The order needs no payment: all of the money is owed to the payer. */
  isSurplus?: boolean | undefined;
  actor: string;
};

/**
 * Books open transfers on an order, once: together they pay it, and what is above its total is owed to the payer. Throws
 * `not_found`, `too_late` where somebody has dealt with one of them or has paid the order, and `underpaid` where they are less
 * than its total.
 */
export function bookTransfers(
  deps: Deps,
  { lines: ids, order: number, isSurplus, actor }: NewBooking,
): Promise<Booking> {
  return deps.db.transaction(async (tx) => {
    const lines = await lockOpenLines(tx, ids);
    const [found] = await tx.select({ id: order.id }).from(order).where(eq(order.number, number));
    const row = await lockOrder(tx, requireFound(found).id);
    const amount = lines.reduce((sum, line) => sum + line.amount, 0);
    const payable = isSurplus ? 0 : row.total;
    if (amount < payable) throwApiError('underpaid');
    const outcome = isSurplus ? 'surplus' : await payOrder(tx, deps, { orderId: row.id, actor });
    await markBooked(tx, lines, { row, payable, actor });
    return { outcome, surplus: amount - payable };
  });
}

/** In the order of their ids, so that two people who book the same ones wait for each other. */
async function lockOpenLines(tx: Database, ids: readonly string[]): Promise<LineRow[]> {
  const wanted = [...new Set(ids)];
  const lines = await tx
    .select()
    .from(bankStatementLine)
    .where(inArray(bankStatementLine.id, wanted))
    .orderBy(asc(bankStatementLine.id))
    .for('update');
  if (lines.length < wanted.length || lines.length === 0) throwApiError('not_found');
  if (lines.some(({ state }) => state !== 'open')) throwApiError('too_late');
  return lines;
}

async function payOrder(
  tx: Database,
  deps: Deps,
  payment: { orderId: string; actor: string },
): Promise<BookingOutcome> {
  return (await isMarkedPaid(tx, payment.orderId)) ? 'linked' : recordTransfer(tx, deps, payment);
}

/** Whether the ledger has a bank transfer for an order that no line of a statement stands for. */
async function isMarkedPaid(tx: Database, orderId: string): Promise<boolean> {
  const isTransfer = and(
    eq(ledgerEntry.orderId, orderId),
    eq(ledgerEntry.kind, 'payment'),
    eq(ledgerEntry.method, 'bank_transfer'),
  );
  const [paid] = await tx
    .select({ amount: sql<number>`coalesce(-sum(${ledgerEntry.amount}), 0)::bigint` })
    .from(ledgerEntry)
    .where(isTransfer);
  const [booked] = await tx
    .select({ amount: sql<number>`coalesce(sum(${bankStatementLine.amount}), 0)::bigint` })
    .from(bankStatementLine)
    .where(eq(bankStatementLine.orderId, orderId));
  return paid!.amount > booked!.amount;
}

/** Each line pays as much of the order as the lines before it left; the rest of it is posted as a payment of its own. */
async function markBooked(
  tx: Database,
  lines: readonly LineRow[],
  { row, payable, actor }: { row: OrderRow; payable: Sen; actor: string },
): Promise<void> {
  let open = payable;
  for (const { id, amount } of lines) {
    const bookedAmount = Math.min(open, amount);
    const surplus = amount - bookedAmount;
    open -= bookedAmount;
    const decision = { state: 'booked' as const, orderId: row.id, bookedAmount, actor, decidedAt: sql`now()` };
    await tx.update(bankStatementLine).set(decision).where(eq(bankStatementLine.id, id));
    if (surplus > 0) await postLedgerEntries(tx, row, [{ kind: 'payment', amount: surplus, method: 'bank_transfer' }]);
  }
}

/** Records that an open transfer is no payment of an order, with a note what it is. Throws `not_found` and `too_late`. */
export function dismissTransfer(
  { db }: Deps,
  { id, note, actor }: { id: string; note: string; actor: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockOpenLines(tx, [id]);
    const decision = { state: 'dismissed' as const, note, actor, decidedAt: sql`now()` };
    await tx.update(bankStatementLine).set(decision).where(eq(bankStatementLine.id, id));
  });
}

/** Takes {@link dismissTransfer} back. Throws `not_found`, and `too_late` where the transfer is not dismissed. */
export function reopenTransfer({ db }: Deps, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    const line = await lockLine(tx, id);
    if (line.state !== 'dismissed') throwApiError('too_late');
    const open = { state: 'open' as const, note: null, actor: null, decidedAt: null };
    await tx.update(bankStatementLine).set(open).where(eq(bankStatementLine.id, id));
  });
}

/**
 * Records that the surplus of a transfer was sent back to its payer, once, and emails the customer. Throws `not_found`, and
 * `too_late` where nothing is owed.
 */
export function returnSurplus(deps: Deps, id: string): Promise<Sen> {
  return deps.db.transaction(async (tx) => {
    const { state, amount, bookedAmount, returnedAt, orderId } = await lockLine(tx, id);
    const surplus = amount - bookedAmount;
    if (state !== 'booked' || surplus === 0 || returnedAt) throwApiError('too_late');
    const row = await lockOrder(tx, orderId!);
    await postLedgerEntries(tx, row, [{ kind: 'payout', amount: surplus, method: 'bank_transfer' }]);
    await tx
      .update(bankStatementLine)
      .set({ returnedAt: sql`now()` })
      .where(eq(bankStatementLine.id, id));
    await sendPaymentReturned(tx, deps, row, surplus);
    return surplus;
  });
}

async function lockLine(tx: Database, id: string): Promise<LineRow> {
  const [line] = await tx.select().from(bankStatementLine).where(eq(bankStatementLine.id, id)).for('update');
  return requireFound(line);
}
