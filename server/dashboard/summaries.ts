import { sql, type SQL } from 'drizzle-orm';
import type { Dashboard, OrderSummary, TicketSummary } from '#contract/dashboard.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { LAST_STATES } from '#domain/order-state.ts';
import type { Database } from '../db/connection.ts';
import { order, orderLine, ticket } from '../db/tables.ts';

const LAST = sql.param([...LAST_STATES]);
const OPEN_ORDERS = 12;
const LATEST_ORDERS = 5;
const TICKETS = 5;
const COVERS = 6;

/** The further an order has come, the sooner it is at the reader's door: that one stands first. */
const RUNNING_FIRST = sql`array_position(ARRAY['shipped', 'packed', 'paid', 'placed'], state), id DESC`;

/** A customer's open and latest orders and the tickets that are not closed, in one query. */
export async function summariesOf(
  db: Database,
  customerId: string,
): Promise<Pick<Dashboard, 'open_orders' | 'latest_orders' | 'tickets'>> {
  const own = sql`customer_id = ${customerId}`;
  const open = sql`SELECT *, row_number() OVER (ORDER BY ${RUNNING_FIRST}) AS place FROM ${order}
    WHERE ${own} AND state <> ALL(${LAST}::text[]) ORDER BY place LIMIT ${OPEN_ORDERS}`;
  const latest = sql`SELECT *, row_number() OVER (ORDER BY id DESC) AS place FROM ${order}
    WHERE ${own} ORDER BY place LIMIT ${LATEST_ORDERS}`;
  const { rows } = await db.execute<Found>(sql`
    SELECT (${ordersAsJson(open)}) AS open, (${ordersAsJson(latest)}) AS latest,
      (SELECT coalesce(json_agg(one), '[]') FROM (SELECT id, number, subject, state AS status, is_unread AS unread, updated_at
        FROM ${ticket} WHERE ${own} AND state <> 'closed' ORDER BY is_unread DESC, updated_at DESC, id DESC
        LIMIT ${TICKETS}) AS one) AS tickets`);
  const { open: running, latest: newest, tickets } = rows[0]!;
  return {
    open_orders: running.map(orderOf),
    latest_orders: newest.map(orderOf),
    tickets: tickets.map((one) => ({ ...one, updated_at: new Date(one.updated_at).toISOString() })),
  };
}

type OrderJson = OrderSummary & { payable: number };
type Found = { open: OrderJson[]; latest: OrderJson[]; tickets: TicketSummary[] };

function ordersAsJson(chosen: SQL): SQL {
  return sql`SELECT coalesce(json_agg(json_build_object('id', o.id, 'number', o.number, 'status', o.state,
      'placed_at', o.placed_at, 'payable', o.payable, 'books', line.books, 'titles', line.titles, 'covers', line.covers)
      ORDER BY o.place), '[]')
    FROM (${chosen}) AS o, LATERAL (SELECT sum(qty)::int AS books, count(*)::int AS titles,
      (array_agg(cover ORDER BY position))[1:${sql.raw(String(COVERS))}] AS covers
      FROM ${orderLine} WHERE order_id = o.id) AS line`;
}

/** The database answers `payable` in sen. */
function orderOf(row: OrderJson): OrderSummary {
  return { ...row, placed_at: new Date(row.placed_at).toISOString(), payable: ringgitFromSen(row.payable) };
}
