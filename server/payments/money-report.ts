import { and, asc, count, eq, gte, lt, sql, sum, type SQL } from 'drizzle-orm';
import { MAX_RECEIVABLES, type Money, type OrderStatement, type Receivables } from '#contract/admin-money.ts';
import { addDays, dayInMalaysia } from '#domain/dates.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import { requireFound } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement } from '../db/kept-statement.ts';
import { bankStatementLine, ledgerEntry, order, refund, takingsDay } from '../db/tables.ts';
import { hasOpenSurplus } from './transfers.ts';

/** The month in Malaysia that is now. */
export function thisMonth(): string {
  return dayInMalaysia(new Date().toISOString()).slice(0, 7);
}

/** The first day of a month, and of the next one. */
export function monthBounds(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  return { from, to: `${addDays(from, 31).slice(0, 7)}-01` };
}

type DayRow = typeof takingsDay.$inferSelect;

/** Takings of each day of a month that has come, by payment method, and what is open now. */
export async function findMoney(db: Database, month: string): Promise<Money> {
  const { from, to } = monthBounds(month);
  const rows = await db
    .select()
    .from(takingsDay)
    .where(and(gte(takingsDay.day, from), lt(takingsDay.day, to)));
  const byDay = Map.groupBy(rows, ({ day }) => day);
  const [receivables, refunds, surplus] = await Promise.all([
    sumUp(db, { table: order, amount: sql`total`, where: eq(order.state, 'placed') }),
    sumUp(db, { table: refund, amount: sql`amount`, where: eq(refund.state, 'approved') }),
    sumUp(db, { table: bankStatementLine, amount: sql`amount - booked_amount`, where: hasOpenSurplus }),
  ]);
  return {
    month,
    days: daysOf(month).map((day) => takingsOf(day, byDay.get(day) ?? [])),
    receivables,
    refunds,
    surplus,
  };
}

/** The days of a month up to today. */
function daysOf(month: string): string[] {
  const { from, to } = monthBounds(month);
  const today = dayInMalaysia(new Date().toISOString());
  const days: string[] = [];
  for (let day = from; day < to && day <= today; day = addDays(day, 1)) days.push(day);
  return days;
}

function takingsOf(day: string, rows: readonly DayRow[]): Money['days'][number] {
  const of = (method: PaymentMethod) => ringgitFromSen(rows.find((row) => row.method === method)?.received ?? 0);
  const refunded = rows.reduce((all, row) => all + row.refunded, 0);
  return {
    day,
    received: { fpx: of('fpx'), card: of('card'), bank_transfer: of('bank_transfer') },
    refunded: ringgitFromSen(refunded),
  };
}

type Summed = { table: typeof order | typeof refund | typeof bankStatementLine; amount: SQL; where: SQL | undefined };

async function sumUp(db: Database, { table, amount, where }: Summed) {
  const [found] = await db
    .select({ count: count(), amount: sql<number>`coalesce(sum(${amount}), 0)::bigint` })
    .from(table)
    .where(where);
  return { count: found!.count, amount: ringgitFromSen(found!.amount) };
}

/** The ages of receivables, in whole days. */
const AGES = [1, 3, 7, 14] as const;

const isUnpaid = eq(order.state, 'placed');

const selectUnpaid = keepStatement((db) =>
  db
    .select({
      number: order.number,
      name: sql<string>`${order.address}->>'name'`,
      placedAt: order.placedAt,
      dueAt: order.paymentDueAt,
      method: order.paymentMethod,
      total: order.total,
    })
    .from(order)
    .where(isUnpaid)
    .orderBy(asc(order.id))
    .limit(MAX_RECEIVABLES),
);

const countByDay = keepStatement((db) => {
  const days = sql<number>`floor(extract(epoch FROM now() - ${order.placedAt}) / 86400)::int`;
  return db
    .select({ days, count: count(), amount: sum(order.total).mapWith(Number) })
    .from(order)
    .where(isUnpaid)
    .groupBy(days);
});

/** Orders that wait for their payment, oldest first, and how many there are by age. */
export async function listReceivables(db: Database): Promise<Receivables> {
  const [rows, byDay] = await Promise.all([selectUnpaid(db, {}), countByDay(db, {})]);
  return {
    ages: [...AGES, null].map((to, place) => {
      const from = place === 0 ? -1 : AGES[place - 1]!;
      const group = byDay.filter((one) => one.days > from && (to === null || one.days <= to));
      const amount = group.reduce((all, one) => all + one.amount, 0);
      return { to, count: group.reduce((all, one) => all + one.count, 0), amount: ringgitFromSen(amount) };
    }),
    rows: rows.map(({ placedAt, dueAt, total, ...row }) => ({
      ...row,
      placed_at: placedAt.toISOString(),
      due_at: dueAt?.toISOString() ?? null,
      amount: ringgitFromSen(total),
    })),
  };
}

/** The ledger of an order with the balance after each entry, and its bank transfers. Throws `not_found`. */
export async function requireOrderStatement(db: Database, number: string): Promise<OrderStatement> {
  const [found] = await db.select({ id: order.id }).from(order).where(eq(order.number, number));
  const { id } = requireFound(found);
  const [entries, transfers] = await Promise.all([
    db.select().from(ledgerEntry).where(eq(ledgerEntry.orderId, id)).orderBy(asc(ledgerEntry.position)),
    db.select().from(bankStatementLine).where(eq(bankStatementLine.orderId, id)).orderBy(asc(bankStatementLine.id)),
  ]);
  let balance = 0;
  return {
    number,
    entries: entries.map(({ id: entryId, at, kind, method, amount }) => {
      balance += amount;
      return {
        id: entryId,
        at: at.toISOString(),
        kind,
        method: method as PaymentMethod,
        amount: ringgitFromSen(amount),
        balance: ringgitFromSen(balance),
      };
    }),
    transfers: transfers.map((line) => ({
      id: line.id,
      day: line.day,
      amount: ringgitFromSen(line.amount),
      booked: ringgitFromSen(line.bookedAmount),
      payer: line.payer,
      text: line.text,
      returned_at: line.returnedAt?.toISOString() ?? null,
    })),
  };
}
