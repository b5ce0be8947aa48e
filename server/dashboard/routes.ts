import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { sql } from 'drizzle-orm';
import type { Dashboard, OrderSummary, RefundSummary, TicketSummary, MonthSpending } from '#contract/dashboard.ts';
import type { ProductRow } from '#contract/products.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { Calendar } from '#domain/locale.ts';
import { FINAL_ORDER_STATES } from '#domain/orders/order.ts';
import { listBegunSeries } from '../books/begun-series.ts';
import { listBoughtTitles } from '../books/bought-titles.ts';
import { listProductRows } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { keepSql, together } from '../db/kept-statement.ts';
import { order, orderLine, refund, refundEvent, ticket, wishlistItem, ledgerEntry } from '../db/tables.ts';
import { listZones } from '../delivery/zones.ts';
import { listTopProductIds } from '../search/postgres-search.ts';
import { listPriceDrops } from '../wish-lists/wish-list.ts';
import { lastMonths, TIME_ZONE } from '#domain/dates.ts';

export function dashboardHandlers({ preparedDb }: Deps): Pick<Handlers, 'getDashboard'> {
  return {
    getDashboard: ({ principal, query }) =>
      together(preparedDb, (db) => findDashboard(db, principal.customerId, query.calendar)),
  };
}

type OfCustomer = { customerId: string };

const FINAL_STATES = sql.param([...FINAL_ORDER_STATES]);

const DROPS = 6;
const PICKS = 6;
const SHELF = 8;
const SERIES = 3;

/**
 * Where things stand for a customer: each part one bounded query. Spending is told by the months of a calendar; picks are
 * for who has not ordered yet.
 */
export async function findDashboard(db: Database, customerId: string, calendar: Calendar): Promise<Dashboard> {
  const [found, summaries, spending, drops, shelf, series] = await Promise.all([
    findCounts(db, customerId),
    findSummaries(db, customerId),
    spendingByMonth(db, customerId, calendar),
    listPriceDrops(db, customerId, DROPS),
    listBoughtTitles(db, customerId, { q: undefined, sort: '-bought_at', after: undefined, limit: SHELF }),
    listBegunSeries(db, customerId),
  ]);
  const { at, saved, ...counts } = found;
  return {
    at: isoTime(at),
    counts: { ...counts, price_drops: drops.total },
    saved: ringgitFromSen(saved),
    ...summaries,
    shelf: shelf.rows,
    series: series.filter(({ next }) => next !== null).slice(0, SERIES),
    spending,
    price_drops: drops.titles,
    picks: counts.orders === 0 ? await listPicks(db) : [],
    free_delivery: counts.orders === 0 ? await findFreeDelivery(db) : null,
  };
}

type DashboardCounts = Omit<Dashboard['counts'], 'price_drops'> & { at: string; saved: number };

/** What a customer has, in numbers; `saved` by member prices, in sen. SQL, because it counts in four tables in one round trip. */
async function findCounts(db: Database, customerId: string): Promise<DashboardCounts> {
  const { rows } = await selectCounts(db, { customerId });
  return rows[0]!;
}

const selectCounts = keepSql<OfCustomer, DashboardCounts>(
  (given) => sql`
    SELECT now() AS at, own.*, bought.*, wished.*, asked.* FROM
      (SELECT count(*)::int AS orders,
        (count(*) FILTER (WHERE state <> ALL(${FINAL_STATES}::text[])))::int AS open_orders,
        coalesce(sum(member_discount) FILTER (WHERE state <> 'cancelled'), 0)::bigint AS saved
        FROM ${order} WHERE customer_id = ${given('customerId')}) AS own,
      (SELECT coalesce(sum(qty), 0)::int AS books FROM ${order} o JOIN ${orderLine} l ON l.order_id = o.id
        WHERE o.customer_id = ${given('customerId')} AND o.state <> 'cancelled') AS bought,
      (SELECT count(*)::int AS wishes FROM ${wishlistItem} WHERE customer_id = ${given('customerId')}) AS wished,
      (SELECT (count(*) FILTER (WHERE state <> 'closed'))::int AS open_tickets,
        (count(*) FILTER (WHERE is_unread))::int AS unread_tickets
        FROM ${ticket} WHERE customer_id = ${given('customerId')}) AS asked`,
);

async function findFreeDelivery(db: Database): Promise<Dashboard['free_delivery']> {
  const [zone] = await listZones(db);
  return zone ? { zone: zone.name, from: ringgitFromSen(zone.freeFrom) } : null;
}

async function listPicks(db: Database): Promise<ProductRow[]> {
  return listProductRows(db, await listTopProductIds(db, { sort: 'bestselling', in_stock: 'true' }, PICKS));
}

const OPEN_ORDERS = 12;
const TICKETS = 5;
const COVERS = 6;
const REFUNDS = 3;
/** How long a decided refund and a moved date are news. */
const NEWS_DAYS = 14;

/** Amounts in sen, times as JSON writes them. */
type SummaryRow = { open: OrderSummary[]; refunds: RefundSummary[]; tickets: TicketSummary[] };

/**
 * A customer's open orders, those to be paid first, then the further an order has come, the sooner it is at the reader's door;
 * the refunds that were decided lately; and the tickets that are not closed. SQL, because three lists are cut from several
 * tables in one round trip.
 */
