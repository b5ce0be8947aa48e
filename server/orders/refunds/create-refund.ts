import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { ResponseOf, ParsedOf } from '#contract/endpoint.ts';
import type { requestRefund as contract } from '#contract/orders.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import {
  refundableLines,
  quoteRefund,
  checkOrderRefundable,
  checkRefundEligibility,
  type RefundQuote,
  type RefundState,
  type RequestedLine,
} from '#domain/orders/refund.ts';
import type { RefundReason } from '#domain/orders/refund-reasons.ts';
import { isSentBack, mayWithdraw } from '#domain/orders/return.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connection.ts';
import { order, orderLine, orderReturn, refund, refundLine, refundEvent } from '../../db/tables.ts';
import type { Deps, ClientInfo } from '../../context.ts';
import { loadRefundableOrder, type OrderRow } from './refundable-order.ts';
import { throwApiError, requireFound } from '../../api-error.ts';
import { concurrencyLimit } from '../../limits.ts';
import { v7 as uuidv7 } from 'uuid';
import { publish } from '../../live/live-events.ts';
import { enqueueEmail } from '../../emails/outbox.ts';

type RefundRequestBody = ParsedOf<typeof contract>['body'];
type RefundResponse = ResponseOf<typeof contract>;

/** `customerId` is missing where a link names the order; `amount` (RM) is what the customer was shown, if they were. */
export type RefundRequest = {
  customerId?: string;
  body: RefundRequestBody;
  amount?: number;
  isWithdrawal?: true;
  client?: ClientInfo | undefined;
};

/** Requests beyond this wait without a database connection, so that a rush for one order leaves the others free. */
const withConcurrencyLimit = concurrencyLimit({ concurrency: 4, maxWaiting: 1000, maxWaitSeconds: 10 });

/**
 * Requests a refund of lines of a customer's order, or of everything left of it. The order's row is locked before the first
 * read, so that of many requests at once each sees the ones before. What was shipped has to be sent back. Throws `not_found`,
 * `not_refundable`, `refund_changed`, and `too_late` where it is too late to withdraw.
 */
export function requestRefund(deps: Deps, request: RefundRequest): Promise<RefundResponse & { number?: string }> {
  return withConcurrencyLimit(() => deps.db.transaction((tx) => requestInTransaction(tx, deps, request)));
}

async function requestInTransaction(
  tx: Database,
  deps: Deps,
  { customerId, body, amount, isWithdrawal, client }: RefundRequest,
) {
  const isOwn = and(eq(order.id, body.id), customerId === undefined ? undefined : eq(order.customerId, customerId));
  const [locked] = await tx.select().from(order).where(isOwn).for('no key update');
  const row = requireFound(locked);
  if (isWithdrawal) await assertMayWithdraw(tx, row.id);
  const quote = await quoteRequestedLines(tx, body);
  if (amount !== undefined && senFromRinggit(amount) !== quote.amount) throwApiError('refund_changed');
  const { reason, note } = body;
  const created = { of: row, quote, state: 'requested', reason, note, isWithdrawal, actor: 'customer' } as const;
  const refund = await createRefund(tx, created);
  const number = isSentBack(row.state) ? await insertReturn(tx, refund) : undefined;
  if (isWithdrawal) await sendWithdrawalReceipt(tx, deps, { order: row, refund });
  else await sendRefundUpdate(tx, deps, { order: row, refund });
  const details = { order: row.number, refund: refund.id, amount: refund.amount };
  if (row.customerId) await writeAudit(tx, { event: 'refund_asked', customerId: row.customerId, details, client });
  const response = { id: refund.id, status: 'requested' as const, amount: ringgitFromSen(refund.amount) };
  return { ...response, ...(number !== undefined && { number }) };
}

async function assertMayWithdraw(tx: Database, orderId: string): Promise<void> {
  const { progress, now } = await loadRefundableOrder(tx, orderId);
  if (!mayWithdraw(progress, now)) throwApiError('too_late');
}

/** The return of a refund; one by withdrawal needs no consent. Returns its number. */
async function insertReturn(tx: Database, { id: refundId, isWithdrawal }: RefundRow): Promise<string> {
  const accepted = isWithdrawal ? { acceptedAt: sql`now()`, acceptedBy: 'customer' } : {};
  const number = sql`'R-' || nextval('return_number')`;
  const [row] = await tx
    .insert(orderReturn)
    .values({ refundId, number, ...accepted })
    .returning();
  return row!.number;
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
  state: Exclude<RefundState, 'paid_out'>;
  reason: RefundReason;
  note?: string | null | undefined;
  isWithdrawal?: boolean | undefined;
  /** With `declined`: what the customer reads about it. */
  shopNote?: string | undefined;
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
  { of, quote, state, reason, note, isWithdrawal = false, shopNote, actor }: NewRefund,
): Promise<RefundRow> {
  const whose = { orderId: of.id, customerId: of.customerId };
  const [row] = await tx
    .insert(refund)
    .values({ ...whose, state, reason, note: note || null, isWithdrawal, ...amountsOf(quote) })
    .returning();
  const { id: refundId } = row!;
  await insertLines(tx, refundId, quote);
  await tx.insert(refundEvent).values({ id: uuidv7(), refundId, state, actor, note: shopNote || null });
  return row!;
}

/** Quotes a refund that waits anew, for other copies. The order's row is locked by the caller. */
export async function requoteRefund(tx: Database, refundId: string, quote: RefundQuote): Promise<void> {
  await tx.update(refund).set(amountsOf(quote)).where(eq(refund.id, refundId));
  await tx.delete(refundLine).where(eq(refundLine.refundId, refundId));
  await insertLines(tx, refundId, quote);
}

function amountsOf({ merchandiseTotal, withdrawnTotal: revokedDiscount, shipping, giftWrap, amount }: RefundQuote) {
  return { merchandiseTotal, revokedDiscount, shipping, giftWrap, amount };
}

async function insertLines(tx: Database, refundId: string, quote: RefundQuote): Promise<void> {
  await tx.insert(refundLine).values(refundLinesOf(quote).map((line) => ({ refundId, ...line })));
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

/** Confirms a withdrawal by an email that says when it was declared, and of what. */
export async function sendWithdrawalReceipt(
  tx: Database,
  deps: Deps,
  { order, refund }: Pick<RefundUpdate, 'order' | 'refund'>,
): Promise<void> {
  const { id: orderId, number, email, locale, customerId } = order;
  const items = await tx
    .select({ title: orderLine.title, qty: refundLine.qty })
    .from(refundLine)
    .innerJoin(orderLine, eq(orderLine.id, refundLine.orderLineId))
    .where(and(eq(refundLine.refundId, refund.id), gt(refundLine.qty, 0)))
    .orderBy(asc(orderLine.position));
  const isSent = isSentBack(order.state);
  const data = { number, at: refund.requestedAt.toISOString(), items, amount: refund.amount, isSent };
  await enqueueEmail(tx, deps, { kind: 'withdrawal_received', to: email, locale, data, orderId });
  await publish(tx, customerId, 'orders');
}
