import { v7 as uuidv7 } from 'uuid';
import type { RefundQuote, RefundReason } from '#domain/refund.ts';
import type { Database } from '../db/connection.ts';
import { refund, refundLine, refundMove, type order } from '../db/tables.ts';

export type NewRefund = {
  of: typeof order.$inferSelect;
  quote: RefundQuote;
  state: 'requested' | 'approved';
  reason: RefundReason;
  note?: string | null | undefined;
  /** `customer`, or who of the staff. */
  actor: string;
};
export type RefundRow = typeof refund.$inferSelect;

/** Writes a refund with its lines and its first move; the caller holds the order's row and has asked the engine. */
export async function writeRefund(
  tx: Database,
  { of, quote, state, reason, note, actor }: NewRefund,
): Promise<RefundRow> {
  const { goods, shipping, amount } = quote;
  const [row] = await tx
    .insert(refund)
    .values({
      orderId: of.id,
      customerId: of.customerId,
      state,
      reason,
      note: note || null,
      goods,
      shipping,
      amount,
    })
    .returning();
  const { id: refundId } = row!;
  const lines = quote.lines.map((line) => ({
    refundId,
    orderLineId: line.id,
    qty: line.qty,
    amount: line.amount,
  }));
  await tx.insert(refundLine).values(lines);
  await tx.insert(refundMove).values({ id: uuidv7(), refundId, state, actor });
  return row!;
}
