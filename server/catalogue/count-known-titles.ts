import { count, inArray } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { product } from '../db/tables.ts';
import { workKeyOf, type TitleRecord } from './import-title.ts';

/** At most as many keys as one statement may carry. */
const BATCH = 10_000;

/** How many of these titles the shop has already, which an import would change and not add. */
export async function countKnownTitles(db: Database, titles: readonly TitleRecord[]): Promise<number> {
  let known = 0;
  for (let start = 0; start < titles.length; start += BATCH) {
    const keys = titles.slice(start, start + BATCH).map(workKeyOf);
    const [found] = await db.select({ count: count() }).from(product).where(inArray(product.workKey, keys));
    known += found!.count;
  }
  return known;
}
