import { senFromRinggit } from '#domain/money.ts';
import type { RequestedLine } from '#domain/orders/refund.ts';
import { throwApiError } from '../../api-error.ts';
import type { Deps } from '../../context.ts';
import { applyOrderTransition, lockOrder } from '../transition-order.ts';
import { applyApprovalEffects } from './approve-refund.ts';
import { createRefund, quoteRequestedLines, sendRefundUpdate, sendWithdrawalReceipt } from './create-refund.ts';

/** `amount` (RM) is what the customer was shown. */
export type CancelledItems = { items: readonly RequestedLine[]; amount: number; isWithdrawal?: true };

/**
 * Cancels copies of a paid order that is not packed yet: their refund is approved at once, because nothing has to be
 * decided, and the copies return to stock. An order of which nothing is left is cancelled. Throws `not_found`, `too_late`,
 * `not_refundable`, and `refund_changed` where the amount is another one by now.
 */
export function cancelItems(
  deps: Deps,
  orderId: string,
  { items, amount, isWithdrawal }: CancelledItems,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const row = await lockOrder(tx, orderId);
    if (row.state !== 'paid') throwApiError('too_late');
    const quote = await quoteRequestedLines(tx, { id: orderId, items });
    if (quote.amount !== senFromRinggit(amount)) throwApiError('refund_changed');
    const refund = await createRefund(tx, {
      of: row,
      quote,
      state: 'approved',
      reason: 'cancelled',
      isWithdrawal,
      actor: 'customer',
    });
    const isAll = await applyApprovalEffects(tx, row, { refunds: [refund], actor: 'customer' });
    const send = isWithdrawal ? sendWithdrawalReceipt : sendRefundUpdate;
    await send(tx, deps, { order: row, refund });
    if (isAll) await applyOrderTransition(tx, deps, { orderId, to: 'cancelled', actor: 'customer' });
  });
}
