import { asc, count, gt } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { product } from '../db/tables.ts';
import { indexTitles, indexWords } from './index-titles.ts';

const BATCH = 200;

/** Writes anew what searching knows of every title, while the shop stays open. Answers how many titles there are. */
export async function indexAll(
  db: Database,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<number> {
  const [counted] = await db.select({ all: count() }).from(product);
  let done = 0;
  for (let after = 0; ;) {
    const rows = await db
      .select({ id: product.id })
      .from(product)
      .where(gt(product.id, after))
      .orderBy(asc(product.id))
      .limit(BATCH);
    if (rows.length === 0) break;
    await indexTitles(
      db,
      rows.map((row) => row.id),
    );
    after = rows.at(-1)!.id;
    done += rows.length;
    onProgress(done, Math.max(done, counted!.all));
  }
  await indexWords(db);
  return done;
}
