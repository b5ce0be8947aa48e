import { and, count, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { CustomerHistory } from '#contract/admin-customers.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { findCustomerByEmail } from '../accounts/customers.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, keepStatement, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { isAmong } from '../db/subqueries.ts';
import { claim, order, refund } from '../db/tables.ts';

const MAX_ORDERS = 500;
const MAX_RECENT = 5;

/** What whoever has an email address bought as a customer or guest, and what they asked back. */
export async function findCustomerHistory(db: Database, email: string): Promise<CustomerHistory> {
  const customerId = (await findCustomerByEmail(db, email))?.id ?? (await findEarlierOwner(db, email));
  const orders = await selectOrders(db, { email, customerId }, { limit: MAX_ORDERS });
  const orderIds = orders.map(({ id }) => id);
  const [[refunds], [claims]] = await Promise.all([countRefunds(db, { orderIds }), countClaims(db, { orderIds })]);
  const bought = orders.filter(({ state }) => state !== 'placed' && state !== 'cancelled');
  return {
    customer_id: customerId ?? null,
    orders: orders.length,
    spent: ringgitFromSen(bought.reduce((sum, { total }) => sum + total, 0)),
    refunds: refunds!.all,
    declined: refunds!.declined,
    claims: claims!.all,
    recent: orders.slice(0, MAX_RECENT).map(({ number, state, at, total }) => ({
      number,
      status: state,
      placed_at: at.toISOString(),
      payable: ringgitFromSen(total),
    })),
  };
}

const selectOrders = keepForms(
  (db, given: PerhapsGiven<{ email: string; customerId: string | undefined }>, { limit }: { limit: number }) => {
    const customerId = given('customerId');
    const isGuests = and(eq(order.email, given('email')), isNull(order.customerId));
    return db
      .select({ id: order.id, number: order.number, state: order.state, at: order.placedAt, total: order.total })
      .from(order)
      .where(customerId ? or(eq(order.customerId, customerId), isGuests) : isGuests)
      .orderBy(desc(order.id))
      .limit(limit);
  },
);

type OfOrders = Given<{ orderIds: readonly string[] }>;

const countRefunds = keepStatement((db, given: OfOrders) =>
  db
    .select({
      all: count(),
      declined: sql<number>`(count(*) FILTER (WHERE ${refund.state} = 'declined'))::int`,
    })
    .from(refund)
    .where(isAmong(refund.orderId, given('orderIds'))),
);

const countClaims = keepStatement((db, given: OfOrders) =>
  db
    .select({ all: count() })
    .from(claim)
    .where(isAmong(claim.orderId, given('orderIds'))),
);

/** Whose address it was when they ordered. */
async function findEarlierOwner(db: Database, email: string): Promise<string | undefined> {
  const isOwned = and(eq(order.email, email), isNotNull(order.customerId));
  const [found] = await db.select({ id: order.customerId }).from(order).where(isOwned).orderBy(desc(order.id)).limit(1);
  return found?.id ?? undefined;
}
