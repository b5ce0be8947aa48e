import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { sql } from 'drizzle-orm';
import type { Dashboard, OrderSummary, TicketSummary, MonthSpending } from '#contract/dashboard.ts';
import type { ProductRow } from '#contract/products.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { Calendar } from '#domain/locale.ts';
import { FINAL_ORDER_STATES } from '#domain/orders/order.ts';
import { listProductRows } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { order, orderLine, ticket, wishlistItem, ledgerEntry } from '../db/tables.ts';
import { listZones } from '../delivery/zones.ts';
import { listTopProductIds } from '../search/postgres-search.ts';
import { listPriceDrops } from '../wish-lists/wish-list.ts';
import { lastMonths, TIME_ZONE } from '#domain/dates.ts';

export function dashboardHandlers({ db }: Deps): Pick<Handlers, 'getDashboard'> {
  return { getDashboard: ({ principal, query }) => findDashboard(db, principal.customerId, query.calendar) };
}

const FINAL_STATES = sql.param([...FINAL_ORDER_STATES]);

const DROPS = 6;
const PICKS = 6;

/**
 * Where things stand for a customer: each part one bounded query. Spending is told by the months of a calendar; picks are
 * for who has not ordered yet.
 */
export async function findDashboard(db: Database, customerId: string, calendar: Calendar): Promise<Dashboard> {
  const [found, summaries, spending, drops] = await Promise.all([
    findCounts(db, customerId),
    findSummaries(db, customerId),
    spendingByMonth(db, customerId, calendar),
    listPriceDrops(db, customerId, DROPS),
  ]);
  const { at, saved, ...counts } = found;
  return {
    at: new Date(at).toISOString(),
    counts: { ...counts, price_drops: drops.total },
    saved: ringgitFromSen(saved),
    ...summaries,
    spending,
    price_drops: drops.titles,
    picks: counts.orders === 0 ? await listPicks(db) : [],
    free_delivery: counts.orders === 0 ? await findFreeDelivery(db) : null,
  };
}

type DashboardCounts = Omit<Dashboard['counts'], 'price_drops'> & { at: string; saved: number };

/** What a customer has, in numbers; `saved` by member prices, in sen. SQL, because it counts in four tables in one round trip. */
async function findCounts(db: Database, customerId: string): Promise<DashboardCounts> {
  const { rows } = await db.execute<DashboardCounts>(sql`
    SELECT now() AS at, own.*, bought.*, wished.*, asked.* FROM
      (SELECT count(*)::int AS orders,
        (count(*) FILTER (WHERE state <> ALL(${FINAL_STATES}::text[])))::int AS open_orders,
        coalesce(sum(member_discount) FILTER (WHERE state <> 'cancelled'), 0)::bigint AS saved
        FROM ${order} WHERE customer_id = ${customerId}) AS own,
      (SELECT coalesce(sum(qty), 0)::int AS books FROM ${order} o JOIN ${orderLine} l ON l.order_id = o.id
        WHERE o.customer_id = ${customerId} AND o.state <> 'cancelled') AS bought,
      (SELECT count(*)::int AS wishes FROM ${wishlistItem} WHERE customer_id = ${customerId}) AS wished,
      (SELECT (count(*) FILTER (WHERE state <> 'closed'))::int AS open_tickets,
        (count(*) FILTER (WHERE is_unread))::int AS unread_tickets
        FROM ${ticket} WHERE customer_id = ${customerId}) AS asked`);
  return rows[0]!;
}

async function findFreeDelivery(db: Database): Promise<Dashboard['free_delivery']> {
  const [zone] = await listZones(db);
  return zone ? { zone: zone.name, from: ringgitFromSen(zone.freeFrom) } : null;
}

async function listPicks(db: Database): Promise<ProductRow[]> {
  return listProductRows(db, await listTopProductIds(db, { sort: 'bestselling', in_stock: 'true' }, PICKS));
}

const OPEN_ORDERS = 12;
const LATEST_ORDERS = 5;
const TICKETS = 5;
const COVERS = 6;

/** `payable` in sen, times as JSON writes them. */
type SummaryRow = { open: OrderSummary[]; latest: OrderSummary[]; tickets: TicketSummary[] };

