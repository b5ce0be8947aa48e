import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { get, openDoor } from '../../tests/door.ts';
import { makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { writeEntry, type LedgerKind } from '../../tests/ledger.ts';
import { spendingByMonth } from '../transactions/spending.ts';

const shop = await openDoor();
const { app, pool, deps } = shop;
const title = await makeTitle(shop, { stock: 100 });
const { rows: now } = await pool.query<{ month: string }>(
  "SELECT to_char(now() AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM') AS month",
);

/** Midnight at the beginning of the month so many months ago, in Kuala Lumpur (UTC+8), in milliseconds. */
function monthStart(ago: number): number {
  const [year, month] = now[0]!.month.split('-').map(Number) as [number, number];
  return Date.UTC(year, month - 1 - ago, 1) - 8 * 3_600_000;
}

async function spendingOf(entries: readonly [LedgerKind, sen: number, at: number][]): Promise<number[]> {
  const { id: customerId, token } = await makeSignedIn(shop);
  const { body: order } = await placeOrder(app, { lines: [title], token });
  for (const [kind, amount, at] of entries)
    await writeEntry(pool, { orderId: order.id, customerId, kind, amount, at: new Date(at) });
  const { spending }: Dashboard = (await get(app, '/api/dashboard', { token })).body;
  expect(spending).toHaveLength(12);
  expect(spending.at(-1)!.month).toBe(now[0]!.month);
  return spending.map((one) => Math.round(one.amount * 100)).toReversed();
}

test('is what was paid less what was refunded, to the sen; what is owed counts nothing', async () => {
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

test('twelve months and no more', async () => {
  const spent = await spendingOf([
    ['payment', 700, monthStart(11)],
    ['payment', 9000, monthStart(11) - 1],
  ]);
  expect(spent).toEqual([...Array(11).fill(0), 700]);
});

test('a month in which more came back than was paid is below nothing', async () => {
  const spent = await spendingOf([
    ['payment', 5000, monthStart(3)],
    ['refund', 5000, monthStart(1)],
  ]);
  expect(spent.slice(0, 4)).toEqual([0, -5000, 0, 5000]);
});

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
  'the months are Malaysia’s though the database lives in %s',
  async (zone) => {
    const { id: customerId, token } = await makeSignedIn(shop);
    const { body: order } = await placeOrder(app, { lines: [title], token });
    const entry = { orderId: order.id, customerId, kind: 'payment' } as const;
    await writeEntry(pool, { ...entry, amount: 100, at: new Date(monthStart(0)) });
    await writeEntry(pool, { ...entry, amount: 2000, at: new Date(monthStart(0) - 1) });
    const spending = await deps.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`SET LOCAL TIME ZONE '${zone}'`));
      return spendingByMonth(tx, customerId);
    });
    expect(spending.slice(-2)).toMatchObject([{ amount: 20 }, { month: now[0]!.month, amount: 1 }]);
  },
);