async function findSummaries(
  db: Database,
  customerId: string,
): Promise<Pick<Dashboard, 'open_orders' | 'refunds' | 'tickets'>> {
  const { rows } = await selectSummaries(db, { customerId });
  const { open, refunds, tickets } = rows[0]!;
  return {
    open_orders: open.map(orderOf),
    refunds: refunds.map((one) => ({ ...one, amount: ringgitFromSen(one.amount), at: isoTime(one.at) })),
    tickets: tickets.map((one) => ({ ...one, updated_at: isoTime(one.updated_at) })),
  };
}

const selectSummaries = keepSql<OfCustomer, SummaryRow>(
  (given) => sql`
    WITH shown AS (
      SELECT *, row_number() OVER (
          ORDER BY array_position(ARRAY['placed', 'shipped', 'packed', 'paid'], state), id DESC) AS place
        FROM ${order} WHERE customer_id = ${given('customerId')} AND state <> ALL(${FINAL_STATES}::text[])
        ORDER BY place LIMIT ${OPEN_ORDERS}),
    summary AS (
      SELECT place, json_build_object('id', id, 'number', number, 'status', state, 'placed_at', placed_at,
          'payable', total, 'books', books, 'titles', titles, 'covers', covers,
          'due_at', CASE WHEN state = 'placed' THEN payment_due_at END,
          'expected', CASE WHEN delivery_promise IS NOT NULL THEN
            json_build_object('from', delivery_promise->>'from', 'to', delivery_promise->>'to') END,
          'moved', moved) AS summary
      FROM shown, LATERAL (SELECT sum(qty)::int AS books, count(*)::int AS titles,
          (array_agg(cover ORDER BY position))[1:${COVERS}::int] AS covers
        FROM ${orderLine} WHERE order_id = shown.id) AS line
      LEFT JOIN LATERAL (SELECT json_build_object('title', title, 'language', language, 'on_sale_from', on_sale_from) AS moved
        FROM ${orderLine} WHERE order_id = shown.id AND shown.state IN ('placed', 'paid')
          AND on_sale_moved_at > now() - make_interval(days => ${NEWS_DAYS})
        ORDER BY on_sale_moved_at DESC, position LIMIT 1) AS news ON true)
    SELECT coalesce(json_agg(summary ORDER BY place), '[]') AS open,
      (SELECT coalesce(json_agg(decided), '[]') FROM (
        SELECT r.id, o.number AS "order", r.state AS status, r.amount, e.at FROM ${refund} r JOIN ${order} o ON o.id = r.order_id,
          LATERAL (SELECT max(at) AS at FROM ${refundEvent} WHERE refund_id = r.id) AS e
        WHERE r.customer_id = ${given('customerId')} AND r.state <> 'requested' AND e.at > now() - make_interval(days => ${NEWS_DAYS})
        ORDER BY e.at DESC, r.id DESC LIMIT ${REFUNDS}) AS decided) AS refunds,
      (SELECT coalesce(json_agg(shown), '[]') FROM (SELECT id, number, subject, state AS status, is_unread AS unread, updated_at
        FROM ${ticket} WHERE customer_id = ${given('customerId')} AND state <> 'closed'
        ORDER BY is_unread DESC, updated_at DESC, id DESC LIMIT ${TICKETS}) AS shown) AS tickets
    FROM summary`,
);

function orderOf(row: OrderSummary): OrderSummary {
  const { placed_at: placedAt, due_at: dueAt, payable } = row;
  return {
    ...row,
    placed_at: isoTime(placedAt),
    due_at: dueAt && isoTime(dueAt),
    payable: ringgitFromSen(payable),
  };
}

function isoTime(text: string): string {
  return new Date(text).toISOString();
}

const SPENDING_MONTHS = 12;

/**
 * What a customer paid, less what went back at once and what was refunded, in each of the last twelve months of a
 * calendar in Malaysia, oldest first. SQL, because the months come from JavaScript's calendars and are joined to the ledger.
 */
export async function spendingByMonth(db: Database, customerId: string, calendar: Calendar): Promise<MonthSpending[]> {
  const { months, next } = lastMonths(new Date().toISOString(), SPENDING_MONTHS, calendar);
  const { rows } = await selectSpending(db, { customerId, days: [...months, next].map(({ starts }) => starts) });
  return months.map((month, index) => ({ ...month, amount: ringgitFromSen(rows[index]!.amount) }));
}

const selectSpending = keepSql<OfCustomer & { days: readonly string[] }, { amount: number }>(
  (given) => sql`
    WITH month AS (SELECT day::timestamp AT TIME ZONE ${TIME_ZONE} AS starts,
      lead(day) OVER (ORDER BY day)::timestamp AT TIME ZONE ${TIME_ZONE} AS ends FROM unnest(${given('days')}::date[]) AS day)
    SELECT (SELECT
      coalesce(sum(CASE kind WHEN 'refund' THEN amount ELSE -amount END), 0)::bigint
      FROM ${ledgerEntry} WHERE customer_id = ${given('customerId')}
        AND (kind IN ('payment', 'refund') OR (kind = 'payout' AND refund_id IS NULL))
        AND at >= starts AND at < ends) AS amount
    FROM month WHERE ends IS NOT NULL ORDER BY starts`,
);
