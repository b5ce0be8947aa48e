import { and, eq } from 'drizzle-orm';
import type { ResponseOf, ParsedOf } from '#contract/endpoint.ts';
import type { requestRefund as contract } from '#contract/orders.ts';
import { ringgitFromSen } from '#domain/money.ts';
import {
  refundableLines,
  quoteRefund,
  checkOrderRefundable,
  checkRefundEligibility,
  type RefundQuote,
  type RequestedLine,
} from '#domain/orders/refund.ts';
import type { RefundReason } from '#domain/orders/refund-reasons.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connection.ts';
import { order, refund, refundLine, refundEvent } from '../../db/tables.ts';
import type { Deps, ClientInfo } from '../../context.ts';
import { loadRefundableOrder, type OrderRow } from './refundable-order.ts';
import { throwApiError, requireFound } from '../../api-error.ts';
import { concurrencyLimit } from '../../limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { publish } from '../../live/live-events.ts';
import { enqueueEmail } from '../../emails/outbox.ts';

type RefundRequestBody = ParsedOf<typeof contract>['body'];
type RefundResponse = ResponseOf<typeof contract>;
export type RefundRequest = { customerId: string; body: RefundRequestBody; client?: ClientInfo | undefined };

/** Requests beyond this wait without a database connection, so that a rush for one order leaves the others free. */
const withConcurrencyLimit = concurrencyLimit({ concurrency: 4, maxWaiting: 1000, maxWaitSeconds: 10 });

/**
 * Requests a refund of lines of a customer's order, or of everything left of it. The order's row is locked before the first
 * read, so that of many requests at once each sees the ones before. Throws `not_found` and `not_refundable`.
 */
export function requestRefund(deps: Deps, request: RefundRequest): Promise<RefundResponse> {
  return withConcurrencyLimit(() => deps.db.transaction((tx) => requestInTransaction(tx, deps, request)));
}

async function requestInTransaction(
  tx: Database,
  deps: Deps,
  { customerId, body, client }: RefundRequest,
): Promise<RefundResponse> {
  const isOwn = and(eq(order.id, body.id), eq(order.customerId, customerId));
  const [locked] = await tx.select().from(order).where(isOwn).for('no key update');
  const row = requireFound(locked);
  const quote = await quoteRequestedLines(tx, body);
  const { reason, note } = body;
  const refund = await createRefund(tx, { of: row, quote, state: 'requested', reason, note, actor: 'customer' });
  await sendRefundUpdate(tx, deps, { order: row, refund });
  const details = { order: row.number, refund: refund.id, amount: refund.amount };
  await writeAudit(tx, { event: 'refund_asked', customerId, details, client });
  return { id: refund.id, status: 'requested', amount: ringgitFromSen(refund.amount) };
}

/**
 * What refunding these copies of an order, or everything left of it, comes to. Throws `not_found` for a line of another order,
 * and `not_refundable`.
 */
export async function quoteRequestedLines(
  tx: Database,
  { id, items }: { id: string; items?: readonly RequestedLine[] | undefined },
): Promise<RefundQuote> {
  const { order: refundable, progress, now } = await loadRefundableOrder(tx, id);
  const requested = items ?? refundableLines(refundable);
  const lineIds = new Set(refundable.lines.map((line) => line.id));
  if (requested.some((line) => !lineIds.has(line.id))) throwApiError('not_found');
  if (checkOrderRefundable(progress, now) ?? checkRefundEligibility(refundable, requested))
    throwApiError('not_refundable');
  return quoteRefund(refundable, requested);
}

export type NewRefund = {
  of: OrderRow;
  quote: RefundQuote;
  state: 'requested' | 'approved';
  reason: RefundReason;
  note?: string | null | undefined;
  /** `customer`, `stripe` or a member of staff. */
  actor: string;
};
export type RefundRow = typeof refund.$inferSelect;

/**
 * Inserts a refund with its lines and its first event. The order's row is locked by the caller, and the quote has passed the
 * domain's checks.
 */
export async function createRefund(
  tx: Database,
  { of, quote, state, reason, note, actor }: NewRefund,
): Promise<RefundRow> {
  const { merchandiseTotal, withdrawnTotal: revokedDiscount, shipping, giftWrap, amount } = quote;
  const [row] = await tx
    .insert(refund)
    .values({
      orderId: of.id,
      customerId: of.customerId,
      state,
      reason,
      note: note || null,
      merchandiseTotal,
      revokedDiscount,
      shipping,
      giftWrap,
      amount,
    })
    .returning();
  const { id: refundId } = row!;
  await tx.insert(refundLine).values(refundLinesOf(quote).map((line) => ({ refundId, ...line })));
  await tx.insert(refundEvent).values({ id: uuidv7(), refundId, state, actor });
  return row!;
}

/** The refunded lines, and without copies those that are kept but lose their share of the coupon's discount. */
function refundLinesOf({ lines, withdrawn }: RefundQuote) {
  const revoked = new Map(withdrawn.map(({ id, amount }) => [id, amount]));
  const refunded = lines.map(({ id, qty, amount }) => {
    return { orderLineId: id, qty, amount, revokedDiscount: revoked.get(id) ?? 0 };
  });
  const isRefunded = new Set(lines.map(({ id }) => id));
  const kept = withdrawn
    .filter(({ id }) => !isRefunded.has(id))
    .map(({ id, amount }) => ({ orderLineId: id, qty: 0, amount: 0, revokedDiscount: amount }));
  return [...refunded, ...kept];
}

type RefundUpdate = {
  order: OrderRow;
  refund: RefundRow;
  note?: string | undefined;
  /** The payment came after its order was cancelled. */
  isLate?: boolean;
};

/** Enqueues the email about a refund's state and notifies the customer's open pages. */
export async function sendRefundUpdate(
  tx: Database,
  deps: Deps,
  { order, refund, note, isLate }: RefundUpdate,
): Promise<void> {
  const { id: orderId, number, email, locale, customerId } = order;
  const data = {
    number,
    state: refund.state,
    amount: refund.amount,
    note: note ?? null,
    ...(isLate && { isLate }),
  };
  await enqueueEmail(tx, deps, { kind: 'refund_moved', to: email, locale, data, orderId });
  await publish(tx, customerId, 'orders');
}
