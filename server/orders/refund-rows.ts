import { sql } from 'drizzle-orm';
import type { Order } from '#contract/orders.ts';
import { ringgitFromSen, type Sen } from '#domain/money.ts';
import type { BoughtOrder, RefundReason } from '#domain/refund.ts';
import type { RefundState } from '#domain/refund-state.ts';
import { orderMove, refund, refundLine, refundMove } from '../db/tables.ts';

/** A refund as a select of orders brings it along; amounts in sen. */
export type RefundJson = {
  id: string;
  state: RefundState;
  reason: RefundReason;
  shipping: Sen;
  amount: Sen;
  requested_at: string;
  moved_at: string;
  shop_note: string | null;
  lines: { id: string; qty: number; amount: Sen }[];
};

/** Columns of a select of orders: its refunds, oldest first, when it was delivered, and the database's now. */
export const refundColumns = {
  refunds: sql<RefundJson[]>`coalesce((SELECT json_agg(json_build_object('id', r.id, 'state', r.state,
      'reason', r.reason, 'shipping', r.shipping, 'amount', r.amount, 'requested_at', r.requested_at,
      'moved_at', (SELECT max(m.at) FROM ${refundMove} AS m WHERE m.refund_id = r.id),
      'shop_note', (SELECT m.note FROM ${refundMove} AS m WHERE m.refund_id = r.id AND m.state = 'declined'),
      'lines', (SELECT json_agg(json_build_object('id', l.order_line_id, 'qty', l.qty, 'amount', l.amount)
        ORDER BY l.order_line_id) FROM ${refundLine} AS l WHERE l.refund_id = r.id))
    ORDER BY r.requested_at, r.id) FROM ${refund} AS r WHERE r.order_id = "order".id), '[]')`,
  deliveredAt: sql<number | null>`(SELECT floor(extract(epoch FROM m.at) * 1000)::bigint FROM ${orderMove} AS m
    WHERE m.order_id = "order".id AND m.state = 'delivered')`,
  now: sql<number>`floor(extract(epoch FROM now()) * 1000)::bigint`,
};

type LineJson = { id: string; qty: number; unit_price: Sen; promo: Sen };

/** An order's rows as the refund engine takes them. */
export function boughtOrderOf(shipping: Sen, lines: readonly LineJson[], refunds: readonly RefundJson[]): BoughtOrder {
  const bought = lines.map(({ id, qty, unit_price: unitPrice, promo }) => ({ id, qty, unitPrice, promo }));
  return { lines: bought, shipping, earlier: refunds };
}

/** A refund as an order shows it to its customer. */
export function refundOf(row: RefundJson): Order['refunds'][number] {
  return {
    id: row.id,
    status: row.state,
    amount: ringgitFromSen(row.amount),
    shipping: ringgitFromSen(row.shipping),
    reason: row.reason,
    lines: row.lines.map(({ amount, ...line }) => ({ ...line, amount: ringgitFromSen(amount) })),
    requested_at: new Date(row.requested_at).toISOString(),
    moved_at: new Date(row.moved_at).toISOString(),
    shop_note: row.shop_note,
  };
}
