import { asc, eq, sql } from 'drizzle-orm';
import type { REFUND_REASONS } from '#domain/refund.ts';
import { order, orderLine, orderMove, shipment } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { moveRefund, type RefundMove } from '../refunds/move-refund.ts';
import { requestRefund } from '../refunds/request-refund.ts';

/** What the reader asked back of an order, and how far that has come. */
export type DemoRefund = { reason: (typeof REFUND_REASONS)[number]; moves: readonly RefundMove['to'][] };

/** Asks for the first line of a demo order back, by the customer's and the staff's own commands. */
export async function refundFor(
  deps: Deps,
  { id, customerId, reason, moves }: DemoRefund & { id: string; customerId: string },
): Promise<void> {
  const [first] = await deps.db
    .select()
    .from(orderLine)
    .where(eq(orderLine.orderId, id))
    .orderBy(asc(orderLine.position))
    .limit(1);
  const asked = { id, reason, items: [{ id: first!.id, qty: 1 }] };
  const refund = await requestRefund(deps, { customerId, asked });
  for (const to of moves) await moveRefund(deps, refund.id, { to, actor: 'staff' });
}

/** Lets an order be so many days old, its parcel two days on the way; its ledger keeps the time of entry. */
export async function setBack({ db }: Deps, orderId: string, days: number): Promise<void> {
  const ago = (more: number) => sql`now() - make_interval(days => ${days + more})`;
  await db
    .update(order)
    .set({ placedAt: ago(4) })
    .where(eq(order.id, orderId));
  await db
    .update(shipment)
    .set({ at: ago(2) })
    .where(eq(shipment.orderId, orderId));
  await db
    .update(orderMove)
    .set({
      at: sql`now() - make_interval(days => ${days} + CASE state WHEN 'delivered' THEN 0 WHEN 'shipped' THEN 2
      WHEN 'packed' THEN 3 ELSE 4 END)`,
    })
    .where(eq(orderMove.orderId, orderId));
}
