import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestApp } from '../../tests/test-app.ts';
import { makeProduct } from '../../tests/factories.ts';
import { waitUntilBlocked } from '../../tests/database.ts';
import { databaseOn } from '../db/connection.ts';
import { indexProducts } from './search-index.ts';

const shop = await openTestApp();
const { pool } = shop;

async function entryOf(id: number) {
  const { rows } = await pool.query('SELECT available FROM search_entry WHERE product_id = $1', [id]);
  return rows[0];
}

function sellOut(client: pg.Client | pg.Pool, id: number): Promise<unknown> {
  return client.query('UPDATE variant SET stock = 0 WHERE product_id = $1', [id]);
}

/** Does `work` in a transaction on a connection of its own, then `meanwhile`, then commits. */
async function whileOpen(work: (client: pg.Client) => Promise<unknown>, meanwhile: () => Promise<unknown>) {
  const client = new pg.Client(shop.connect);
  await client.connect();
  await client.query('BEGIN');
  await work(client);
  await meanwhile();
  await client.query('COMMIT');
  await client.end();
}

test('a title is found while it is being reindexed', async () => {
  const { id } = await makeProduct(shop, { stock: 3 });
  await whileOpen(
    (client) => indexProducts(databaseOn(client), [id]),
    async () => expect(await entryOf(id)).toEqual({ available: true }),
  );
  expect(await entryOf(id)).toEqual({ available: true });
});

test('selling the last copy during indexing makes the title unavailable', async () => {
  const { id } = await makeProduct(shop, { stock: 1 });
  let sale: Promise<unknown> | undefined;
  await whileOpen(
    (client) => indexProducts(databaseOn(client), [id]),
    async () => {
      sale = sellOut(pool, id);
      await waitUntilBlocked(pool);
    },
  );
  await sale;
  expect(await entryOf(id)).toEqual({ available: false });
});

test('so does an uncommitted sale from just before', async () => {
  const { id } = await makeProduct(shop, { stock: 1 });
  let indexing: Promise<unknown> | undefined;
  await whileOpen(
    (client) => sellOut(client, id),
    async () => {
      indexing = shop.deps.db.transaction((tx) => indexProducts(tx, [id]));
      await waitUntilBlocked(pool);
    },
  );
  await indexing;
  expect(await entryOf(id)).toEqual({ available: false });
});

test('an unlisted title leaves the index', async () => {
  const { id } = await makeProduct(shop, {});
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [id]);
  await shop.deps.db.transaction((tx) => indexProducts(tx, [id]));
  expect(await entryOf(id)).toBeUndefined();
});
