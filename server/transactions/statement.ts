import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import type { Locale } from '#domain/locale.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { PAYMENT_METHODS } from '#domain/payment.ts';
import { TIME_ZONE } from '#domain/time-zone.ts';
import { guardCell } from '../catalogue/csv-cells.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, order } from '../db/tables.ts';
import { refuse } from '../refuse.ts';
import { words } from '../words.ts';
import { entriesOf, isWithin, startOf, type Period } from './entries.ts';

/** A longer statement is refused: its reader chooses a shorter period. */
const MOST_ROWS = 20_000;
const KINDS = ['charge', 'payment', 'reversal', 'refund', 'payout'] as const;

type Entry = {
  moment: string;
  number: string;
  kind: (typeof KINDS)[number];
  method: string;
  amount: number;
  balance: number;
};

/**
 * Every entry of a customer in a period, oldest first, with the running balance, as CSV (RFC 4180, with the mark by
 * which spreadsheets know UTF-8; amounts are plain numbers in RM; texts that would run as formulas are disarmed). Refuses `too_large`.
 */
export async function writeStatement(
  db: Database,
  { customerId, locale, period }: { customerId: string; locale: Locale; period: Period },
): Promise<string> {
  const before = period.from ? await balanceBefore(db, customerId, period.from) : undefined;
  const entries = await listEntries(db, customerId, period);
  if (entries.length > MOST_ROWS) refuse('too_large');
  const labels = wordsOf(locale);
  const rows = [...broughtForward(before, labels), ...entries.map((entry) => rowOf(entry, labels))];
  return stringify(
    [
      labels.columns,
      ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : guardCell(cell)))),
    ],
    {
      bom: true,
      record_delimiter: '\r\n',
      quoted_match: /[\r\n]/,
    },
  );
}

async function listEntries(db: Database, customerId: string, period: Period): Promise<Entry[]> {
  const { rows } = await db.execute<Entry>(sql`
    SELECT to_char(at AT TIME ZONE ${TIME_ZONE}, 'YYYY-MM-DD HH24:MI') AS moment, number, kind, method, amount, balance
    FROM (${entriesOf(customerId)}) AS entry JOIN ${order} o ON o.id = order_id
    WHERE ${isWithin(sql`at`, period)} ORDER BY at, entry.id LIMIT ${MOST_ROWS + 1}`);
  return rows;
}

async function balanceBefore(db: Database, customerId: string, from: string): Promise<number> {
  const { rows } = await db.execute<{ balance: number }>(sql`SELECT coalesce(sum(amount), 0)::bigint AS balance
    FROM ${ledgerEntry} WHERE customer_id = ${customerId} AND at < ${startOf(from)}`);
  return rows[0]!.balance;
}

const COLUMNS = ['date', 'order', 'kind', 'method', 'amount', 'balance'] as const;

/** The words of a statement, looked up once and not for each row. */
function wordsOf(locale: Locale) {
  const t = words(locale);
  return {
    columns: COLUMNS.map((name) => t(`server.statement.${name}`)),
    broughtForward: t('server.statement.broughtForward'),
    kinds: Object.fromEntries(KINDS.map((kind) => [kind, t(`server.statement.kinds.${kind}`)])),
    methods: Object.fromEntries(PAYMENT_METHODS.map((method) => [method, t(`common.payment.methods.${method}`)])),
  };
}

type Labels = ReturnType<typeof wordsOf>;

type StatementRow = (string | number)[];

function broughtForward(balance: number | undefined, labels: Labels): StatementRow[] {
  return balance === undefined ? [] : [['', '', labels.broughtForward, '', '', ringgitFromSen(balance)]];
}

function rowOf({ moment, number, kind, method, amount, balance }: Entry, { kinds, methods }: Labels): StatementRow {
  const sums = [ringgitFromSen(amount), ringgitFromSen(balance)];
  return [moment, number, kinds[kind] ?? kind, methods[method] ?? method, ...sums];
}
