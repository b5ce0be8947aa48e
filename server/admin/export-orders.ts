import { eq, sql } from 'drizzle-orm';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { Deps } from '../context.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { order, orderLine } from '../db/tables.ts';
import { csvText, readBatches } from './csv-file.ts';
import { findOrders, pageOfOrders } from './order-search.ts';

export type OrderFilter = { q?: string | undefined; status?: OrderState | undefined };

type Row = typeof order.$inferSelect & { copies: number };

/** Orders as the list of the staff finds them, newest first, as CSV; amounts in RM. */
export function writeOrders(deps: Deps, filter: OrderFilter = {}): AsyncGenerator<string> {
  const rm = (sen: number) => ringgitFromSen(sen).toFixed(2);
  return csvText<Row>(
    {
      number: ({ number }) => number,
      placed_at: ({ placedAt }) => placedAt.toISOString(),
      status: ({ state }) => state,
      email: ({ email }) => email,
      name: ({ address }) => address.name,
      postal_code: ({ address }) => address.zip,
      state: ({ address }) => address.state,
      copies: ({ copies }) => copies,
      subtotal: ({ subtotal }) => rm(subtotal),
      member_discount: ({ memberDiscount }) => rm(memberDiscount),
      coupon: ({ couponCode }) => couponCode,
      coupon_discount: ({ couponDiscount }) => rm(couponDiscount),
      delivery: ({ shipping }) => rm(shipping),
      gift_wrap: ({ giftWrap }) => rm(giftWrap),
      total: ({ total }) => rm(total),
      payment_method: ({ paymentMethod }) => paymentMethod,
      company: ({ company }) => company,
      tax_number: ({ taxNumber }) => taxNumber,
    },
    readBatches((page) => readOrders(deps, { ...filter, ...page })),
  );
}

async function readOrders(
  deps: Deps,
  query: OrderFilter & { before: string | undefined; limit: number },
): Promise<Row[]> {
  const { q, status, before, limit } = query;
  const found = q ? await findOrders(deps, { ...query, q }) : {};
  const copies = subquery
    .select({ value: sql<number>`coalesce(sum(${orderLine.qty}), 0)::int` })
    .from(orderLine)
    .where(eq(orderLine.orderId, order.id));
  const { where, orderBy } = pageOfOrders({ before, ...found }, status);
  const rows = await deps.db
    .select({ order, copies: valueOf(copies) })
    .from(order)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit);
  return rows.map((row) => ({ ...row.order, copies: row.copies }));
}
