import { and, eq, gt, lte, notExists, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { order, paymentAttempt } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { bankTransferInstructions } from './checkout.ts';
import { forEachDueOrder } from '../orders/due-orders.ts';
import { DEADLINE_ACTOR, applyOrderTransition } from '../orders/transition-order.ts';

const isUnpaid = eq(order.state, 'placed');
const isReminderDue = and(isUnpaid, lte(order.paymentReminderAt, sql`now()`));

export type EnforcedDeadlines = { reminded: number; cancelled: number };

/**
 * Reminds the customers of unpaid orders halfway to their deadline, and cancels the orders whose deadline has passed. Any
 * number of servers may run it at any time: each order has one reminder and one cancellation. An order that fails is
 * reported to `onError`, and the others continue.
 */
export async function enforceDeadlines(deps: Deps, onError: (error: Error) => void): Promise<EnforcedDeadlines> {
  const reminded = await forEachDueOrder(deps, isReminderDue, { name: 'payment reminder', act: remind, onError });
  const cancelled = await forEachDueOrder(deps, isOverdue, { name: 'payment deadline', act: cancelOverdue, onError });
  return { reminded, cancelled };
}

/** A checkout page that was opened before the deadline may be used until it expires. */
const isOverdue = and(
  isUnpaid,
  lte(order.paymentDueAt, sql`now()`),
  notExists(
    subquery
      .select({ id: paymentAttempt.id })
      .from(paymentAttempt)
      .where(
        and(
          eq(paymentAttempt.orderId, order.id),
          eq(paymentAttempt.state, 'open'),
          gt(paymentAttempt.expiresAt, sql`now()`),
        ),
      ),
  ),
);

async function remind(tx: Database, deps: Deps, orderId: string): Promise<boolean> {
  const [row] = await tx
    .update(order)
    .set({ paymentReminderAt: null })
    .where(and(eq(order.id, orderId), isReminderDue))
    .returning();
  if (!row?.paymentDueAt) return false;
  const { number, email, locale, total: payable, paymentMethod: payBy } = row;
  const transfer = bankTransferInstructions(deps.config, number);
  const data = { number, payable, payBy, transfer, dueAt: row.paymentDueAt.toISOString() };
  await enqueueEmail(tx, deps, { kind: 'payment_reminder', to: email, locale, data, orderId });
  return true;
}

async function cancelOverdue(tx: Database, deps: Deps, orderId: string): Promise<boolean> {
  const [locked] = await tx
    .select({ id: order.id })
    .from(order)
    .where(eq(order.id, orderId))
    .for('update', { skipLocked: true });
  if (!locked || (await tx.$count(order, and(eq(order.id, orderId), isOverdue))) === 0) return false;
  await applyOrderTransition(tx, deps, { orderId, to: 'cancelled', actor: DEADLINE_ACTOR, reason: 'overdue' });
  return true;
}
