import { stringify } from 'csv-stringify/sync';
import { sql } from 'drizzle-orm';
import { TRANSACTION_KINDS } from '#contract/options.ts';
import { TIME_ZONE } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { PAYMENT_METHODS } from '#domain/orders/payment.ts';
import { escapeFormula } from '../catalogue/csv-format.ts';
import type { Database } from '../db/connection.ts';
import { ledgerEntry, order } from '../db/tables.ts';
import { getTranslator } from '../translations.ts';
import { monthBounds } from './money-report.ts';

type LedgerRow = {
  id: string;
  /** To the microsecond, to go on from. */
  moment: string;
  day: string;
  time: string;
  number: string;
  kind: (typeof TRANSACTION_KINDS)[number];
  method: string;
  amount: number;
  company: string | null;
  taxNumber: string | null;
};

const BATCH = 1000;

/**
 * The entries of a month in Malaysia in batches, in the order of their time. SQL, because it goes on from a time and an id, along the
 * index; no transaction is open in between, since entries are only added.
 */
async function* listEntries(db: Database, month: string): AsyncGenerator<LedgerRow[]> {
  const { from, to } = monthBounds(month);
  let last = { moment: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { rows } = await db.execute<LedgerRow>(sql`
      SELECT l.id, l.at::text AS moment, to_char(l.at AT TIME ZONE ${TIME_ZONE}, 'YYYY-MM-DD') AS day,
        to_char(l.at AT TIME ZONE ${TIME_ZONE}, 'HH24:MI') AS time, o.number, l.kind, l.method, l.amount, o.company,
        o.tax_number AS "taxNumber"
      FROM ${ledgerEntry} l JOIN ${order} o ON o.id = l.order_id
      WHERE (l.at, l.id) > (${last.moment}::timestamptz, ${last.id}::uuid)
        AND l.at >= ${from}::date::timestamp AT TIME ZONE ${TIME_ZONE} AND l.at < ${to}::date::timestamp AT TIME ZONE ${TIME_ZONE}
      ORDER BY l.at, l.id LIMIT ${BATCH}`);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)!;
  }
}

const COLUMNS = [
  'date',
  'time',
  'order',
  'receipt',
  'kind',
  'method',
  'debit',
  'credit',
  'company',
  'taxNumber',
  'entry',
] as const;

/**
 * The ledger of a month as CSV (RFC 4180 with a byte order mark), one row per entry and the totals at the end. What customers owe is a
 * debit, what they paid or are owed a credit; amounts are gross, plain numbers in RM.
 */
export async function* writeLedger(
  db: Database,
  { month, locale }: { month: string; locale: Locale },
): AsyncGenerator<string> {
  const t = getTranslator(locale);
  const kinds = Object.fromEntries(TRANSACTION_KINDS.map((kind) => [kind, t(`server.statement.kinds.${kind}`)]));
  const methods = Object.fromEntries(PAYMENT_METHODS.map((one) => [one, t(`common.payment.methods.${one}`)]));
  yield `\uFEFF${csv([COLUMNS.map((column) => t(`server.ledger.${column}`))])}`;
  const totals = { debit: 0, credit: 0 };
  for await (const entries of listEntries(db, month)) {
    for (const { amount } of entries) totals[amount > 0 ? 'debit' : 'credit'] += Math.abs(amount);
    yield csv(entries.map((entry) => rowOf(entry, { kind: kinds[entry.kind]!, method: methods[entry.method]! })));
  }
  const { debit, credit } = totals;
  yield csv([[t('server.ledger.total'), '', '', '', '', '', inRinggit(debit), inRinggit(credit), '', '', '']]);
}

function rowOf(
  { day, time, number, kind, amount, company, taxNumber, id }: LedgerRow,
  words: { kind: string; method: string },
): string[] {
  const receipt = kind === 'payment' ? number : '';
  const [debit, credit] = amount > 0 ? [inRinggit(amount), ''] : ['', inRinggit(-amount)];
  return [day, time, number, receipt, words.kind, words.method, debit, credit, company ?? '', taxNumber ?? '', id];
}

/** To the sen, without a float in between. */
function inRinggit(sen: number): string {
  return `${Math.trunc(sen / 100)}.${String(sen % 100).padStart(2, '0')}`;
}

function csv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(escapeFormula)),
    { record_delimiter: '\r\n', quoted_match: /[\r\n]/ },
  );
}
