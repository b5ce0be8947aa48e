import type { RefundReason } from '#domain/orders/refund-reasons.ts';
import type { RequestedLine } from '#domain/orders/refund.ts';
import type { Deps } from '../../context.ts';
import { applyOrderTransition, lockOrder } from '../transition-order.ts';
import { applyApprovalEffects } from './approve-refund.ts';
import { createRefund, quoteRequestedLines, sendRefundUpdate, type RefundRow } from './create-refund.ts';

type ItemsRefund = { items: readonly RequestedLine[]; reason: RefundReason; note?: string | undefined; actor: string };

/**
 * Refunds copies of an order that nobody asked for: the refund is approved at once, and paid out like any other. An order of
 * which nothing is left before it is packed is cancelled. Throws `not_found` and `not_refundable`.
 */
export function refundItems(
  deps: Deps,
  orderId: string,
  { items, reason, note, actor }: ItemsRefund,
): Promise<RefundRow> {
  return deps.db.transaction(async (tx) => {
    const row = await lockOrder(tx, orderId);
    const quote = await quoteRequestedLines(tx, { id: orderId, items });
    const refund = await createRefund(tx, { of: row, quote, state: 'approved', reason, note, actor });
    const isAll = await applyApprovalEffects(tx, row, { refunds: [refund], actor });
    await sendRefundUpdate(tx, deps, { order: row, refund });
    if (isAll && row.state === 'paid') await applyOrderTransition(tx, deps, { orderId, to: 'cancelled', actor });
    return refund;
  });
}
