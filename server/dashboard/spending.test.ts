import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { lastMonths } from '#domain/dates.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { writeLedgerEntry, type LedgerKind } from '../../tests/database.ts';
import { spendingByMonth } from './routes.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const title = await makeProduct(shop, { stock: 100 });
const { rows: now } = await pool.query<{ month: string }>(
  "SELECT to_char(now() AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM') AS month",
);

/** Midnight at the beginning of the month so many months ago, in Kuala Lumpur (UTC+8), in milliseconds. */
function monthStart(ago: number): number {
  const [year, month] = now[0]!.month.split('-').map(Number) as [number, number];
  return Date.UTC(year, month - 1 - ago, 1) - 8 * 3_600_000;
}

async function spendingOf(entries: readonly [LedgerKind, sen: number, at: number][]): Promise<number[]> {
  const { id: customerId, token } = await makeSignedInCustomer(shop);
  const { body: order } = await placeOrder(app, { lines: [title], token });
  for (const [kind, amount, at] of entries)
    await writeLedgerEntry(pool, { orderId: order.id, customerId, kind, amount, at: new Date(at) });
  const { spending }: Dashboard = (await get(app, '/api/dashboard', { token })).body;
  expect(spending).toHaveLength(12);
  expect(spending.at(-1)!.month).toBe(now[0]!.month);
  return spending.map((one) => Math.round(one.amount * 100)).toReversed();
}

test('is payments less refunds to the sen, without unpaid charges', async () => {
  const at = monthStart(2) + 3_600_000;
  const spent = await spendingOf([
    ['charge', 99_999, at],
    ['payment', 10_001, at],
    ['payment', 3333, at],
    ['refund', 3332, at],
    ['reversal', 500, at],
  ]);
  expect(spent.slice(0, 4)).toEqual([0, 0, 10_002, 0]);
});

test('a month begins at midnight in Kuala Lumpur', async () => {
  const spent = await spendingOf([
    ['payment', 1, monthStart(0)],
    ['payment', 20, monthStart(0) - 1],
    ['payment', 300, monthStart(1)],
    ['payment', 4000, monthStart(1) - 1],
  ]);
  expect(spent.slice(0, 4)).toEqual([1, 320, 4000, 0]);
});

test('covers twelve months', async () => {
  const spent = await spendingOf([
    ['payment', 700, monthStart(11)],
    ['payment', 9000, monthStart(11) - 1],
  ]);
  expect(spent).toEqual([...Array(11).fill(0), 700]);
});

test('a month with more refunds than payments is negative', async () => {
  const spent = await spendingOf([
    ['payment', 5000, monthStart(3)],
    ['refund', 5000, monthStart(1)],
  ]);
  expect(spent.slice(0, 4)).toEqual([0, -5000, 0, 5000]);
});

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
  'months are Malaysia’s with the database in %s',
  async (zone) => {
    const { id: customerId, token } = await makeSignedInCustomer(shop);
    const { body: order } = await placeOrder(app, { lines: [title], token });
    const entry = { orderId: order.id, customerId, kind: 'payment' } as const;
    await writeLedgerEntry(pool, { ...entry, amount: 100, at: new Date(monthStart(0)) });
    await writeLedgerEntry(pool, { ...entry, amount: 2000, at: new Date(monthStart(0) - 1) });
    const spending = await deps.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`SET LOCAL TIME ZONE '${zone}'`));
      return spendingByMonth(tx, customerId, 'gregory');
    });
    expect(spending.slice(-2)).toMatchObject([{ amount: 20 }, { month: now[0]!.month, amount: 1 }]);
  },
);

test('months follow the Persian calendar on request', async () => {
  const { id: customerId, token } = await makeSignedInCustomer(shop);
  const { body: order } = await placeOrder(app, { lines: [title], token });
  const {
    months: [, before, , last],
  } = lastMonths(new Date().toISOString(), 4, 'persian');
  const begins = Date.parse(`${before!.starts}T00:00:00+08:00`);
  const entry = { orderId: order.id, customerId, kind: 'payment' } as const;
  await writeLedgerEntry(pool, { ...entry, amount: 100, at: new Date(begins) });
  await writeLedgerEntry(pool, { ...entry, amount: 2000, at: new Date(begins - 1) });
  const { spending }: Dashboard = (await get(app, '/api/dashboard?calendar=persian', { token })).body;
  expect(spending).toHaveLength(12);
  expect(spending.slice(-4).map(({ amount }) => amount)).toEqual([20, 1, 0, 0]);
  expect(spending.at(-1)).toMatchObject(last!);
  expect((await get(app, '/api/dashboard?calendar=lunar', { token })).status).toBe(422);
});
