import { expect, test } from 'vitest';
import { dayInMalaysia } from '#domain/dates.ts';
import { makeOrder, makeProduct } from '../../tests/factories.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { postLedgerEntries, type Posting } from '../orders/ledger.ts';

const shop = await openTestApp();
const {
  deps: { db },
  pool,
} = shop;
const title = await makeProduct(shop, { stock: 100 });
const account = { customerId: null, paymentMethod: 'fpx' } as const;
const orders = await Promise.all(
  Array.from({ length: 20 }, () => makeOrder(shop, { lines: [title], state: 'placed' })),
);

const post = (id: string, postings: Posting[]) =>
  db.transaction((tx) => postLedgerEntries(tx, { ...account, id }, postings));

async function takings() {
  const { rows } = await pool.query(
    `SELECT day::text, received::int, refunded::int, payments FROM takings_day WHERE method = 'fpx'`,
  );
  return rows;
}

test('payments at once are all counted on their day, and what is no payment is not', async () => {
  await Promise.all(orders.map(({ id }) => post(id, [{ kind: 'payment', amount: 1000 }])));
  await post(orders[0]!.id, [
    { kind: 'charge', amount: 70 },
    { kind: 'refund', amount: 300 },
    { kind: 'payment', amount: 50 },
    { kind: 'payout', amount: 50 },
  ]);
  const day = dayInMalaysia(new Date().toISOString());
  expect(await takings()).toEqual([{ day, received: 20_000, refunded: 300, payments: 21 }]);
});

test('a posting that is taken back is not counted', async () => {
  const before = await takings();
  const failing = db.transaction(async (tx) => {
    await postLedgerEntries(tx, { ...account, id: orders[1]!.id }, [{ kind: 'payment', amount: 1 }]);
    throw new Error('changed its mind');
  });
  await expect(failing).rejects.toThrow('changed its mind');
  expect(await takings()).toEqual(before);
});
