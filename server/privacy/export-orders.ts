import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import {
  bankStatementLine,
  claim,
  claimEvent,
  claimLine,
  ledgerEntry,
  order,
  orderChange,
  orderLine,
  orderEvent,
  paymentAttempt,
  refund,
  refundLine,
  refundEvent,
  orderReturn,
  returnPhoto,
  shipment,
} from '../db/tables.ts';
import { priceBreakdownInRinggit } from '#contract/amounts.ts';
import type { PriceBreakdown } from '#domain/pricing/price-breakdown.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { exportOrderNotes } from './export-notes.ts';

/** A customer; guest orders are found by their verified email. */
export type DataSubject = { customerId: string; email: string };

/** A customer's orders with lines, payment attempts, bank transfers, status changes, shipments, claims and notes, oldest first. */
export async function exportOrders(db: Database, subject: DataSubject) {
  const orders = await db.select().from(order).where(isOrderOf(subject)).orderBy(asc(order.id));
  const ids = orders.map((row) => row.id);
  if (ids.length === 0) return [];
  const lines = await db
    .select()
    .from(orderLine)
    .where(inArray(orderLine.orderId, ids))
    .orderBy(asc(orderLine.position));
  const events = await db.select().from(orderEvent).where(inArray(orderEvent.orderId, ids)).orderBy(asc(orderEvent.id));
  const changes = await db
    .select()
    .from(orderChange)
    .where(inArray(orderChange.orderId, ids))
    .orderBy(asc(orderChange.id));
  const shipments = await db.select().from(shipment).where(inArray(shipment.orderId, ids)).orderBy(asc(shipment.id));
  const { orderId, method, amount, state, createdAt } = paymentAttempt;
  const attempts = await db
    .select({ orderId, method, amount, state, createdAt })
    .from(paymentAttempt)
    .where(inArray(orderId, ids))
    .orderBy(asc(paymentAttempt.id));
  const transfers = await db
    .select(TRANSFER_COLUMNS)
    .from(bankStatementLine)
    .where(inArray(bankStatementLine.orderId, ids))
    .orderBy(asc(bankStatementLine.id));
  const linesOf = exportRowsBy(
    lines.map(({ couponDiscount: promo, ...line }) => ({ ...line, promo })),
    'orderId',
  );
  const eventsOf = exportRowsBy(events, 'orderId');
  const changesOf = exportRowsBy(changes, 'orderId');
  const shipmentsOf = exportRowsBy(shipments, 'orderId');
  const attemptsOf = exportRowsBy(attempts, 'orderId');
  const transfersOf = exportRowsBy(transfers, 'orderId');
  const claimsOf = await exportClaims(db, ids);
  const notesOf = await exportOrderNotes(db, ids);
  return orders.map((row) => ({
    ...exportRow(row),
    lines: linesOf(row.id),
    payment_attempts: attemptsOf(row.id),
    transfers: transfersOf(row.id),
    moves: eventsOf(row.id),
    changes: changesOf(row.id),
    shipments: shipmentsOf(row.id),
    claims: claimsOf(row.id),
    notes: notesOf(row.id),
  }));
}

const { orderId, day, amount, text, payer, bookedAmount, returnedAt } = bankStatementLine;
const TRANSFER_COLUMNS = { orderId, day, amount, text, payer, bookedAmount, returnedAt };

/** The claims of orders with copies and status changes, by order. */
async function exportClaims(db: Database, orderIds: readonly string[]) {
  const claims = await db
    .select()
    .from(claim)
    .where(inArray(claim.orderId, [...orderIds]))
    .orderBy(asc(claim.id));
  const ids = claims.map(({ id }) => id);
  const lines = await db.select().from(claimLine).where(inArray(claimLine.claimId, ids));
  const events = await db.select().from(claimEvent).where(inArray(claimEvent.claimId, ids)).orderBy(asc(claimEvent.id));
  const linesOf = exportRowsBy(lines, 'claimId');
  const eventsOf = exportRowsBy(events, 'claimId');
  const byOrder = Map.groupBy(claims, ({ orderId }) => orderId);
  return (orderId: string) =>
    (byOrder.get(orderId) ?? []).map((row) => ({ ...exportRow(row), lines: linesOf(row.id), moves: eventsOf(row.id) }));
}

