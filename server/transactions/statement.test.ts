import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { get, openTestApp, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { writeLedgerEntry } from '../../tests/database.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const me = await makeSignedInCustomer(shop);
const title = await makeProduct(shop);
const { body: order } = await placeOrder(app, { lines: [title], token: me.token });
const entry = { orderId: order.id, customerId: me.id };
const OLD: [Parameters<typeof writeLedgerEntry>[1]['kind'], number, string, string?][] = [
  ['charge', 123_450, '2025-03-31T15:59:59.999Z'],
  ['payment', 123_450, '2025-03-31T16:00:00Z'],
  ['refund', 3800, '2025-04-10T02:00:00Z'],
  ['payout', 3800, '2025-04-30T15:59:59Z', '=HYPERLINK("http://evil.test","x")'],
  ['reversal', 100, '2025-04-30T16:00:00Z', '@tab, "quoted"'],
];
for (const [kind, amount, at, method] of OLD)
  await writeLedgerEntry(pool, { ...entry, kind, amount, at: new Date(at), ...(method !== undefined && { method }) });

async function statement(query: string, language = 'en') {
  const headers = { authorization: `Bearer ${me.token}`, 'accept-language': language };
  const response = await app.inject({ url: `/api/transactions/statement?${query}`, headers });
  const records: Record<string, string>[] = parse(response.payload, { bom: true, columns: true });
  return { response, records };
}

test('is a CSV file that is not cacheable', async () => {
  const { response } = await statement('from=2025-03-01&to=2025-04-30');
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="statement-2025-03-01-2025-04-30.csv"',
    'cache-control': 'no-store',
  });
  expect([...response.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = response.payload.split('\r\n');
  expect(lines[0]).toBe('\uFEFFDate,Order,Type,Method,Amount (RM),Balance (RM)');
  expect(lines.at(-1)).toBe('');
  expect(response.payload.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('has every kind of entry with the running balance, in RM and Malaysian dates', async () => {
  const { records } = await statement('to=2025-04-30');
  expect(records.map((row) => [row.Date, row.Type, row['Amount (RM)'], row['Balance (RM)']])).toEqual([
    ['2025-03-31 23:59', 'Charge', '1234.50', '1234.50'],
    ['2025-04-01 00:00', 'Payment', '-1234.50', '0.00'],
    ['2025-04-10 10:00', 'Refund approved', '-38.00', '-38.00'],
    ['2025-04-30 23:59', 'Refund paid', '38.00', '0.00'],
  ]);
  expect(new Set(records.map((row) => row.Order))).toEqual(new Set([order.number]));
});

test('a period starts with the balance brought forward from the one before', async () => {
  const april = await statement('from=2025-04-01&to=2025-04-15');
  expect(april.records.map((row) => [row.Type, row['Balance (RM)']])).toEqual([
    ['Balance brought forward', '1234.50'],
    ['Payment', '0.00'],
    ['Refund approved', '-38.00'],
  ]);
  const next = await statement('from=2025-04-16&to=2025-04-30');
  expect(next.records[0]!['Balance (RM)']).toBe(april.records.at(-1)!['Balance (RM)']);
});

test('no cell can be executed as a formula', async () => {
  const { response, records } = await statement('');
  const cells = records.flatMap((row) => Object.values(row));
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && !/^-?\d+\.\d\d$/.test(cell))).toEqual([]);
  expect(records.map((row) => row.Method)).toContain(`'=HYPERLINK("http://evil.test","x")`);
  expect(records.map((row) => row.Method)).toContain(`'@tab, "quoted"`);
  expect(response.payload).toContain(`"'@tab, ""quoted"""`);
});

test('adds up', async () => {
  const { records } = await statement('');
  const { rows } = await pool.query<{ sum: number }>(
    'SELECT sum(amount)::bigint AS sum FROM ledger_entry WHERE customer_id = $1',
    [me.id],
  );
  expect(records).toHaveLength(6);
  expect(records.at(-1)!['Balance (RM)']).toBe((rows[0]!.sum / 100).toFixed(2));
});

test.each([
  ['de', 'Datum', 'Zahlung'],
  ['fa', 'تاریخ', 'پرداخت'],
  ['fr', 'Date', 'Paiement'],
  ['pt', 'Data', 'Pagamento'],
])('is in %s', async (language, date, payment) => {
  const { response } = await statement('', language);
  expect(response.payload.startsWith(`\uFEFF${date},`)).toBe(true);
  expect(response.payload).toContain(`,${payment},`);
});

test('contains only the customer’s own entries', async () => {
  const other = await makeSignedInCustomer(shop);
  const { payload } = await app.inject({
    url: '/api/transactions/statement',
    headers: { authorization: `Bearer ${other.token}` },
  });
  expect(payload.trim()).toBe('\uFEFFDate,Order,Type,Method,Amount (RM),Balance (RM)'.trim());
});

test.each(['from=x', 'to=2026-13-01', 'from=2025-01-01&from=2025-02-01'])('%s is rejected', async (query) => {
  expect(errorOf(await get(app, `/api/transactions/statement?${query}`, { token: me.token }))).toEqual([
    422,
    'invalid',
  ]);
});
