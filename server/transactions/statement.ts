import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import type { Locale } from '#domain/locale.ts';
import { formatSen } from '#domain/money.ts';
import { guardCell } from '../catalogue/csv-cells.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, order } from '../db/tables.ts';
import { refuse } from '../refuse.ts';
import { words } from '../words.ts';
import { entriesOf, isWithin, startOf, TIME_ZONE, type Period } from './entries.ts';

/** A longer statement is refused: its reader chooses a shorter period. */
const MOST_ROWS = 20_000;
const METHODS = ['bank_transfer'] as const;

type Entry = {
  moment: string;
  number: string;
  kind: (typeof ledgerEntry.$inferSelect)['kind'];
  method: string;
  amount: number;
  balance: number;
};

/**
 * Every entry of a customer in a period, oldest first, with the running balance, as CSV (RFC 4180, with the mark by
 * which spreadsheets know UTF-8; cells that would run as formulas are disarmed). Refuses `too_large`.
 */
export async function writeStatement(
  db: Database,
  { customerId, locale, period }: { customerId: string; locale: Locale; period: Period },
): Promise<string> {
  const before = period.from ? await balanceBefore(db, customerId, period.from) : undefined;
  const entries = await listEntries(db, customerId, period);
  if (entries.length > MOST_ROWS) refuse('too_large');
  const rows = [...broughtForward(before, locale), ...entries.map((entry) => rowOf(entry, locale))];
  return stringify([header(locale), ...rows.map((row) => row.map(guardCell))], {
    bom: true,
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
  });
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

function header(locale: Locale): string[] {
  const t = words(locale);
  return (['date', 'order', 'kind', 'method', 'amount', 'balance'] as const).map((name) =>
    t(`server.statement.${name}`),
  );
}

function broughtForward(balance: number | undefined, locale: Locale): string[][] {
  if (balance === undefined) return [];
  return [['', '', words(locale)('server.statement.broughtForward'), '', '', formatSen(balance)]];
}

function rowOf({ moment, number, kind, method, amount, balance }: Entry, locale: Locale): string[] {
  const t = words(locale);
  const known = METHODS.find((one) => one === method);
  return [
    moment,
    number,
    t(`server.statement.kinds.${kind}`),
    known ? t(`server.statement.methods.${known}`) : method,
    formatSen(amount),
    formatSen(balance),
  ];
}
