import { and, inArray, sql } from 'drizzle-orm';
import { ringgitFromSen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { isAmong } from '../db/subqueries.ts';
import { order } from '../db/tables.ts';
import { csvText, readBatches } from './csv-file.ts';
import { findCustomers, type ListedCustomer } from './customers.ts';

/**
 * Customers with an account as the list of the staff finds them, newest first, as CSV: with how many orders they paid, and what those
 * came to in RM, refunds not subtracted. Deleted accounts are left out.
 */
export function writeCustomers(db: Database, { q }: { q?: string | undefined } = {}): AsyncGenerator<string> {
  return csvText(
    {
      id: ({ id }) => id,
      email: ({ email }) => email,
      username: ({ username }) => username,
      name: ({ displayName }) => displayName,
      phone: ({ phone }) => phone,
      language: ({ locale }) => locale,
      created_at: ({ createdAt }) => createdAt.toISOString(),
      activated_at: ({ activatedAt }) => activatedAt?.toISOString() ?? null,
      orders: ({ orders }) => orders,
      paid: ({ paid }) => ringgitFromSen(paid).toFixed(2),
    },
    withPurchases(
      db,
      readBatches((page) => findCustomers(db, { q, ...page })),
    ),
  );
}

type Buyer = ListedCustomer & { orders: number; paid: number };

async function* withPurchases(db: Database, batches: AsyncIterable<ListedCustomer[]>): AsyncGenerator<Buyer[]> {
  for await (const rows of batches) {
    const kept = rows.filter(({ deletedAt }) => deletedAt === null);
    const sums = await sumPurchases(
      db,
      kept.map(({ id }) => id),
    );
    yield kept.map((row) => ({ ...row, ...(sums.get(row.id) ?? { orders: 0, paid: 0 }) }));
  }
}

async function sumPurchases(db: Database, ids: readonly string[]) {
  const rows = await db
    .select({
      id: order.customerId,
      orders: sql<number>`count(*)::int`,
      paid: sql<number>`sum(${order.total})::bigint`,
    })
    .from(order)
    .where(and(isAmong(order.customerId, ids), inArray(order.state, ['paid', 'packed', 'shipped', 'delivered'])))
    .groupBy(order.customerId);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}
