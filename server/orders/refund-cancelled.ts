import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { everythingLeft, quoteRefund } from '#domain/refund.ts';
import type { Database } from '../db/connection.ts';
import { refund, refundMove, type order } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { findBoughtOrder } from './find-bought-order.ts';
import { oweBack } from './owe-back.ts';
import { tellOfRefund } from './tell-of-refund.ts';
import { writeRefund, type RefundRow } from './write-refund.ts';

type Order = typeof order.$inferSelect;

/**
 * What a paid order that is cancelled owes: requests that wait are approved, and whatever was not asked back yet is an
 * approved refund of its own. No copy left the shop, so all of them go back on the shelf.
 */
export async function refundCancelled(tx: Database, deps: Deps, row: Order, actor: string): Promise<void> {
  const { bought } = await findBoughtOrder(tx, row.id);
  const refunds = await approveWaiting(tx, row.id, actor);
  const rest = everythingLeft(bought);
  if (rest.length > 0) {
    const quote = quoteRefund(bought, rest);
    refunds.push(await writeRefund(tx, { of: row, quote, state: 'approved', reason: 'cancelled', actor }));
  }
  await oweBack(tx, row, refunds);
  for (const one of refunds) await tellOfRefund(tx, deps, { order: row, refund: one });
}

async function approveWaiting(tx: Database, orderId: string, actor: string): Promise<RefundRow[]> {
  const approved = await tx
    .update(refund)
    .set({ state: 'approved' })
    .where(and(eq(refund.orderId, orderId), eq(refund.state, 'requested')))
    .returning();
  for (const { id: refundId } of approved)
    await tx.insert(refundMove).values({ id: uuidv7(), refundId, state: 'approved', actor });
  return approved;
}
