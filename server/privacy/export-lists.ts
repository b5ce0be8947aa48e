import { asc, eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { namedList, namedListTitle, product, wishlistItem } from '../db/tables.ts';
import { exportRow, exportRowsBy } from './export-orders.ts';

/** A customer's wish list with its titles, oldest first. */
export async function exportWishes(db: Database, customerId: string) {
  const rows = await db
    .select({ wish: wishlistItem, title: product.title })
    .from(wishlistItem)
    .innerJoin(product, eq(product.id, wishlistItem.productId))
    .where(eq(wishlistItem.customerId, customerId))
    .orderBy(asc(wishlistItem.createdAt));
  return rows.map((row) => ({ title: row.title, ...exportRow(row.wish) }));
}

/** A customer's named lists with their titles, oldest first; what givers took is no part of it. */
export async function exportNamedLists(db: Database, customerId: string) {
  const isOwn = eq(namedList.customerId, customerId);
  const lists = await db.select().from(namedList).where(isOwn).orderBy(asc(namedList.id));
  const { listId, productId, note, createdAt } = namedListTitle;
  const titles = await db
    .select({ listId, title: product.title, productId, note, createdAt })
    .from(namedListTitle)
    .innerJoin(namedList, eq(namedList.id, listId))
    .innerJoin(product, eq(product.id, productId))
    .where(isOwn)
    .orderBy(asc(createdAt), asc(productId));
  const titlesOf = exportRowsBy(titles, 'listId');
  return lists.map((row) => ({ ...exportRow(row), titles: titlesOf(row.id) }));
}
