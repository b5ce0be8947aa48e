import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import type { listTransactions as contract } from '#contract/transactions.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, order } from '../db/tables.ts';

type Query = ParsedOf<typeof contract>['query'];

const ORDERS = {
  at: [asc(ledgerEntry.at), asc(ledgerEntry.id)],
  '-at': [desc(ledgerEntry.at), desc(ledgerEntry.id)],
  amount: [asc(ledgerEntry.amount), asc(ledgerEntry.id)],
  '-amount': [desc(ledgerEntry.amount), desc(ledgerEntry.id)],
};

/** What a customer was charged and refunded, from the ledger. */
export async function listTransactions(
  db: Database,
  customerId: string,
  { page, limit, kind, sort }: Query,
): Promise<AnswerOf<typeof contract>> {
  const where = and(
    eq(ledgerEntry.customerId, customerId),
    inArray(ledgerEntry.kind, kind ? [kind] : ['charge', 'refund']),
  );
  const [counted] = await db.select({ total: count() }).from(ledgerEntry).where(where);
  const rows = await db
    .select({ entry: ledgerEntry, number: order.number, state: order.state })
    .from(ledgerEntry)
    .innerJoin(order, eq(order.id, ledgerEntry.orderId))
    .where(where)
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows: rows.map(transactionOf), total: counted!.total, page };
}

type Row = { entry: typeof ledgerEntry.$inferSelect; number: string; state: (typeof order.$inferSelect)['state'] };

function transactionOf({ entry, number, state }: Row) {
  const chargeStatus = state === 'placed' ? 'pending' : state === 'cancelled' ? 'cancelled' : 'paid';
  return {
    id: entry.id,
    order_id: entry.orderId,
    order_number: number,
    kind: entry.kind === 'refund' ? ('refund' as const) : ('charge' as const),
    method: entry.method,
    status: entry.kind === 'refund' ? ('paid' as const) : (chargeStatus as 'pending' | 'cancelled' | 'paid'),
    amount: ringgitFromSen(entry.amount),
    at: entry.at.toISOString(),
  };
}
