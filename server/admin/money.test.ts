import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { dayInMalaysia } from '#domain/dates.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
await seedDemo(shop.deps);
const title = await makeProduct(shop, { stock: 100 });
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });
const month = dayInMalaysia(new Date().toISOString()).slice(0, 7);
const money = async (query = '') => (await get(app, `/api/admin/money${query}`, amir)).body;
const sen = (ringgit: number) => Math.round(ringgit * 100);
const one = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows[0];

/** The months that have entries, the oldest first. */
const { rows: months } = await pool.query<{ month: string; debit: number; credit: number; entries: number }>(
  `SELECT to_char(at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM') AS month, count(*)::int AS entries,
    coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::int AS debit, coalesce(-sum(amount) FILTER (WHERE amount <= 0), 0)::int AS credit
   FROM ledger_entry GROUP BY 1 ORDER BY 1`,
);

const exported = async (of: string) => {
  const { text, status, headers } = await get(app, `/api/admin/money/ledger?month=${of}`, amir);
  expect([status, headers['content-disposition']]).toEqual([200, `attachment; filename="ledger-${of}.csv"`]);
  return parse(text, { bom: true }) as string[][];
};

test('the ledger of every month is exported entry by entry, with totals that agree to the sen', async () => {
  expect(months.length).toBeGreaterThan(1);
  const ids: string[] = [];
  for (const { month: of, debit, credit, entries } of months) {
    const [header, ...rows] = await exported(of);
    const total = rows.pop()!;
    expect(header!.slice(0, 4)).toEqual(['Date', 'Time', 'Order', 'Receipt']);
    expect([of, rows.length, sen(Number(total[6])), sen(Number(total[7]))]).toEqual([of, entries, debit, credit]);
    const sum = (column: number) => rows.reduce((all, row) => all + sen(Number(row[column])), 0);
    expect([sum(6), sum(7)]).toEqual([debit, credit]);
    expect(rows.filter(([day]) => !day!.startsWith(of))).toEqual([]);
    ids.push(...rows.map((row) => row[10]!));
  }
  expect(new Set(ids).size).toBe((await one('SELECT count(*)::int AS all FROM ledger_entry')).all);
});

test('a month of more entries than a batch has each of them once', async () => {
  const { id } = await makeOrder(shop, { lines: [title], state: 'placed' });
  await pool.query(
    `INSERT INTO ledger_entry (id, order_id, kind, method, amount, at)
     SELECT gen_random_uuid(), $1, k, 'bank_transfer', CASE k WHEN 'charge' THEN n ELSE -n END, '2001-02-03T04:05:06Z'::timestamptz + make_interval(secs => n / 7)
     FROM generate_series(1, 1100) n CROSS JOIN unnest(ARRAY['charge', 'reversal']) k`,
    [id],
  );
  const rows = (await exported('2001-02')).slice(1);
  expect(rows).toHaveLength(2201);
  expect(rows.at(-1)!.slice(6, 8)).toEqual(['6055.50', '6055.50']);
  expect(new Set(rows.map((row) => row[10])).size).toBe(2201);
});

test('an export stands in the audit trail, and a month that is none is refused', async () => {
  await exported(month);
  const entry =
    "SELECT actor, details->>'about' AS about FROM audit_entry WHERE details->>'verb' = 'ledger export' ORDER BY at DESC";
  expect(await one(entry)).toEqual({ actor: 'Amir', about: month });
  for (const wrong of ['2026-13', '2026', 'x', "2026-11'"])
    expect(errorOf(await get(app, `/api/admin/money/ledger?month=${encodeURIComponent(wrong)}`, amir))).toEqual([
      422,
      'invalid',
    ]);
});

test('takings of the days of a month add up to the ledger', async () => {
  for (const { month: of } of months) {
    const { days } = await money(`?month=${of}`);
    const received = days.flatMap((day: { received: Record<string, number> }) => Object.values(day.received));
    const expected = await one(
      `SELECT coalesce(-sum(amount) FILTER (WHERE kind <> 'refund'), 0)::int AS received, coalesce(-sum(amount) FILTER (WHERE kind = 'refund'), 0)::int AS refunded
       FROM ledger_entry WHERE (kind IN ('payment', 'refund') OR (kind = 'payout' AND refund_id IS NULL))
         AND to_char(at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM') = $1`,
      [of],
    );
    const sumOf = (amounts: number[]) => amounts.reduce((all, amount) => all + sen(amount), 0);
    expect([of, sumOf(received), sumOf(days.map(({ refunded }: { refunded: number }) => refunded))]).toEqual([
      of,
      expected.received,
      expected.refunded,
    ]);
  }
});

test('what is open is counted: unpaid orders by age, and refunds', async () => {
  const before = await money();
  const { number, payable } = await makeOrder(shop, { lines: [title], state: 'placed' });
  await pool.query(`UPDATE "order" SET placed_at = now() - interval '5 days' WHERE number = $1`, [number]);
  const after = await money();
  expect(after.receivables.count - before.receivables.count).toBe(1);
  expect(sen(after.receivables.amount) - sen(before.receivables.amount)).toBe(sen(payable));
  const { body } = await get(app, '/api/admin/money/receivables', amir);
  expect(body.rows.at(-1)).toMatchObject({ number, amount: payable, method: 'bank_transfer' });
  const inAges = body.ages.reduce((all: number, { amount }: { amount: number }) => all + sen(amount), 0);
  expect(inAges).toBe(sen(after.receivables.amount));
  expect(body.ages.find(({ to }: { to: number | null }) => to === 7).count).toBeGreaterThan(0);
  const { id } = await makeOrder(shop, { lines: [title], state: 'paid' });
  const { rows } = await pool.query(`SELECT number FROM "order" WHERE id = $1`, [id]);
  await post(app, '/api/admin/orders/transition', { numbers: [rows[0].number], to: 'cancelled' }, amir);
  expect((await money()).refunds.count - after.refunds.count).toBe(1);
});

test('the statement of an order ends with what is open of it', async () => {
  const { number, payable } = await makeOrder(shop, { lines: [title], state: 'placed' });
  const statement = async () => (await get(app, `/api/admin/money/orders/${number}`, amir)).body;
  expect(await statement()).toMatchObject({ number, entries: [{ kind: 'charge', amount: payable, balance: payable }] });
  await post(app, '/api/admin/orders/transition', { numbers: [number], to: 'paid' }, amir);
  expect((await statement()).entries.at(-1)).toMatchObject({ kind: 'payment', amount: -payable, balance: 0 });
  expect(errorOf(await get(app, '/api/admin/money/orders/BK-1', amir))).toEqual([404, 'not_found']);
});

test('checks of money run on demand and say which rows fail', async () => {
  const { checks } = (await get(app, '/api/admin/money/checks', amir)).body;
  expect(checks).toContain('ledger: hash chain is unbroken');
  const run = (check: string) => post(app, '/api/admin/money/checks/run', { check }, amir);
  expect((await run('ledger: hash chain is unbroken')).body).toMatchObject({ failures: [] });
  expect((await run('payment: every reported payment matches an order')).body.failures).toEqual([]);
  await pool.query("INSERT INTO payment_event (id, outcome, checkout_session_id) VALUES ('evt_x', 'unmatched', 'cs')");
  expect((await run('payment: every reported payment matches an order')).body.failures).toEqual([
    expect.stringContaining('evt_x'),
  ]);
  expect(errorOf(await run('stock: DROP TABLE'))).toEqual([404, 'not_found']);
});
