import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { ListedProduct } from '../catalogue/list-products.ts';
import type { Database } from '../db/connection.ts';
import { sitemapEntry } from '../db/tables.ts';

/**
 * When the pages of these products last changed, by their ids: an import that writes the same again is no change, nor is a
 * copy sold while others are left. A product that is new here changed when its row was written.
 */
export async function trackPageChanges(
  db: Database,
  products: readonly ListedProduct[],
  now: Date,
): Promise<Map<number, Date>> {
  const ids = products.map(({ id }) => id);
  const known = new Map(
    (await db.select().from(sitemapEntry).where(inArray(sitemapEntry.productId, ids))).map((row) => [
      row.productId,
      row,
    ]),
  );
  const current = products.map((product) => {
    const hash = hashOf(product);
    const stored = known.get(product.id);
    if (stored?.hash === hash) return stored;
    return { productId: product.id, hash, changedAt: stored ? now : product.updatedAt };
  });
  const changed = current.filter((row) => row !== known.get(row.productId));
  if (changed.length > 0)
    await db
      .insert(sitemapEntry)
      .values(changed)
      .onConflictDoUpdate({
        target: sitemapEntry.productId,
        set: { hash: sql`excluded.hash`, changedAt: sql`excluded.changed_at` },
      });
  return new Map(current.map(({ productId, changedAt }) => [productId, changedAt]));
}

function hashOf(product: ListedProduct): string {
  const offers = product.variants.map(({ stock, awaited_from, ...variant }) => ({
    ...variant,
    isInStock: stock > 0,
    isAwaitable: awaited_from !== null,
  }));
  // What JSON leaves out is no part of the page; a day that the supplier's days lead to is another one each day.
  const shown = { ...product, updatedAt: undefined, availability: undefined, variants: offers };
  return createHash('sha1').update(JSON.stringify(shown)).digest('base64url');
}
