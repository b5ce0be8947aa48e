import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testShop, waitUntilBlocked } from '../../tests/database.ts';
import { makeProduct } from '../../tests/factories.ts';
import { databaseOn, withUnlimitedClient, type ClientDatabase } from '../db/connection.ts';
import { refreshSearchStatistics } from './search-index.ts';
import { indexQueuedTexts, queueTexts, withTextsBehind } from './search-texts.ts';

const shop = await testShop();
const { db } = shop.deps;

async function rename(on: Pick<ClientDatabase, 'execute'>, id: number, title: string): Promise<void> {
  await on.execute(sql`UPDATE product SET title = ${title} WHERE id = ${id}`);
}

async function isFoundBy(id: number, word: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM search_text WHERE product_id = ${id} AND document @@ to_tsquery('simple', ${word})`,
  );
  return rows.length > 0;
}

const countQueued = () => db.$count(sql`unindexed_text`);

/** Changes titles as an import does, each in a transaction of its own. */
async function renameAndQueue(ids: readonly number[], title: string, onLeft = () => {}): Promise<void> {
  for (const id of ids) {
    await db.transaction(async (tx) => {
      await rename(tx, id, title);
      await queueTexts(tx, [id]);
    });
    onLeft();
  }
}

test('words that are left are written behind the work, all of them before its end', async () => {
  const made = await Promise.all([1, 2, 3].map(() => makeProduct(shop)));
  const ids = made.map(({ id }) => id);
  const done = await withTextsBehind(shop.connect, async (onLeft) => {
    await renameAndQueue(ids, 'Hornbill', onLeft);
    return 'done';
  });
  expect(done).toBe('done');
  for (const id of ids) expect(await isFoundBy(id, 'hornbill')).toBe(true);
  expect(await countQueued()).toBe(0);
});

test('they are written too where the work fails, whose failure is told', async () => {
  const { id } = await makeProduct(shop);
  const failing = withTextsBehind(shop.connect, async () => {
    await renameAndQueue([id], 'Pangolin');
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(await isFoundBy(id, 'pangolin')).toBe(true);
});

test('a failure of the second connection is told once the work has ended', async () => {
  const { id } = await makeProduct(shop);
  let isWhole = false;
  const failing = withTextsBehind(shop.connect, async (onLeft) => {
    await db.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'SET statement_timeout = 0%' AND state = 'idle'`);
    await renameAndQueue([id], 'Tapir', onLeft);
    isWhole = true;
  });
  await expect(failing).rejects.toThrow();
  expect(isWhole).toBe(true);
  await refreshSearchStatistics(shop.connect);
  expect(await isFoundBy(id, 'tapir')).toBe(true);
});

test('what an import has left that was killed is written with the next statistics', async () => {
  const { id } = await makeProduct(shop);
  await renameAndQueue([id], 'Binturong');
  expect(await isFoundBy(id, 'binturong')).toBe(false);
  await refreshSearchStatistics(shop.connect);
  expect(await isFoundBy(id, 'binturong')).toBe(true);
});

test('a title that changes while its words wait is written as it is in the end', async () => {
  const { id } = await makeProduct(shop);
  await renameAndQueue([id], 'First');
  const changing = new pg.Client(shop.connect);
  await changing.connect();
  await changing.query('BEGIN');
  await rename(databaseOn(changing), id, 'Second');
  await queueTexts(databaseOn(changing), [id]);
  // It passes over what the open transaction has queued anew, instead of reading the product as it was.
  await withUnlimitedClient(shop.connect, (client) => indexQueuedTexts(databaseOn(client)));
  expect(await countQueued()).toBe(1);
  await changing.query('COMMIT');
  await changing.end();
  await withUnlimitedClient(shop.connect, (client) => indexQueuedTexts(databaseOn(client)));
  expect(await isFoundBy(id, 'second')).toBe(true);
  expect(await countQueued()).toBe(0);
});

test('a title that changes while its words are written is queued again once they are', async () => {
  const { id } = await makeProduct(shop);
  await renameAndQueue([id], 'First');
  const writing = new pg.Client(shop.connect);
  await writing.connect();
  await writing.query('BEGIN');
  await writing.query('DELETE FROM unindexed_text');
  const changing = renameAndQueue([id], 'Second');
  await waitUntilBlocked(shop.pool);
  await writing.query('COMMIT');
  await writing.end();
  await changing;
  expect(await countQueued()).toBe(1);
  await withUnlimitedClient(shop.connect, (client) => indexQueuedTexts(databaseOn(client)));
  expect(await isFoundBy(id, 'second')).toBe(true);
});

test('a title that has left the shop meanwhile has no words', async () => {
  const { id } = await makeProduct(shop);
  await renameAndQueue([id], 'Gone');
  await db.execute(sql`DELETE FROM search_entry WHERE product_id = ${id}`);
  await withUnlimitedClient(shop.connect, (client) => indexQueuedTexts(databaseOn(client)));
  expect(await db.$count(sql`search_text WHERE product_id = ${id}`)).toBe(0);
  expect(await countQueued()).toBe(0);
});
