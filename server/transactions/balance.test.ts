import { expect, test } from 'vitest';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { LEDGER_KINDS, writeLedgerEntry, type WrittenLedgerEntry } from '../../tests/database.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const me = await makeSignedInCustomer(shop);
const other = await makeSignedInCustomer(shop);
const title = await makeProduct(shop, { stock: 100 });

/** The same numbers each time: a test that fails once must fail again. */
let seed = 20_261_121;
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

const START = Date.parse('2025-01-01T00:00:00Z');
const HOUR = 3_600_000;

/** A life of entries at few enough moments that some are written at once. */
async function makeLife(customer: { id: string; token: string }, count: number): Promise<WrittenLedgerEntry[]> {
  const { body: order } = await placeOrder(app, { lines: [title], token: customer.token });
  const written: WrittenLedgerEntry[] = [];
  for (let index = 0; index < count; index += 1)
    written.push(
      await writeLedgerEntry(pool, {
        orderId: order.id,
        customerId: customer.id,
        kind: LEDGER_KINDS[random(LEDGER_KINDS.length)]!,
        amount: random(99_999),
        at: new Date(START + random(60) * HOUR),
      }),
    );
  return written;
}

const life = await makeLife(me, 120);
await makeLife(other, 40);

type Row = { id: string; amount: number; balance: number };
const call = async (query: string) => (await get(app, `/customer/transaction?${query}`, { token: me.token })).body;

/** What stands after each entry, added up here. */
function balances(): Map<string, number> {
  const inOrder = life.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1));
  let sum = 0;
  return new Map(inOrder.map(({ id, signed }) => [id, (sum += signed)]));
}

test.each([
  'sort=at',
  'sort=-at',
  'sort=amount',
  'sort=-amount',
  'kind=refund',
  'kind=charge',
  'from=2025-01-02&to=2025-01-02',
])('the balance after each entry is the sum up to it: %s', async (query) => {
  const expected = balances();
  const seen: Row[] = [];
  for (let page = 1, rows: Row[] = []; page === 1 || rows.length > 0; page += 1) {
    ({ rows } = await call(`${query}&limit=7&page=${page}`));
    seen.push(...rows);
  }
  const ours = seen.filter((row) => expected.has(row.id));
  expect(ours.length).toBeGreaterThan(10);
  expect(ours.map(({ id, balance }) => [id, Math.round(balance * 100)])).toEqual(
    ours.map(({ id }) => [id, expected.get(id)]),
  );
  expect(new Set(seen.map((row) => row.id)).size).toBe(seen.length);
});

test('the balance now is the sum of the customer’s entries', async () => {
  const { rows } = await pool.query('SELECT sum(amount) AS sum FROM ledger_entry WHERE customer_id = $1', [me.id]);
  expect(Math.round((await call('')).sums.balance * 100)).toBe(Number(rows[0].sum));
});
