import { and, asc, count, desc, eq } from 'drizzle-orm';
import type { ListedTitle, NamedList, saveList as saveContract } from '#contract/lists.ts';
import type { ParsedOf, ResponseOf } from '#contract/endpoint.ts';
import { listPath } from '#contract/pages.ts';
import { MAX_LISTS, MAX_LIST_TITLES } from '#domain/named-list.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import { findProductData, productColumns, toProductRows } from '../catalogue/products.ts';
import type { Connection, Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { namedList, namedListTitle, product, wishlistItem } from '../db/tables.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { insertWishes } from './wish-list.ts';

/* The owner's side of named lists. It never reads what givers took: an owner's action does the same whether a title is taken. */

const listColumns = {
  id: namedList.id,
  name: namedList.name,
  visibility: namedList.visibility,
  is_gift: namedList.isGift,
  titles: valueOf(
    subquery.select({ value: count() }).from(namedListTitle).where(eq(namedListTitle.listId, namedList.id)),
  ),
};

function withPath(row: Omit<NamedList, 'path'>): NamedList {
  return { ...row, path: row.visibility === 'public' ? listPath(row.id) : null };
}

const isOwnList = (customerId: string, id: string) => and(eq(namedList.id, id), eq(namedList.customerId, customerId));

export async function listNamedLists(db: Database, customerId: string): Promise<NamedList[]> {
  const rows = await db
    .select(listColumns)
    .from(namedList)
    .where(eq(namedList.customerId, customerId))
    .orderBy(asc(namedList.id));
  return rows.map(withPath);
}

/** A customer's list with its titles, also those that are no longer in the shop. Throws `not_found`. */
export async function requireNamedList(db: Database, customerId: string, id: string) {
  const [list] = await db.select(listColumns).from(namedList).where(isOwnList(customerId, id));
  const found = requireFound(list);
  const rows = await db
    .select({
      ...productColumns,
      isListed: product.isListed,
      note: namedListTitle.note,
      addedAt: namedListTitle.createdAt,
    })
    .from(namedListTitle)
    .innerJoin(product, eq(product.id, namedListTitle.productId))
    .where(eq(namedListTitle.listId, id))
    .orderBy(desc(namedListTitle.createdAt), desc(product.id));
  const products = toProductRows(rows);
  const titles = rows.map(({ isListed, note, addedAt }, index): ListedTitle => {
    return { ...products[index]!, is_listed: isListed, note, added_at: addedAt.toISOString() };
  });
  return { ...withPath(found), rows: titles };
}

type ListValues = ParsedOf<typeof saveContract>['body'];

/**
 * Makes or changes a list. The token of a secret link is returned once and stored as a hash. Throws `not_found`, `too_many`,
 * `list_hidden`.
 */
export function saveNamedList(
  db: Connection,
  customerId: string,
  { id, name, visibility, is_gift: isGift, renew }: ListValues,
): Promise<ResponseOf<typeof saveContract>> {
  return db.transaction(async (tx) => {
    await lockLists(tx, customerId);
    const known = id === undefined ? undefined : await requireOwnList(tx, customerId, id);
    if (known?.hiddenReason && visibility !== 'private') throwApiError('list_hidden');
    const isKept = visibility === 'link' && known?.visibility === 'link' && !renew;
    const token = visibility === 'link' && !isKept ? newSecret() : null;
    const newHash = token === null ? null : hashSecret(token);
    const tokenHash = isKept ? known.tokenHash : newHash;
    const values = { name, visibility, isGift, tokenHash };
    const saved = known ? { id: known.id } : await insertList(tx, { ...values, customerId });
    if (known) await tx.update(namedList).set(values).where(eq(namedList.id, known.id));
    return { id: saved.id, link: token === null ? null : listPath(token) };
  });
}

/** Changes of one customer's lists come one after the other, so that their bounds hold. */
function lockLists(tx: Database, customerId: string): Promise<void> {
  return lockKeys(tx, [`lists of ${customerId}`]);
}

async function insertList(tx: Database, row: typeof namedList.$inferInsert): Promise<{ id: string }> {
  if ((await tx.$count(namedList, eq(namedList.customerId, row.customerId))) >= MAX_LISTS) throwApiError('too_many');
  const [saved] = await tx.insert(namedList).values(row).returning({ id: namedList.id });
  return saved!;
}

async function requireOwnList(tx: Database, customerId: string, id: string) {
  const [own] = await tx.select().from(namedList).where(isOwnList(customerId, id)).for('update');
  return requireFound(own);
}

/** Throws `not_found`. */
export async function removeNamedList(db: Database, customerId: string, id: string): Promise<void> {
  const [removed] = await db.delete(namedList).where(isOwnList(customerId, id)).returning({ id: namedList.id });
  requireFound(removed);
}

type ListTitle = { id: string; productId: number };

/** Adds a title that the shop has, or changes the note of one that is on the list. Throws `not_found`, `too_many`. */
export function saveListTitle(
  db: Connection,
  customerId: string,
  { id, productId, note }: ListTitle & { note: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockLists(tx, customerId);
    await requireOwnList(tx, customerId, id);
    const changed = await tx.update(namedListTitle).set({ note }).where(isTitle({ id, productId }));
    if (changed.rowCount) return;
    requireFound((await findProductData(tx, [productId])).get(productId));
    await insertTitle(tx, { listId: id, productId, note });
  });
}

function isTitle({ id, productId }: ListTitle) {
  return and(eq(namedListTitle.listId, id), eq(namedListTitle.productId, productId));
}

async function insertTitle(tx: Database, row: typeof namedListTitle.$inferInsert): Promise<void> {
  const held = await tx.$count(namedListTitle, eq(namedListTitle.listId, row.listId));
  if (held >= MAX_LIST_TITLES) throwApiError('too_many');
  await tx.insert(namedListTitle).values(row).onConflictDoNothing();
}

/** Throws `not_found`. */
export async function removeListTitle(db: Connection, customerId: string, title: ListTitle): Promise<void> {
  await db.transaction(async (tx) => {
    await requireOwnList(tx, customerId, title.id);
    requireFound(await takeOff(tx, title));
  });
}

async function takeOff(tx: Database, title: ListTitle) {
  const [row] = await tx.delete(namedListTitle).where(isTitle(title)).returning();
  return row;
}

type Move = { productId: number; from: string | null; to: string | null };

/**
 * Moves a title with its note and whoever gives it. A title that is on the other list already keeps what it has there. Throws
 * `not_found`, `too_many`.
 */
export function moveListTitle(db: Connection, customerId: string, { productId, from, to }: Move): Promise<void> {
  return db.transaction(async (tx) => {
    await lockLists(tx, customerId);
    for (const id of [from, to]) if (id !== null) await requireOwnList(tx, customerId, id);
    const moved = from === null ? await takeOffWishList() : await takeOff(tx, { id: from, productId });
    const { note, takenBy } = requireFound(moved);
    if (to === null) await insertWishes(tx, customerId, [productId]);
    else await insertTitle(tx, { listId: to, productId, note, takenBy });

    async function takeOffWishList() {
      const isItem = and(eq(wishlistItem.customerId, customerId), eq(wishlistItem.productId, productId));
      const removed = await tx.delete(wishlistItem).where(isItem);
      return removed.rowCount ? { note: '', takenBy: null } : undefined;
    }
  });
}