/** The ledger entries of a customer's orders, oldest first. */
export async function exportTransactions(db: Database, subject: DataSubject) {
  const rows = await db
    .select({ entry: ledgerEntry, number: order.number })
    .from(ledgerEntry)
    .innerJoin(order, eq(order.id, ledgerEntry.orderId))
    .where(isOrderOf(subject))
    .orderBy(asc(ledgerEntry.id));
  return rows.map(({ entry, number }) => ({ order: number, ...exportRow(entry) }));
}

/** A customer's refunds with lines, status changes and what was sent back, oldest first. */
export async function exportRefunds(db: Database, subject: DataSubject) {
  const refunds = await db
    .select({ refund, number: order.number })
    .from(refund)
    .innerJoin(order, eq(order.id, refund.orderId))
    .where(isOrderOf(subject))
    .orderBy(asc(refund.id));
  const ids = refunds.map(({ refund: row }) => row.id);
  if (ids.length === 0) return [];
  const lines = await db.select().from(refundLine).where(inArray(refundLine.refundId, ids));
  const events = await db
    .select()
    .from(refundEvent)
    .where(inArray(refundEvent.refundId, ids))
    .orderBy(asc(refundEvent.id));
  const returns = await db.select().from(orderReturn).where(inArray(orderReturn.refundId, ids));
  const photos = await db.select().from(returnPhoto).where(inArray(returnPhoto.refundId, ids));
  const linesOf = exportRowsBy(lines, 'refundId');
  const eventsOf = exportRowsBy(events, 'refundId');
  const returnsOf = exportRowsBy(returns, 'refundId');
  const photosOf = exportRowsBy(photos, 'refundId');
  return refunds.map(({ refund: row, number }) => ({
    order: number,
    ...exportRow(row),
    lines: linesOf(row.id),
    moves: eventsOf(row.id),
    returns: returnsOf(row.id),
    photos: photosOf(row.id),
  }));
}

function isOrderOf({ customerId, email }: DataSubject) {
  return or(eq(order.customerId, customerId), and(isNull(order.customerId), eq(order.email, email)));
}

/** Columns in sen, in every table. */
const MONEY_COLUMNS: ReadonlySet<string> = new Set([
  'subtotal',
  'memberDiscount',
  'couponDiscount',
  'shipping',
  'giftWrap',
  'bookedAmount',
  'total',
  'listPrice',
  'unitPrice',
  'promo',
  'merchandiseTotal',
  'revokedDiscount',
  'couponMinimum',
  'deliveryCost',
  'deliveryFreeFrom',
  'amount',
  'priceWhenAdded',
]);
/** Names in the file, where they differ from the column's. */
const NAMES: Readonly<Record<string, string>> = {
  subtotal: 'total',
  memberDiscount: 'discount',
  couponDiscount: 'pro_discount',
  total: 'payable',
  priceBreakdown: 'explanation',
  merchandiseTotal: 'goods',
  revokedDiscount: 'withdrawn',
  priceWhenAdded: 'price_then',
  details: 'facts',
  consumedAt: 'spent_at',
  revokedAt: 'void_at',
  graceTokens: 'siblings',
};
/** The customer's own id, and those of others. */
const OMITTED_COLUMNS: ReadonlySet<string> = new Set([
  'customerId',
  'orderId',
  'ticketId',
  'refundId',
  'claimId',
  'assigneeId',
  'inviterId',
  'chain',
  'acceptedBy',
]);

/** A row as the file shows it: names with underscores, amounts in RM, times in UTC; hashes are left out. */
export function exportRow(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !/hash$/i.test(name) && !OMITTED_COLUMNS.has(name))
      .map(([name, value]) => [NAMES[name] ?? toSnakeCase(name), amountsInRinggit(name, value)]),
  );
}

/** Groups rows by parent; returns a function that gives the exported rows of one parent. */
export function exportRowsBy<Row extends Record<string, unknown>>(rows: readonly Row[], key: keyof Row) {
  const byParent = Map.groupBy(rows, (row) => row[key]);
  return (parent: unknown): Record<string, unknown>[] => (byParent.get(parent as Row[keyof Row]) ?? []).map(exportRow);
}

/** A value with its amounts in RM, also those within a price breakdown or the details of an audit entry. */
function amountsInRinggit(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (MONEY_COLUMNS.has(name)) return ringgitFromSen(value as number);
  if (name === 'priceBreakdown') return priceBreakdownInRinggit(value as PriceBreakdown);
  if (name !== 'details') return value;
  const details = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(details.map(([key, detail]) => [key, amountsInRinggit(key, detail)]));
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
