import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { RefundReason } from '#domain/orders/refund-reasons.ts';
import { returnState, type ReturnState } from '#domain/orders/return.ts';
import { requireFound } from '../../api-error.ts';
import type { Database } from '../../db/connection.ts';
import { keepForms, type PerhapsGiven } from '../../db/kept-statement.ts';
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

type Form = { state?: ReturnState | undefined; limit: number };
type Before = { before?: string | undefined };

/** The newest returns of all orders, of one state where it is given, older than the one `before` (by its refund's id). */
export async function listReturns(db: Database, { before, ...form }: Form & Before): Promise<ReturnSummary[]> {
  const rows = await selectPage(db, { before }, form);
  return rows.map(summaryOf);
}

const selectPage = keepForms((db, given: PerhapsGiven<Before>, { limit, state }: Form) => {
  const before = given('before');
  return selectReturns(db)
    .where(and(state && STATE_CONDITIONS[state], before && lt(orderReturn.refundId, before)))
    .orderBy(desc(orderReturn.refundId))
    .limit(limit);
});

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
    .select({
      number: orderReturn.number,
      acceptedAt: orderReturn.acceptedAt,
      refund: {
        id: refund.id,
        state: refund.state,
        reason: refund.reason,
        isWithdrawal: refund.isWithdrawal,
        requestedAt: refund.requestedAt,
      },
      order: order.number,
      email: order.email,
    })
    .from(orderReturn)
    .innerJoin(refund, eq(refund.id, orderReturn.refundId))
    .innerJoin(order, eq(order.id, refund.orderId));
}

type SelectedReturn = Awaited<ReturnType<typeof selectReturns>>[number];

function summaryOf({ number, acceptedAt, refund: row, order: of, email }: SelectedReturn): ReturnSummary {
  return {
    number,
    refund_id: row.id,
    order: of,
    status: returnState({ refund: row.state, isAccepted: acceptedAt !== null }),
    reason: row.reason,
    is_withdrawal: row.isWithdrawal,
    email,
    requested_at: row.requestedAt.toISOString(),
  };
}
