import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { databaseOn, withUnlimitedClient, type Database } from '../db/connection.ts';
import { product } from '../db/tables.ts';
import { databaseIdentity, readPoint } from './changes.ts';
import { IndexWriter } from './index/index-writer.ts';
import { readIndexedProducts } from './indexed-product.ts';

/** Products per query and transaction. */
const BATCH_SIZE = 500;
/** The database reads so many batches ahead of the one that is written, each connection every second one. */
const BATCHES_AHEAD = 4;

/** Writes the whole catalogue into a file, the most popular products first. An unfinished file is never opened. */
export async function buildIndexFile(connect: pg.ClientConfig, file: string): Promise<void> {
  await withUnlimitedClient(connect, (first) =>
    withUnlimitedClient(connect, (second) => writeIndex([databaseOn(first), databaseOn(second)], file)),
  );
}

async function writeIndex(readers: readonly [Database, Database], file: string): Promise<void> {
  const [db] = readers;
  const built = new IndexWriter(file);
  try {
    const source = { ...(await readPoint(db)), database: await databaseIdentity(db) };
    for await (const products of readAhead(readers, await listIds(db))) built.append(products);
    built.finish(source);
  } finally {
    built.close();
  }
}

async function listIds(db: Database): Promise<number[]> {
  const { rows } = await db.execute<{ ids: number[] }>(
    sql`SELECT coalesce(array_agg(id ORDER BY popularity DESC, id), '{}') AS ids FROM ${product} WHERE is_listed`,
  );
  return rows[0]!.ids;
}

async function* readAhead(readers: readonly Database[], ids: readonly number[]) {
  const batches: ReturnType<typeof readInOrder>[] = [];
  for (let start = 0; start < ids.length || batches.length > 0; start += BATCH_SIZE) {
    if (start < ids.length) {
      const reader = readers[(start / BATCH_SIZE) % readers.length]!;
      const read = () => readInOrder(reader, ids.slice(start, start + BATCH_SIZE));
      // A connection does one thing at a time.
      const batch = batches.at(-readers.length)?.then(read) ?? read();
      // A failure is met when its turn comes.
      batch.catch(() => {});
      batches.push(batch);
    }
    if (batches.length > BATCHES_AHEAD || start + BATCH_SIZE >= ids.length) yield await batches.shift()!;
  }
}

async function readInOrder(db: Database, ids: readonly number[]) {
  const products = new Map((await readIndexedProducts(db, ids)).map((one) => [one.facts.id, one]));
  return ids.flatMap((id) => products.get(id) ?? []);
}
