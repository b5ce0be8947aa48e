import { and, eq, lt, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { RefundState, RequestedLine } from '#domain/orders/refund.ts';
import type { Database, Connection } from '../../db/connection.ts';
import { refund, refundAttempt } from '../../db/tables.ts';
import type { Deps } from '../../context.ts';
import { throwApiError, requireFound } from '../../api-error.ts';
import { ProviderDeclinedError } from '../../integrations/payment-provider.ts';
import { findPaidAttempt, sendRefund, type PaymentAttempt } from '../../payments/attempts.ts';
import { postLedgerEntries } from '../ledger.ts';
import { applyOrderTransition, lockOrder } from '../transition-order.ts';
import { applyApprovalEffects, setRefundState } from './approve-refund.ts';
import { sendRefundUpdate, type RefundRow } from './create-refund.ts';
import type { OrderRow } from './refundable-order.ts';
import { splitRefund } from './split-refund.ts';

export type RefundTransition = {
  to: Exclude<RefundState, 'requested'>;
  /** A member of staff. */
  actor: string;
  /** What the customer reads about it: with `declined`, or with `items` of the copies that are declined. */
  note?: string | undefined;
  /** With `approved`: only these copies of order lines; the others become a refund of their own, which is declined. */
  items?: readonly RequestedLine[] | undefined;
  /**
   * With `paid_out`: how the money is sent. By default the payment provider sends it where the order was paid there.
   * `transfer` records a bank transfer that was made already.
   */
  channel?: RefundChannel | undefined;
};

/**
 * Transitions a refund to its next state with all effects, and emails its customer. The order's row is locked, so that of
 * two transitions at once one wins. `paid_out` first sends the money, outside of any transaction. Throws `not_found`,
 * `too_late` where the state does not allow it, `not_refundable` for copies that the refund has not, and what
 * {@link sendThroughProvider} and {@link assertNotSentByProvider} throw.
 */
export async function transitionRefund(deps: Deps, refundId: string, transition: RefundTransition): Promise<RefundRow> {
  const { to, actor, note, items, channel = 'provider' } = transition;
  const send = channel === 'transfer' ? assertNotSentByProvider : sendThroughProvider;
  const attempt = to === 'paid_out' ? await send(deps, refundId) : undefined;
  return deps.db.transaction(async (tx) => {
    const row = await lockOrderOfRefund(tx, refundId);
    if (attempt) await finishRefundAttempt(tx, attempt);
    const rest = items && (await splitRefund(tx, row, { refundId, items, actor, note }));
    const [changed] = await setRefundState(tx, eq(refund.id, refundId), { to, actor, note });
    const refunded = changed ?? throwApiError('too_late');
    await EFFECTS[to](tx, deps, { row, refunded, transition });
    await sendRefundUpdate(tx, deps, { order: row, refund: refunded, ...(!rest && { note }) });
    if (rest) await sendRefundUpdate(tx, deps, { order: row, refund: rest, note });
    return refunded;
  });
}

type Effect = (
  tx: Database,
  deps: Deps,
  change: { row: OrderRow; refunded: RefundRow; transition: RefundTransition },
) => Promise<void>;

/** What each state brings about besides the event and the email. */
const EFFECTS: Record<RefundTransition['to'], Effect> = {
  /** A paid order of which nothing is left is cancelled, so that nobody packs it. */
  approved: async (tx, deps, { row, refunded, transition: { actor } }) => {
    const isAll = await applyApprovalEffects(tx, row, { refunds: [refunded], actor });
    if (isAll && row.state === 'paid')
      await applyOrderTransition(tx, deps, { orderId: row.id, to: 'cancelled', actor });
  },
  paid_out: async (tx, _deps, { row, refunded: { id: refundId, amount }, transition: { channel } }) => {
    const method = channel === 'transfer' ? 'bank_transfer' : row.paymentMethod;
    await postLedgerEntries(tx, row, [{ kind: 'payout', amount, method, refundId }]);
  },
  declined: async () => {},
};

/** Locks the row of a refund's order: whatever transitions or sends the refund waits here. Throws `not_found`. */
async function lockOrderOfRefund(tx: Database, refundId: string): Promise<OrderRow> {
  const [found] = await tx.select({ orderId: refund.orderId }).from(refund).where(eq(refund.id, refundId));
  return lockOrder(tx, requireFound(found).orderId);
}

/**
 * Sends an approved refund through the payment provider, if the order was paid there: before the refund is recorded as paid
 * out, and once, however often it is requested. Returns the attempt, which recording it ends. Throws `payment_unreachable`
 * where the settings name no provider any more, `too_late`, `PaymentProviderError` where it fails, and
 * {@link RefundInProgressError}.
 */
async function sendThroughProvider({ db, payments }: Deps, refundId: string): Promise<RefundAttempt | undefined> {
  const approved = await findProviderRefund(db, refundId);
  if (!approved) return undefined;
  const provider = payments ?? throwApiError('payment_unreachable');
  return withRefundAttempt(db, { refundId, channel: 'provider' }, () =>
    sendRefund(db, provider, { ...approved, id: refundId }),
  );
}

/**
 * Makes sure that the provider has not sent a refund that is to be recorded as a bank transfer, and does not meanwhile.
 * Returns the attempt, like {@link sendThroughProvider}. Throws `ProviderDeclinedError` where the provider has sent it,
 * `PaymentProviderError` where that cannot be found out, and {@link RefundInProgressError}.
 */
async function assertNotSentByProvider({ db, payments }: Deps, refundId: string): Promise<RefundAttempt | undefined> {
  const approved = await findProviderRefund(db, refundId);
  if (!approved) return undefined;
  return withRefundAttempt(db, { refundId, channel: 'transfer' }, async () => {
    if (await payments?.hasRefund({ intent: approved.attempt.paymentIntentId!, id: refundId }))
      throw new ProviderDeclinedError('It has sent this refund back already.');
  });
}

/** A decline is definite: nothing was sent, and the other channel is free again. */
async function withRefundAttempt(
  db: Connection,
  { refundId, channel }: { refundId: string; channel: RefundChannel },
  send: () => Promise<void>,
): Promise<RefundAttempt> {
  const attempt = await startRefundAttempt(db, refundId, channel);
  try {
    await send();
  } catch (error) {
    if (error instanceof ProviderDeclinedError) await endRefundAttempt(db, attempt);
    throw error;
  }
  return attempt;
}

/** The amount of an approved refund and the payment attempt that paid its order; undefined where no provider did. */
async function findProviderRefund(
  db: Database,
  refundId: string,
): Promise<{ attempt: PaymentAttempt; amount: number } | undefined> {
  const [row] = await db
    .select({ state: refund.state, amount: refund.amount, orderId: refund.orderId })
    .from(refund)
    .where(eq(refund.id, refundId));
  if (row?.state !== 'approved' || row.amount === 0) return undefined;
  const attempt = await findPaidAttempt(db, row.orderId);
  return attempt && { attempt, amount: row.amount };
}

/** The refund is being sent through the other channel, or it is not known yet whether it was. */
export class RefundInProgressError extends Error {}

type RefundChannel = (typeof refundAttempt.$inferSelect)['sentBy'];
type RefundAttempt = { refundId: string; id: string };

/**
 * Claims an approved refund for one channel, before anything is sent. An attempt of the same channel is taken over: the
 * provider sends a refund once. So is one that began ten minutes ago: no request of it can still be under way, and the
 * provider is asked all the same. Throws `too_late` and {@link RefundInProgressError}.
 */
function startRefundAttempt(db: Connection, refundId: string, sentBy: RefundChannel): Promise<RefundAttempt> {
  return db.transaction(async (tx) => {
    await lockOrderOfRefund(tx, refundId);
    const [row] = await tx.select({ state: refund.state }).from(refund).where(eq(refund.id, refundId));
    if (row?.state !== 'approved') throwApiError('too_late');
    const id = uuidv7();
    const claimed = await tx
      .insert(refundAttempt)
      .values({ refundId, id, sentBy })
      .onConflictDoUpdate({
        target: refundAttempt.refundId,
        set: { id, sentBy, startedAt: sql`now()` },
        setWhere: or(
          eq(refundAttempt.sentBy, sentBy),
          lt(refundAttempt.startedAt, sql`now() - interval '10 minutes'`),
        )!,
      });
    if (claimed.rowCount === 0) throw new RefundInProgressError('This refund is being sent through another channel.');
    return { refundId, id };
  });
}

/** Ends an attempt together with its effect. Throws {@link RefundInProgressError} where another one has taken it over. */
async function finishRefundAttempt(tx: Database, attempt: RefundAttempt): Promise<void> {
  if (!(await endRefundAttempt(tx, attempt)))
    throw new RefundInProgressError('Another attempt has taken this refund over.');
}

/** Ends an attempt that sends nothing any more; false where another one has taken it over. */
async function endRefundAttempt(db: Database, { refundId, id }: RefundAttempt): Promise<boolean> {
  const isOwn = and(eq(refundAttempt.refundId, refundId), eq(refundAttempt.id, id));
  return (await db.delete(refundAttempt).where(isOwn)).rowCount === 1;
}