/**
 * A customer's open and latest orders and the tickets that are not closed. The further an order has come, the sooner it is
 * at the reader's door: that one stands first among the open ones. SQL, because three lists are cut from two tables in one
 * round trip.
 */
export async function findSummaries(
  db: Database,
  customerId: string,
): Promise<Pick<Dashboard, 'open_orders' | 'latest_orders' | 'tickets'>> {
  const { rows } = await db.execute<SummaryRow>(sql`
    WITH shown AS (
      (SELECT 'open' AS list, *, row_number() OVER (
          ORDER BY array_position(ARRAY['shipped', 'packed', 'paid', 'placed'], state), id DESC) AS place
        FROM ${order} WHERE customer_id = ${customerId} AND state <> ALL(${FINAL_STATES}::text[])
        ORDER BY place LIMIT ${OPEN_ORDERS})
      UNION ALL
      (SELECT 'latest', *, row_number() OVER (ORDER BY id DESC) AS place
        FROM ${order} WHERE customer_id = ${customerId} ORDER BY place LIMIT ${LATEST_ORDERS})),
    summary AS (
      SELECT list, place, json_build_object('id', id, 'number', number, 'status', state, 'placed_at', placed_at,
          'payable', total, 'books', books, 'titles', titles, 'covers', covers) AS summary
      FROM shown, LATERAL (SELECT sum(qty)::int AS books, count(*)::int AS titles,
          (array_agg(cover ORDER BY position))[1:${COVERS}::int] AS covers
        FROM ${orderLine} WHERE order_id = shown.id) AS line)
    SELECT coalesce(json_agg(summary ORDER BY place) FILTER (WHERE list = 'open'), '[]') AS open,
      coalesce(json_agg(summary ORDER BY place) FILTER (WHERE list = 'latest'), '[]') AS latest,
      (SELECT coalesce(json_agg(shown), '[]') FROM (SELECT id, number, subject, state AS status, is_unread AS unread, updated_at
        FROM ${ticket} WHERE customer_id = ${customerId} AND state <> 'closed'
        ORDER BY is_unread DESC, updated_at DESC, id DESC LIMIT ${TICKETS}) AS shown) AS tickets
    FROM summary`);
  const { open, latest, tickets } = rows[0]!;
  return {
    open_orders: open.map(orderOf),
    latest_orders: latest.map(orderOf),
    tickets: tickets.map((one) => ({ ...one, updated_at: new Date(one.updated_at).toISOString() })),
  };
}

function orderOf(row: OrderSummary): OrderSummary {
  return { ...row, placed_at: new Date(row.placed_at).toISOString(), payable: ringgitFromSen(row.payable) };
}

const SPENDING_MONTHS = 12;

/**
 * What a customer paid, less what went back at once and what was refunded, in each of the last twelve months of a
 * calendar in Malaysia, oldest first. SQL, because the months come from JavaScript's calendars and are joined to the ledger.
 */
export async function spendingByMonth(db: Database, customerId: string, calendar: Calendar): Promise<MonthSpending[]> {
  const { months, next } = lastMonths(new Date().toISOString(), SPENDING_MONTHS, calendar);
  const days = sql.param([...months, next].map(({ starts }) => starts));
  const { rows } = await db.execute<{ amount: number }>(sql`
    WITH month AS (SELECT day::timestamp AT TIME ZONE ${TIME_ZONE} AS starts,
      lead(day) OVER (ORDER BY day)::timestamp AT TIME ZONE ${TIME_ZONE} AS ends FROM unnest(${days}::date[]) AS day)
    SELECT (SELECT
      coalesce(sum(CASE kind WHEN 'refund' THEN amount ELSE -amount END), 0)::bigint
      FROM ${ledgerEntry} WHERE customer_id = ${customerId}
        AND (kind IN ('payment', 'refund') OR (kind = 'payout' AND refund_id IS NULL))
        AND at >= starts AND at < ends) AS amount
    FROM month WHERE ends IS NOT NULL ORDER BY starts`);
  return months.map((month, index) => ({ ...month, amount: ringgitFromSen(rows[index]!.amount) }));
}
