import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openTestApp } from '../../tests/test-app.ts';
import { makeProduct } from '../../tests/factories.ts';
import { waitUntilBlocked } from '../../tests/database.ts';
import { databaseOn } from '../db/connection.ts';
import { indexProducts, rebuildSearchIndex } from './search-index.ts';

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
async function whileOpen(
  work: (client: pg.Client) => Promise<unknown>,
  meanwhile: (client: pg.Client) => Promise<unknown>,
) {
  const client = new pg.Client(shop.connect);
  await client.connect();
  await client.query('BEGIN');
  await work(client);
  await meanwhile(client);
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

const placeOf = async (id: number) => {
  const { rows } = await pool.query<{ place: string; title: string }>(
    'SELECT ctid::text AS place, title_sort AS title FROM search_entry WHERE product_id = $1',
    [id],
  );
  return rows[0];
};

test('rebuilding the index writes the entries that are not as their titles, and no others', async () => {
  const [same, changed] = [await makeProduct(shop, {}), await makeProduct(shop, {})];
  const before = await placeOf(same.id);
  await pool.query(`UPDATE product SET title_sort = 'anew' WHERE id = $1`, [changed.id]);
  const { rowCount } = await pool.query('SELECT FROM product');
  const onProgress = vi.fn<(done: number, all: number) => void>();
  expect(await rebuildSearchIndex(shop.connect, onProgress)).toBe(rowCount);
  expect(onProgress).toHaveBeenLastCalledWith(rowCount, rowCount);
  expect(await placeOf(same.id)).toEqual(before);
  expect((await placeOf(changed.id))!.title).toBe('anew');
});

test('what changes while the index is rebuilt is not undone', async () => {
  const { id } = await makeProduct(shop, {});
  let rebuilding: Promise<unknown> | undefined;
  await whileOpen(
    async (client) => {
      await client.query(`UPDATE product SET title_sort = 'meanwhile' WHERE id = $1`, [id]);
      await indexProducts(databaseOn(client), [id]);
    },
    async () => {
      rebuilding = rebuildSearchIndex(shop.connect);
      await waitUntilBlocked(pool);
    },
  );
  await rebuilding;
  expect((await placeOf(id))!.title).toBe('meanwhile');
});

test('a sale that locks entries in another order does not end the rebuilding', async () => {
  const [first, second] = [await makeProduct(shop, { stock: 1 }), await makeProduct(shop, { stock: 1 })];
  let rebuilding: Promise<unknown> | undefined;
  await whileOpen(
    (client) => sellOut(client, second.id),
    async (client) => {
      rebuilding = rebuildSearchIndex(shop.connect);
      await waitUntilBlocked(pool);
      await sellOut(client, first.id);
    },
  );
  await rebuilding;
  expect([await entryOf(first.id), await entryOf(second.id)]).toEqual([{ available: false }, { available: false }]);
});
