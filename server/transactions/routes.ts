import { and, eq, gte, lt, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { TRANSACTION_KINDS } from '#contract/options.ts';
import type { ResponseOf, ParsedOf } from '#contract/endpoint.ts';
import type { listTransactions as contract, Transaction } from '#contract/transactions.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { Database } from '../db/connection.ts';
import { keepSql } from '../db/kept-statement.ts';
import { subquery } from '../db/subqueries.ts';
import { ledgerEntry, order } from '../db/tables.ts';
import { stringify } from 'csv-stringify/sync';
import type { Locale } from '#domain/locale.ts';
import { PAYMENT_METHODS } from '#domain/orders/payment.ts';
import { TIME_ZONE } from '#domain/dates.ts';
import { escapeFormula } from '../catalogue/csv-format.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { getTranslator } from '../translations.ts';

export function transactionHandlers({ db, preparedDb }: Deps): Pick<Handlers, 'listTransactions' | 'getStatement'> {
  return {
    listTransactions: ({ query, principal }) => listTransactions(preparedDb, principal.customerId, query),
    getStatement: async ({ query, principal, locale }) => {
      const name = ['statement', query.from, query.to].filter(Boolean).join('-');
      const text = await writeStatement(db, { customerId: principal.customerId, locale, period: query });
      return new ResponseWith(text, { headers: { 'Content-Disposition': `attachment; filename="${name}.csv"` } });
    },
  };
}

type Query = ParsedOf<typeof contract>['query'];

/**
 * One page of a customer's ledger entries with their running balance, and sums over the whole filter; balance, amount to pay
 * and amount to refund are over all entries.
 */
async function listTransactions(db: Database, customerId: string, query: Query): Promise<ResponseOf<typeof contract>> {
  const { total, rows, charged, refunded, balance, toPay, toRefund } = await findTransactions(db, customerId, query);
  const sums = {
    charged: ringgitFromSen(charged),
    refunded: ringgitFromSen(refunded),
    balance: ringgitFromSen(balance),
    to_pay: ringgitFromSen(toPay),
    to_refund: ringgitFromSen(toRefund),
  };
  return { rows: rows.map(transactionOf), total, page: query.page, sums };
}

/** Amounts in sen; `at` as JSON writes it. */
type TransactionPage = {
  total: number;
  charged: number;
  refunded: number;
  balance: number;
  toPay: number;
  toRefund: number;
  rows: TransactionRow[];
};

type TransactionRow = {
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

/**
 * What {@link listTransactions} answers, in one statement, so that page and sums agree: `wanted` is what the filter leaves of
 * a customer's entries, each with its `place` in ascending order. SQL, because the same rows are numbered, summed up in
 * three ways and cut into a page.
 */
async function findTransactions(db: Database, customerId: string, query: Query): Promise<TransactionPage> {
  const { kind = null, from = null, to = null, sort, limit, page } = query;
  const number = query.q === '' ? null : `%${query.q.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await selectTransactions(db, {
    customerId,
    kind,
    number,
    from,
    to,
    isByAmount: sort.endsWith('amount'),
    direction: sort.startsWith('-') ? -1 : 1,
    limit,
    offset: (page - 1) * limit,
  });
  return rows[0]!;
}

type Wanted = Record<'kind' | 'number' | 'from' | 'to', string | null> & {
  customerId: string;
  isByAmount: boolean;
} & Record<'direction' | 'limit' | 'offset', number>;

const selectTransactions = keepSql<Wanted, TransactionPage>(
  (given) => sql`
    WITH entry AS ${selectEntries(given('customerId'))},
    wanted AS (
      SELECT entry.*, o.number, o.state,
        row_number() OVER (ORDER BY CASE WHEN ${given('isByAmount')} THEN amount END,
          CASE WHEN NOT ${given('isByAmount')} THEN at END, entry.id) AS place
      FROM entry JOIN ${order} o ON o.id = order_id
      WHERE (${given('kind')}::text IS NULL OR kind = ${given('kind')})
        AND (${given('number')}::text IS NULL OR o.number LIKE ${given('number')})
        AND (${given('from')}::date IS NULL OR at >= ${given('from')}::date::timestamp AT TIME ZONE ${TIME_ZONE})
        AND (${given('to')}::date IS NULL OR at < (${given('to')}::date + 1)::timestamp AT TIME ZONE ${TIME_ZONE})),
    page AS (
      SELECT *, EXISTS (SELECT FROM ${ledgerEntry} p WHERE p.order_id = wanted.order_id AND p.kind = 'payout'
          AND p.refund_id = wanted.refund_id) AS is_paid_out
      FROM wanted ORDER BY place * ${given('direction')}::int LIMIT ${given('limit')} OFFSET ${given('offset')})
    SELECT (SELECT count(*)::int FROM wanted) AS total,
      (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'charge' AND state <> 'cancelled'), 0)::bigint FROM wanted) AS charged,
      (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)::bigint FROM wanted) AS refunded,
      coalesce(sum(open), 0)::bigint AS balance,
      coalesce(sum(greatest(open, 0)), 0)::bigint AS "toPay",
      coalesce(sum(greatest(-open, 0)), 0)::bigint AS "toRefund",
      (SELECT coalesce(json_agg(page), '[]') FROM page) AS rows
    FROM (SELECT sum(amount) AS open FROM entry GROUP BY order_id) AS by_order`,
);

function transactionOf(row: TransactionRow): Transaction {
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

function statusOf({ kind, state, is_paid_out }: TransactionRow): Transaction['status'] {
  if (kind === 'refund') return is_paid_out ? 'paid' : 'pending';
  if (kind === 'payment' || kind === 'payout') return 'paid';
  if (state === 'cancelled') return 'cancelled';
  return state === 'placed' ? 'pending' : 'paid';
}

/** A longer statement is rejected, so that its reader chooses a shorter period. */
const MAX_STATEMENT_ROWS = 20_000;

type StatementEntry = {
  moment: string;
  number: string;
  kind: Transaction['kind'];
  method: string;
  amount: number;
  balance: number;
};

/**
 * A customer's entries of a period, oldest first, with the running balance, as CSV (RFC 4180 with a byte order mark for
 * spreadsheets). Amounts are plain numbers in RM; texts that spreadsheets would run as formulas are escaped. Throws
 * `too_large`.
 */
async function writeStatement(
  db: Database,
  { customerId, locale, period }: { customerId: string; locale: Locale; period: Period },
): Promise<string> {
  const before = period.from ? await balanceBefore(db, customerId, period.from) : undefined;
  const entries = await listStatementEntries(db, customerId, period);
  if (entries.length > MAX_STATEMENT_ROWS) throwApiError('too_large');
  const labels = statementLabels(locale);
  const rows = [...openingRow(before, labels), ...entries.map((entry) => statementRow(entry, labels))];
  return stringify(
    [
      labels.columns,
      ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : escapeFormula(cell)))),
    ],
    {
      bom: true,
      record_delimiter: '\r\n',
      quoted_match: /[\r\n]/,
    },
  );
}

async function listStatementEntries(db: Database, customerId: string, { from, to }: Period): Promise<StatementEntry[]> {
  const entry = selectEntries(customerId).as('entry');
  const { kind, method, amount, balance } = entry;
  return db
    .select({
      moment: sql<string>`to_char(${entry.at} AT TIME ZONE ${TIME_ZONE}, 'YYYY-MM-DD HH24:MI')`,
      number: order.number,
      kind,
      method,
      amount,
      balance,
    })
    .from(entry)
    .innerJoin(order, eq(order.id, entry.orderId))
    .where(and(from ? gte(entry.at, startOfDay(from)) : undefined, to ? lt(entry.at, startOfDay(to, 1)) : undefined))
    .orderBy(entry.at, entry.id)
    .limit(MAX_STATEMENT_ROWS + 1);
}

async function balanceBefore(db: Database, customerId: string, from: string): Promise<number> {
  const [before] = await db
    .select({ balance: sql<number>`coalesce(sum(${ledgerEntry.amount}), 0)::bigint` })
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.customerId, customerId), lt(ledgerEntry.at, startOfDay(from))));
  return before!.balance;
}

const STATEMENT_COLUMNS = ['date', 'order', 'kind', 'method', 'amount', 'balance'] as const;

/** The translated texts of a statement, looked up once and not for each row. */
function statementLabels(locale: Locale) {
  const t = getTranslator(locale);
  return {
    columns: STATEMENT_COLUMNS.map((name) => t(`server.statement.${name}`)),
    broughtForward: t('server.statement.broughtForward'),
    kinds: Object.fromEntries(TRANSACTION_KINDS.map((kind) => [kind, t(`server.statement.kinds.${kind}`)])),
    methods: Object.fromEntries(PAYMENT_METHODS.map((method) => [method, t(`common.payment.methods.${method}`)])),
  };
}

type Labels = ReturnType<typeof statementLabels>;

type StatementRow = (string | number)[];

function openingRow(balance: number | undefined, labels: Labels): StatementRow[] {
  return balance === undefined ? [] : [['', '', labels.broughtForward, '', '', ringgitFromSen(balance)]];
}

function statementRow(
  { moment, number, kind, method, amount, balance }: StatementEntry,
  { kinds, methods }: Labels,
): StatementRow {
  const sums = [ringgitFromSen(amount), ringgitFromSen(balance)];
  return [moment, number, kinds[kind] ?? kind, methods[method] ?? method, ...sums];
}

type Period = { from?: string | undefined; to?: string | undefined };

/**
 * A customer's entries, each with the balance after it: what the customer owes the shop, in sen, negative for what the shop
 * owes. Ordered by time, and by id within one transaction.
 */
function selectEntries(customer: string | Placeholder) {
  const { id, orderId, refundId, kind, method, amount, at, customerId } = ledgerEntry;
  const balance = sql<number>`(sum(${amount}) OVER (ORDER BY ${at}, ${id}))::bigint`.as('balance');
  return subquery
    .select({ id, orderId, refundId, kind, method, amount, at, balance })
    .from(ledgerEntry)
    .where(eq(customerId, customer));
}

/** When a day begins in Malaysia; with `daysLater`, the day so many days after it. */
function startOfDay(day: string, daysLater = 0): SQL {
  return sql`(${day}::date + ${daysLater}::int)::timestamp AT TIME ZONE ${TIME_ZONE}`;
}
