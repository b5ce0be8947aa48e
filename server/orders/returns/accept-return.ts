import { and, eq, isNull, sql } from 'drizzle-orm';
import { requireFound, throwApiError } from '../../api-error.ts';
import type { Deps } from '../../context.ts';
import { orderReturn, refund } from '../../db/tables.ts';
import { enqueueEmail } from '../../emails/outbox.ts';
import { publish } from '../../live/live-events.ts';
import { lockOrder } from '../transition-order.ts';

/**
 * Accepts a requested return, and emails its customer where the label is. Of two at once one wins. Throws `not_found`, and
 * `too_late` where it was accepted, or its refund decided, before.
 */
export function acceptReturn(deps: Deps, refundId: string, actor: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const [found] = await tx.select({ orderId: refund.orderId }).from(refund).where(eq(refund.id, refundId));
    const { id: orderId, number, email, locale, customerId } = await lockOrder(tx, requireFound(found).orderId);
    const [current] = await tx.select({ state: refund.state }).from(refund).where(eq(refund.id, refundId));
    if (current?.state !== 'requested') throwApiError('too_late');
    const [accepted] = await tx
      .update(orderReturn)
      .set({ acceptedAt: sql`now()`, acceptedBy: actor })
      .where(and(eq(orderReturn.refundId, refundId), isNull(orderReturn.acceptedAt)))
      .returning();
    const { number: returnNumber } = accepted ?? throwApiError('too_late');
    const data = { number, returnNumber };
    await enqueueEmail(tx, deps, { kind: 'return_accepted', to: email, locale, data, orderId });
    await publish(tx, customerId, 'orders');
  });
}
