import { and, asc, eq, inArray } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { claimStatesBefore, type ClaimState } from '#domain/orders/claim.ts';
import { checkRefundEligibility, quoteRefund } from '#domain/orders/refund.ts';
import { requireFound, throwApiError } from '../../api-error.ts';
import { reserveStock } from '../../catalogue/stock.ts';
import type { Deps } from '../../context.ts';
import type { Database } from '../../db/connection.ts';
import { claim, claimEvent, claimLine, orderLine, shipment } from '../../db/tables.ts';
import type { StoredEmailData } from '../../emails/email-templates.ts';
import { enqueueEmail } from '../../emails/outbox.ts';
import { publish } from '../../live/live-events.ts';
import { applyApprovalEffects } from '../refunds/approve-refund.ts';
import { createRefund } from '../refunds/create-refund.ts';
import { loadRefundableOrder, type OrderRow } from '../refunds/refundable-order.ts';
import { lockOrder, promiseFromToday } from '../transition-order.ts';

export type ClaimDecision = {
  to: Exclude<ClaimState, 'open'>;
  /** `customer` or a member of staff. */
  actor: string;
  /** With `resent`: the new parcel. */
  parcel?: { carrier: string; tracking: string } | undefined;
  /** With `declined`: what the customer reads about it. */
  note?: string | undefined;
};

type ClaimRow = typeof claim.$inferSelect;

/**
 * Ends an open claim with all effects, and emails its customer unless they ended it themselves. The order's row is locked, so
 * that of two decisions at once one wins. Throws `not_found`, `too_late` where it is decided already, `not_refundable` where
 * its copies are in a refund by now, and `out_of_stock`.
 */
export function decideClaim(deps: Deps, claimId: string, decision: ClaimDecision): Promise<void> {
  const { to, actor, note = null } = decision;
  return deps.db.transaction(async (tx) => {
    const [found] = await tx.select({ orderId: claim.orderId }).from(claim).where(eq(claim.id, claimId));
    const row = await lockOrder(tx, requireFound(found).orderId);
    const [open] = await tx
      .select()
      .from(claim)
      .where(and(eq(claim.id, claimId), inArray(claim.state, claimStatesBefore(to))));
    const claimed = open ?? throwApiError('too_late');
    const { refundId = null, ...told } = await EFFECTS[to](tx, { row, claimed, decision });
    await tx.update(claim).set({ state: to, refundId }).where(eq(claim.id, claimId));
    await tx.insert(claimEvent).values({ id: uuidv7(), claimId, state: to, actor, note });
    if (to !== 'arrived') await sendDecision(tx, deps, row, { claimNumber: claimed.number, state: to, note, ...told });
    await publish(tx, row.customerId, 'orders');
  });
}

type DecisionData = StoredEmailData<'claim_decided'>;
/** What an effect gives the claim, and the email. */
type Outcome = { refundId?: string } & Pick<DecisionData, 'amount' | 'parcel' | 'promise'>;
type Effect = (tx: Database, change: { row: OrderRow; claimed: ClaimRow; decision: ClaimDecision }) => Promise<Outcome>;

const EFFECTS: Record<ClaimDecision['to'], Effect> = {
  /** The copies leave the stock once more, and the new parcel is promised as any that leaves today. */
  resent: async (tx, { row, claimed, decision: { actor, parcel } }) => {
    await requireRefundable(tx, row, claimed);
    const lines = await tx
      .select({ variantId: orderLine.variantId, qty: claimLine.qty })
      .from(claimLine)
      .innerJoin(orderLine, eq(orderLine.id, claimLine.orderLineId))
      .where(eq(claimLine.claimId, claimed.id));
    const requested = lines.map((line) => ({ ...line, isAwaitable: false }));
    const { short } = await reserveStock(tx, requested, { orderId: row.id, actor, reason: 'resent' });
    if (short.length > 0) throwApiError('out_of_stock');
    if (parcel) await tx.insert(shipment).values({ id: uuidv7(), orderId: row.id, ...parcel });
    const { deliveryPromise } = await promiseFromToday(tx, row);
    const promise = deliveryPromise && { from: deliveryPromise.from, to: deliveryPromise.to };
    return { ...(parcel && { parcel }), ...(promise && { promise }) };
  },
  /** An approved refund, which is paid out like any other; nothing comes back into stock. */
  refunded: async (tx, { row, claimed, decision: { actor } }) => {
    const { order, items } = await requireRefundable(tx, row, claimed);
    const reason = claimed.problem === 'damaged' ? 'damaged' : 'lost';
    const quote = quoteRefund(order, items);
    const refund = await createRefund(tx, { of: row, quote, state: 'approved', reason, actor });
    await applyApprovalEffects(tx, row, { refunds: [refund], actor });
    return { refundId: refund.id, amount: refund.amount };
  },
  declined: async () => ({}),
  arrived: async () => ({}),
};

/** The copies of a claim, which was opened in time; they may have been refunded since. */
async function requireRefundable(tx: Database, row: OrderRow, claimed: ClaimRow) {
  const { order } = await loadRefundableOrder(tx, row.id);
  const items = await tx
    .select({ id: claimLine.orderLineId, qty: claimLine.qty })
    .from(claimLine)
    .where(eq(claimLine.claimId, claimed.id))
    .orderBy(asc(claimLine.orderLineId));
  if (checkRefundEligibility(order, items)) throwApiError('not_refundable');
  return { order, items };
}

async function sendDecision(
  tx: Database,
  deps: Deps,
  { id: orderId, number, email, locale }: OrderRow,
  decided: Omit<DecisionData, 'number'>,
): Promise<void> {
  const data = { number, ...decided };
  await enqueueEmail(tx, deps, { kind: 'claim_decided', to: email, locale, data, orderId });
}
