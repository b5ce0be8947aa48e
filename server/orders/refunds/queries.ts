import { and, asc, desc, eq, gt, sql, type Placeholder } from 'drizzle-orm';
import { ringgitFromSen } from '#domain/money.ts';
import type { RefundReason } from '#domain/orders/refund-reasons.ts';
import type { RefundState } from '#domain/orders/refund.ts';
import type { Database } from '../../db/connection.ts';
import { keepForms, type PerhapsGiven } from '../../db/kept-statement.ts';
import { subquery } from '../../db/subqueries.ts';
import { order, orderLine, orderReturn, refund, refundLine, refundEvent } from '../../db/tables.ts';
import { requireFound } from '../../api-error.ts';

/** A refund as the staff's list shows it; amounts in RM. */
export type RefundSummary = {
  id: string;
  order: string;
  status: RefundState;
  amount: number;
  reason: RefundReason;
  email: string;
  requested_at: string;
};

export type RefundDetails = RefundSummary & {
  note: string | null;
  is_withdrawal: boolean;
  shipping: number;
  gift_wrap: number;
  /** Coupon discount on copies that are kept, which no longer meet its minimum. */
  withdrawn: number;
  /** The return that it belongs to, where the books come back. */
  return_number: string | null;
  /** By the ids of the order's lines. */
  lines: { id: string; title: string; qty: number; amount: number; restocked: number }[];
  moves: { status: RefundState; at: string; actor: string; note: string | null }[];
};

const summaryColumns = {
  id: refund.id,
  order: order.number,
  state: refund.state,
  amount: refund.amount,
  reason: refund.reason,
  email: order.email,
  requestedAt: refund.requestedAt,
};

type Form = { state?: RefundState | undefined; limit: number };
type Before = { before?: string | undefined };

/** The newest refunds of all orders, of one state where it is given, older than the one `before`. */
export async function listRefunds(db: Database, { before, ...form }: Form & Before): Promise<RefundSummary[]> {
  const rows = await selectPage(db, { before }, form);
  return rows.map(summaryOf);
}

const selectPage = keepForms((db, given: PerhapsGiven<Before>, { limit, state }: Form) => {
  const before = given('before');
  return db
    .select(summaryColumns)
    .from(refund)
    .innerJoin(order, eq(order.id, refund.orderId))
    .where(and(state && eq(refund.state, state), before && isOlderThan(before)))
    .orderBy(desc(refund.requestedAt), desc(refund.id))
    .limit(limit);
});

function isOlderThan(id: Placeholder) {
  const last = subquery.select({ at: refund.requestedAt, id: refund.id }).from(refund).where(eq(refund.id, id));
  return sql`(${refund.requestedAt}, ${refund.id}) < ${last}`;
}

/** A refund with its lines and events, for the staff. Throws `not_found`. */
export async function requireRefund(db: Database, id: string): Promise<RefundDetails> {
  const [found] = isUuid(id) ? await selectRefunds(db).where(eq(refund.id, id)) : [];
  const row = requireFound(found);
  const lines = await db
    .select({ line: refundLine, title: orderLine.title })
    .from(refundLine)
    .innerJoin(orderLine, eq(orderLine.id, refundLine.orderLineId))
    .where(and(eq(refundLine.refundId, row.refund.id), gt(refundLine.qty, 0)))
    .orderBy(asc(orderLine.position));
  const events = await db
    .select()
    .from(refundEvent)
    .where(eq(refundEvent.refundId, row.refund.id))
    .orderBy(asc(refundEvent.at), asc(refundEvent.id));
  return {
    ...summaryOf(row),
    note: row.refund.note,
    is_withdrawal: row.refund.isWithdrawal,
    shipping: ringgitFromSen(row.refund.shipping),
    gift_wrap: ringgitFromSen(row.refund.giftWrap),
    withdrawn: ringgitFromSen(row.refund.revokedDiscount),
    return_number: row.returnNumber,
    lines: lines.map(({ title, line: { orderLineId: lineId, qty, amount, restocked } }) => ({
      id: lineId,
      title,
      qty,
      amount: ringgitFromSen(amount),
      restocked,
    })),
    moves: events.map(({ state, at, actor, note }) => ({ status: state, at: at.toISOString(), actor, note })),
  };
}

function selectRefunds(db: Database) {
  return db
    .select({ refund, ...summaryColumns, returnNumber: orderReturn.number })
    .from(refund)
    .innerJoin(order, eq(order.id, refund.orderId))
    .leftJoin(orderReturn, eq(orderReturn.refundId, refund.id));
}

type SelectedRefund = Pick<typeof refund.$inferSelect, 'id' | 'state' | 'amount' | 'reason' | 'requestedAt'> & {
  order: string;
  email: string;
};

function summaryOf({ id, order: of, state, amount, reason, email, requestedAt }: SelectedRefund): RefundSummary {
  return {
    id,
    order: of,
    status: state,
    amount: ringgitFromSen(amount),
    reason,
    email,
    requested_at: requestedAt.toISOString(),
  };
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
