import { desc, eq, sql } from 'drizzle-orm';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderState } from '#domain/order-state.ts';
import type { Database } from '../db/connection.ts';
import { order, orderLine } from '../db/tables.ts';

/** An order as the staff's list shows it; `payable` in RM. */
export type OrderSummary = {
  number: string;
  status: OrderState;
  placed_at: string;
  email: string;
  copies: number;
  payable: number;
};

/** The newest orders of all customers, of one state where it is given. */
export async function listAllOrders(
  db: Database,
  { limit, state }: { limit: number; state?: OrderState | undefined },
): Promise<OrderSummary[]> {
  const rows = await db
    .select({
      order,
      copies: sql<number>`(SELECT sum(${orderLine.qty})::int FROM ${orderLine} WHERE ${eq(orderLine.orderId, order.id)})`,
    })
    .from(order)
    .where(state && eq(order.state, state))
    .orderBy(desc(order.id))
    .limit(limit);
  return rows.map(({ order: { number, state: status, placedAt, email, payable }, copies }) => ({
    number,
    status,
    placed_at: placedAt.toISOString(),
    email,
    copies,
    payable: ringgitFromSen(payable),
  }));
}
