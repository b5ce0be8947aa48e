import { sql, type SQL } from 'drizzle-orm';
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import { TRANSACTION_KINDS, type listTransactions as contract, type Transaction } from '#contract/transactions.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderState } from '#domain/order-state.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, order } from '../db/tables.ts';
import { entriesOf, isWithin } from './entries.ts';

type Query = ParsedOf<typeof contract>['query'];

const ORDERS: Record<Query['sort'], SQL> = {
  at: sql`at, id`,
  '-at': sql`at DESC, id DESC`,
  amount: sql`amount, id`,
  '-amount': sql`amount DESC, id DESC`,
};

/** What a customer was charged and refunded, page by page; the balance is over all their entries. */
export async function listTransactions(
  db: Database,
  customerId: string,
  query: Query,
): Promise<AnswerOf<typeof contract>> {
  const { rows } = await db.execute<Found>(sql`
    WITH entry AS (${entriesOf(customerId)}),
    wanted AS (SELECT entry.*, o.number, o.state FROM entry JOIN ${order} o ON o.id = order_id WHERE ${conditions(query)})
    SELECT (SELECT count(*)::int FROM wanted) AS total,
      (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'charge'), 0)::bigint FROM wanted) AS charged,
      (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)::bigint FROM wanted) AS refunded,
      (SELECT coalesce(sum(amount), 0)::bigint FROM entry) AS balance,
      (SELECT coalesce(json_agg(row), '[]') FROM (${pageOfRows(query)}) AS row) AS rows`);
  const { total, rows: page, charged, refunded, balance } = rows[0]!;
  const sums = {
    charged: ringgitFromSen(charged),
    refunded: ringgitFromSen(refunded),
    balance: ringgitFromSen(balance),
  };
  return { rows: page.map(transactionOf), total, page: query.page, sums };
}

type Found = { total: number; charged: number; refunded: number; balance: number; rows: Row[] };

type Row = {
  id: string;
  order_id: string;
  number: string;
  state: OrderState;
  kind: Transaction['kind'];
  method: string;
  amount: number;
  balance: number;
  at: string;
  is_paid_out: boolean;
};

function conditions({ kind, q, from, to }: Query): SQL {
  const kinds = kind ? [kind] : TRANSACTION_KINDS;
  const number = sql`o.number LIKE ${`%${q.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`}`;
  return sql`kind = ANY(${sql.param([...kinds])}::text[]) AND ${isWithin(sql`at`, { from, to })}
    AND ${q ? number : sql`true`}`;
}

function pageOfRows({ sort, limit, page }: Query): SQL {
  return sql`SELECT *, EXISTS (SELECT FROM ${ledgerEntry} p WHERE p.order_id = wanted.order_id AND p.kind = 'payout'
      AND p.refund_id = wanted.refund_id) AS is_paid_out
    FROM wanted ORDER BY ${ORDERS[sort]} LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
}

function transactionOf(row: Row): Transaction {
  return {
    id: row.id,
    order_id: row.order_id,
    order_number: row.number,
    kind: row.kind,
    method: row.method,
    status: statusOf(row),
    amount: ringgitFromSen(row.amount),
    balance: ringgitFromSen(row.balance),
    at: new Date(row.at).toISOString(),
  };
}

function statusOf({ kind, state, is_paid_out }: Row): Transaction['status'] {
  if (kind === 'refund') return is_paid_out ? 'paid' : 'pending';
  if (state === 'cancelled') return 'cancelled';
  return state === 'placed' ? 'pending' : 'paid';
}
