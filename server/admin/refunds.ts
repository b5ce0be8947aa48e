import type { BodyOf } from '#contract/endpoint.ts';
import type {
  decideRefund as decideContract,
  payOutRefund as payOutContract,
  refundOrder as orderContract,
} from '#contract/admin-refunds.ts';
import { throwApiError } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import { PaymentProviderError, ProviderDeclinedError } from '../integrations/payment-provider.ts';
import { requireOrderByNumber } from '../orders/queries.ts';
import { requireRefund } from '../orders/refunds/queries.ts';
import { refundItems } from '../orders/refunds/refund-items.ts';
import { RefundInProgressError, transitionRefund } from '../orders/refunds/transition-refund.ts';
import { runAsStaff, staffEntry, type StaffRequest } from './staff-action.ts';

/**
 * Approves a requested refund, or some of its copies, or declines it; the note goes to its customer. Throws `not_found`,
 * `too_late` and `not_refundable`.
 */
export function decideRefund(
  deps: Deps,
  request: StaffRequest,
  { id, to, items, note }: BodyOf<typeof decideContract>,
): Promise<void> {
  const action = { verb: to === 'approved' ? 'refund approve' : 'refund decline', about: id };
  return runAsStaff(deps, request, action, async (inside) => {
    await requireRefund(inside.db, id);
    const some = to === 'approved' ? { items } : {};
    await transitionRefund(inside, id, { to, actor: request.principal.name, ...some, ...(note && { note }) });
  });
}

/**
 * Sends the money of an approved refund. The provider is asked outside of any transaction, so that the entry in the audit trail
 * follows the refund. Throws `not_found`, `too_late`, `refund_changed` while somebody else is paying it out,
 * `method_unavailable` where the provider declines, and `payment_unreachable` where it is unknown whether it has paid.
 */
export async function payOutRefund(
  deps: Deps,
  request: StaffRequest,
  { id, by_transfer: isTransfer = false }: BodyOf<typeof payOutContract>,
): Promise<void> {
  await requireRefund(deps.db, id);
  const transition = { to: 'paid_out', actor: request.principal.name } as const;
  await transitionRefund(deps, id, { ...transition, ...(isTransfer && { channel: 'transfer' }) }).catch(
    throwPublicError,
  );
  await writeAudit(deps.db, staffEntry(request, { verb: 'refund pay-out', about: id }));
}

function throwPublicError(error: unknown): never {
  if (error instanceof RefundInProgressError) throwApiError('refund_changed');
  if (error instanceof ProviderDeclinedError) throwApiError('method_unavailable');
  if (error instanceof PaymentProviderError) throwApiError('payment_unreachable');
  throw error;
}

/** Refunds copies of an order under the name of the member of staff. Throws `not_found` and `not_refundable`. */
export function refundOrder(
  deps: Deps,
  request: StaffRequest,
  { number, items, reason }: BodyOf<typeof orderContract>,
): Promise<{ id: string }> {
  return runAsStaff(deps, request, { verb: 'order refund', about: number }, async (inside) => {
    const { id: orderId } = await requireOrderByNumber(inside.db, inside.config, number);
    const { id } = await refundItems(inside, orderId, { items, reason, actor: request.principal.name });
    return { id };
  });
}
