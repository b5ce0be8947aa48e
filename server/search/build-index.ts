import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { product } from '../db/tables.ts';
import { databaseIdentity, readChanges } from './changes.ts';
import { IndexWriter } from './index/index-writer.ts';
import { readIndexedProducts } from './indexed-product.ts';

/** Products per query and transaction. */
const BATCH_SIZE = 500;

/** Writes the whole catalogue into a file, the most popular products first. An unfinished file is never opened. */
export async function buildIndexFile(db: Database, file: string): Promise<void> {
  const built = new IndexWriter(file);
  try {
    const source = { ...(await readChanges(db)), database: await databaseIdentity(db) };
    const ids = await listIds(db);
    const read = (start: number) => readInOrder(db, ids.slice(start, start + BATCH_SIZE));
    let next = read(0);
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      const products = await next;
      // The database reads the next products while these are written.
      next = read(start + BATCH_SIZE);
      built.append(products);
    }
    await next;
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

async function readInOrder(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const products = new Map((await readIndexedProducts(db, ids)).map((one) => [one.facts.id, one]));
  return ids.flatMap((id) => products.get(id) ?? []);
}
