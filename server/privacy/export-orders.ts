import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import {
  ledgerEntry,
  order,
  orderLine,
  orderMove,
  paymentAttempt,
  refund,
  refundLine,
  refundMove,
  shipment,
} from '../db/tables.ts';
import { readable, readableBy } from './readable.ts';

/** A customer; their proven address also names what they ordered without signing in. */
export type Whose = { customerId: string; email: string };

/** A customer's orders with everything that stands on them, oldest first. */
export async function exportOrders(db: Database, whose: Whose) {
  const orders = await db.select().from(order).where(areOf(whose)).orderBy(asc(order.id));
  const ids = orders.map((row) => row.id);
  if (ids.length === 0) return [];
  const lines = await db
    .select()
    .from(orderLine)
    .where(inArray(orderLine.orderId, ids))
    .orderBy(asc(orderLine.position));
  const moves = await db.select().from(orderMove).where(inArray(orderMove.orderId, ids)).orderBy(asc(orderMove.id));
  const parcels = await db.select().from(shipment).where(inArray(shipment.orderId, ids)).orderBy(asc(shipment.id));
  const { orderId, method, amount, state, createdAt } = paymentAttempt;
  const attempts = await db
    .select({ orderId, method, amount, state, createdAt })
    .from(paymentAttempt)
    .where(inArray(orderId, ids))
    .orderBy(asc(paymentAttempt.id));
  const linesOf = readableBy(lines, 'orderId');
  const movesOf = readableBy(moves, 'orderId');
  const shipmentsOf = readableBy(parcels, 'orderId');
  const attemptsOf = readableBy(attempts, 'orderId');
  return orders.map((row) => ({
    ...readable(row),
    lines: linesOf(row.id),
    payment_attempts: attemptsOf(row.id),
    moves: movesOf(row.id),
    shipments: shipmentsOf(row.id),
  }));
}

/** Every movement of money of a customer's orders, oldest first. */
export async function exportTransactions(db: Database, whose: Whose) {
  const rows = await db
    .select({ entry: ledgerEntry, number: order.number })
    .from(ledgerEntry)
    .innerJoin(order, eq(order.id, ledgerEntry.orderId))
    .where(areOf(whose))
    .orderBy(asc(ledgerEntry.id));
  return rows.map(({ entry, number }) => ({ order: number, ...readable(entry) }));
}

/** What a customer asked back, oldest first. */
export async function exportRefunds(db: Database, whose: Whose) {
  const refunds = await db
    .select({ asked: refund, number: order.number })
    .from(refund)
    .innerJoin(order, eq(order.id, refund.orderId))
    .where(areOf(whose))
    .orderBy(asc(refund.id));
  const ids = refunds.map(({ asked }) => asked.id);
  if (ids.length === 0) return [];
  const lines = await db.select().from(refundLine).where(inArray(refundLine.refundId, ids));
  const moves = await db.select().from(refundMove).where(inArray(refundMove.refundId, ids)).orderBy(asc(refundMove.id));
  const linesOf = readableBy(lines, 'refundId');
  const movesOf = readableBy(moves, 'refundId');
  return refunds.map(({ asked, number }) => ({
    order: number,
    ...readable(asked),
    lines: linesOf(asked.id),
    moves: movesOf(asked.id),
  }));
}

function areOf({ customerId, email }: Whose) {
  return or(eq(order.customerId, customerId), and(isNull(order.customerId), eq(order.email, email)));
}
