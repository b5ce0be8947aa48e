import { globSync, readFileSync } from 'node:fs';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { order } from '../db/tables.ts';
import { type LedgerAccount, type Posting, postLedgerEntries } from './ledger.ts';

const { deps, pool } = await testShop();
let account: LedgerAccount;

/** An order that costs nothing and has no entries yet. */
beforeEach(async () => {
  account = { id: uuidv7(), customerId: null, paymentMethod: 'card' };
  const amounts = { subtotal: 0, memberDiscount: 0, couponDiscount: 0, shipping: 0, total: 0 };
  const buyer = { email: 'guest@mail.test', locale: 'en' as const, paymentMethod: 'card' as const };
  await deps.db.insert(order).values({
    id: account.id,
    number: `BK-${account.id}`,
    ...buyer,
    ...amounts,
    address: {} as never,
    state: 'delivered',
  });
});

const post = (...postings: Posting[]) => postLedgerEntries(deps.db, account, postings);

async function entries() {
  const { rows } = await pool.query(
    'SELECT position, kind, method, amount FROM ledger_entry WHERE order_id = $1 ORDER BY position',
    [account.id],
  );
  return rows.map(({ position, kind, method, amount }) => [position, kind, method, amount]);
}

test('charges and payouts increase the balance, everything else reduces it', async () => {
  await post(
    { kind: 'charge', amount: 500 },
    { kind: 'payment', amount: 500 },
    { kind: 'reversal', amount: 300 },
    { kind: 'refund', amount: 200 },
    { kind: 'payout', amount: 200 },
  );
  expect((await entries()).map(([, kind, , amount]) => [kind, amount])).toEqual([
    ['charge', 500],
    ['payment', -500],
    ['reversal', -300],
    ['refund', -200],
    ['payout', 200],
  ]);
});

test('entries are numbered in posting order and chained', async () => {
  await post({ kind: 'charge', amount: 700 }, { kind: 'payment', amount: 700 });
  await post({ kind: 'payment', amount: 100 }, { kind: 'payout', amount: 100 });
  expect((await entries()).map(([position, kind]) => [position, kind])).toEqual([
    [1, 'charge'],
    [2, 'payment'],
    [3, 'payment'],
    [4, 'payout'],
  ]);
});

test('a zero amount is stored as zero, and the method defaults to the order’s', async () => {
  await post({ kind: 'payment', amount: 0 }, { kind: 'payout', amount: 5, method: 'bank_transfer' });
  expect(await entries()).toEqual([
    [1, 'payment', 'card', 0],
    [2, 'payout', 'bank_transfer', 5],
  ]);
});

test('no postings, no entries', async () => {
  await post();
  expect(await entries()).toEqual([]);
});

test('nothing else inserts ledger entries', () => {
  const writers = globSync('server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) =>
      /insert\(ledgerEntry\b|INSERT INTO (ledger_entry|\$\{ledgerEntry\})/i.test(readFileSync(file, 'utf8')),
    );
  expect(writers).toEqual(['server/orders/ledger.ts']);
});
