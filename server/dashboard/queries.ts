import { sql } from 'drizzle-orm';
import type { Dashboard } from '#contract/dashboard.ts';
import { productFilter, type ProductRow } from '#contract/products.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { LAST_STATES } from '#domain/order-state.ts';
import { listProductRows } from '../catalogue/product-rows.ts';
import type { Database } from '../db/connection.ts';
import { order, orderLine, ticket, wish } from '../db/tables.ts';
import { conditionsOf } from '../search/conditions.ts';
import { findHits } from '../search/find-hits.ts';
import { spendingByMonth } from '../transactions/spending.ts';
import { listPriceDrops } from '../wish-lists/wished-titles.ts';
import { summariesOf } from './summaries.ts';

const LAST = sql.param([...LAST_STATES]);

const DROPS = 6;
const PICKS = 6;

/** Where things stand for a customer: each part one bounded query. Picks are for who has not ordered yet. */
export async function dashboardOf(db: Database, customerId: string): Promise<Dashboard> {
  const [facts, summaries, spending, drops] = await Promise.all([
    factsOf(db, customerId),
    summariesOf(db, customerId),
    spendingByMonth(db, customerId),
    listPriceDrops(db, customerId, DROPS),
  ]);
  const { at, saved, ...counts } = facts;
  return {
    at: new Date(at).toISOString(),
    counts: { ...counts, price_drops: drops.total },
    saved: ringgitFromSen(saved),
    ...summaries,
    spending,
    price_drops: drops.titles,
    picks: counts.orders === 0 ? await listPicks(db) : [],
  };
}

type Facts = Omit<Dashboard['counts'], 'price_drops'> & { at: string; saved: number };

async function factsOf(db: Database, customerId: string): Promise<Facts> {
  const { rows } = await db.execute<Facts>(sql`
    SELECT now() AS at, own.*, bought.*, wished.*, asked.* FROM
      (SELECT count(*)::int AS orders,
        (count(*) FILTER (WHERE state <> ALL(${LAST}::text[])))::int AS open_orders,
        coalesce(sum(discount + pro_discount) FILTER (WHERE state <> 'cancelled'), 0)::bigint AS saved
        FROM ${order} WHERE customer_id = ${customerId}) AS own,
      (SELECT coalesce(sum(qty), 0)::int AS books FROM ${order} o JOIN ${orderLine} l ON l.order_id = o.id
        WHERE o.customer_id = ${customerId} AND o.state <> 'cancelled') AS bought,
      (SELECT count(*)::int AS wishes FROM ${wish} WHERE customer_id = ${customerId}) AS wished,
      (SELECT (count(*) FILTER (WHERE state <> 'closed'))::int AS open_tickets,
        (count(*) FILTER (WHERE is_unread))::int AS unread_tickets
        FROM ${ticket} WHERE customer_id = ${customerId}) AS asked`);
  return rows[0]!;
}

async function listPicks(db: Database): Promise<ProductRow[]> {
  const asked = productFilter.parse({ sort: 'bestselling', in_stock: 'true', limit: PICKS });
  const { ids } = await findHits(db, asked, conditionsOf(asked, []), '');
  return listProductRows(db, ids);
}
