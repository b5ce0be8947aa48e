import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { RefundReason } from '#domain/orders/refund-reasons.ts';
import { returnState, type ReturnState } from '#domain/orders/return.ts';
import { requireFound } from '../../api-error.ts';
import type { Database } from '../../db/connection.ts';
import { order, orderReturn, refund, returnPhoto } from '../../db/tables.ts';
import { requireRefund, type RefundDetails } from '../refunds/queries.ts';

/** A return as the staff's list shows it. */
export type ReturnSummary = {
  number: string;
  refund_id: string;
  order: string;
  status: ReturnState;
  reason: RefundReason;
  is_withdrawal: boolean;
  email: string;
  requested_at: string;
};

/** `photos` are their ids. */
export type ReturnDetails = ReturnSummary & { refund: RefundDetails; photos: string[] };

/** Where a return is in a state: by its refund's, and by whether it was accepted. */
const STATE_CONDITIONS: Record<ReturnState, SQL | undefined> = {
  requested: and(eq(refund.state, 'requested'), isNull(orderReturn.acceptedAt)),
  accepted: and(eq(refund.state, 'requested'), isNotNull(orderReturn.acceptedAt)),
  received: eq(refund.state, 'approved'),
  refunded: eq(refund.state, 'paid_out'),
  declined: eq(refund.state, 'declined'),
};

/** The newest returns of all orders, of one state where it is given, older than the one `before` (by its refund's id). */
export async function listReturns(
  db: Database,
  { limit, state, before }: { limit: number; state?: ReturnState | undefined; before?: string | undefined },
): Promise<ReturnSummary[]> {
  const rows = await selectReturns(db)
    .where(and(state && STATE_CONDITIONS[state], before ? lt(orderReturn.refundId, before) : undefined))
    .orderBy(desc(orderReturn.refundId))
    .limit(limit);
  return rows.map(summaryOf);
}

/** A return with its refund and photos, for the staff. Throws `not_found`. */
export async function requireReturn(db: Database, number: string): Promise<ReturnDetails> {
  const [found] = await selectReturns(db).where(eq(orderReturn.number, number.trim().toUpperCase()));
  const row = requireFound(found);
  const photos = await db
    .select({ id: returnPhoto.id })
    .from(returnPhoto)
    .where(eq(returnPhoto.refundId, row.refund.id))
    .orderBy(asc(returnPhoto.id));
  return { ...summaryOf(row), refund: await requireRefund(db, row.refund.id), photos: photos.map(({ id }) => id) };
}

function selectReturns(db: Database) {
  return db
    .select({ returned: orderReturn, refund, order: order.number, email: order.email })
    .from(orderReturn)
    .innerJoin(refund, eq(refund.id, orderReturn.refundId))
    .innerJoin(order, eq(order.id, refund.orderId));
}

type SelectedReturn = {
  returned: typeof orderReturn.$inferSelect;
  refund: typeof refund.$inferSelect;
  order: string;
  email: string;
};

function summaryOf({ returned, refund: row, order: number, email }: SelectedReturn): ReturnSummary {
  return {
    number: returned.number,
    refund_id: row.id,
    order: number,
    status: returnState({ refund: row.state, isAccepted: returned.acceptedAt !== null }),
    reason: row.reason,
    is_withdrawal: row.isWithdrawal,
    email,
    requested_at: row.requestedAt.toISOString(),
  };
}
