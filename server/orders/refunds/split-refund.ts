import { and, asc, eq, gt } from 'drizzle-orm';
import { quoteRefund, type RequestedLine } from '#domain/orders/refund.ts';
import { requireFound, throwApiError } from '../../api-error.ts';
import type { Database } from '../../db/connection.ts';
import { refund, refundLine } from '../../db/tables.ts';
import { createRefund, requoteRefund, type RefundRow } from './create-refund.ts';
import { loadRefundableOrder, type OrderRow } from './refundable-order.ts';

type Split = { refundId: string; items: readonly RequestedLine[]; actor: string; note?: string | undefined };

/**
 * Leaves a requested refund these of its copies, and declines the others in a refund of their own; both are quoted anew, as if
 * the customer had asked twice. Returns the declined one, if anything is left. The order's row is locked by the caller. Throws
 * `too_late`, and `not_refundable` for copies that the refund has not.
 */
export async function splitRefund(
  tx: Database,
  row: OrderRow,
  { refundId, items, actor, note }: Split,
): Promise<RefundRow | undefined> {
  const [found] = await tx.select().from(refund).where(eq(refund.id, refundId));
  const { state, reason, note: words, isWithdrawal } = requireFound(found);
  if (state !== 'requested') throwApiError('too_late');
  const rest = restOf(await listCopies(tx, refundId), items) ?? throwApiError('not_refundable');
  if (rest.length === 0) return undefined;
  const { order: others } = await loadRefundableOrder(tx, row.id, { without: refundId });
  await requoteRefund(tx, refundId, quoteRefund(others, items));
  const { order: all } = await loadRefundableOrder(tx, row.id);
  const quote = quoteRefund(all, rest);
  const declined = { of: row, quote, state: 'declined', reason, note: words, isWithdrawal } as const;
  return createRefund(tx, { ...declined, shopNote: note, actor });
}

function listCopies(tx: Database, refundId: string): Promise<RequestedLine[]> {
  return tx
    .select({ id: refundLine.orderLineId, qty: refundLine.qty })
    .from(refundLine)
    .where(and(eq(refundLine.refundId, refundId), gt(refundLine.qty, 0)))
    .orderBy(asc(refundLine.orderLineId));
}

/** What is left of copies without some of them; undefined where none, or others, are taken. */
function restOf(copies: readonly RequestedLine[], taken: readonly RequestedLine[]): RequestedLine[] | undefined {
  const wanted = new Map(taken.map(({ id, qty }) => [id, qty]));
  const isWithin = copies.every(({ id, qty }) => (wanted.get(id) ?? 0) <= qty);
  const areKnown = taken.every(({ id }) => copies.some((line) => line.id === id));
  if (taken.length === 0 || wanted.size < taken.length || !isWithin || !areKnown) return undefined;
  return copies.map(({ id, qty }) => ({ id, qty: qty - (wanted.get(id) ?? 0) })).filter(({ qty }) => qty > 0);
}
