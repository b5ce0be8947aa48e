import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { giftState } from '#domain/named-list.ts';
import type { SharedListView } from '#contract/lists.ts';
import { requireFound } from '../api-error.ts';
import { listProductRows } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { namedList, namedListTitle, session } from '../db/tables.ts';
import { hashSecret } from '../secrets.ts';

/** Who looks at a shared list: a giver by the hash of their secret, and the browser's session, if it has one. */
export type ListVisitor = { giver: Buffer | undefined; cookieHash: Buffer | undefined };

/** The list of a public id or of a secret link's token. Throws `not_found`. */
async function requireSharedList(db: Database, key: string) {
  const isShared = isUuid(key)
    ? and(eq(namedList.id, key), eq(namedList.visibility, 'public'))
    : and(eq(namedList.tokenHash, hashSecret(key)), eq(namedList.visibility, 'link'));
  const [found] = await db.select().from(namedList).where(isShared);
  return requireFound(found);
}

/** A shared list; what is taken only where `isGiving`, and never in a browser of its owner. Throws `not_found`. */
export async function readSharedList(
  db: Database,
  { key, isGiving }: { key: string; isGiving: boolean },
  { giver, cookieHash }: ListVisitor,
): Promise<SharedListView> {
  const list = await requireSharedList(db, key);
  const isOwn = await isSignedInAs(db, list.customerId, cookieHash);
  const isShown = list.isGift && isGiving && !isOwn;
  const items = await db
    .select({ id: namedListTitle.productId, note: namedListTitle.note, takenBy: namedListTitle.takenBy })
    .from(namedListTitle)
    .where(eq(namedListTitle.listId, list.id))
    .orderBy(desc(namedListTitle.createdAt), desc(namedListTitle.productId));
  const products = await listProductRows(
    db,
    items.map(({ id }) => id),
  );
  const rows = new Map(products.map((row) => [row.id, row]));
  const stateOf = (takenBy: Buffer | null) =>
    isShown ? giftState(takenBy?.toString('hex') ?? null, giver?.toString('hex')) : 'free';
  return {
    page: 'list',
    key,
    name: list.name,
    isPublic: list.visibility === 'public',
    isGift: list.isGift,
    isGiving: isShown,
    isOwn,
    titles: items.flatMap(({ id, note, takenBy }) => {
      const row = rows.get(id);
      return row ? [{ row, note, gift: stateOf(takenBy) }] : [];
    }),
  };
}

async function isSignedInAs(db: Database, customerId: string, cookieHash: Buffer | undefined): Promise<boolean> {
  if (!cookieHash) return false;
  const isOwn = and(eq(session.customerId, customerId), eq(session.cookieHash, cookieHash), isNull(session.endedAt));
  const [own] = await db.select({ id: session.id }).from(session).where(isOwn).limit(1);
  return own !== undefined;
}

type Gift = { key: string; productId: number; giver: Buffer; cookieHash: Buffer | undefined };

/**
 * Marks a title of a gift list as given by whoever is first; returns whether this is them. The owner's own browser may not, which
 * would tell it what is taken. Throws `not_found`.
 */
export async function takeGift(db: Database, { key, productId, giver, cookieHash }: Gift): Promise<boolean> {
  const list = await requireSharedList(db, key);
  const isOwn = await isSignedInAs(db, list.customerId, cookieHash);
  requireFound((list.isGift && !isOwn) || undefined);
  const [title] = await db
    .update(namedListTitle)
    .set({ takenBy: sql`coalesce(${namedListTitle.takenBy}, ${giver})` })
    .where(and(eq(namedListTitle.listId, list.id), eq(namedListTitle.productId, productId)))
    .returning({ takenBy: namedListTitle.takenBy });
  return requireFound(title).takenBy!.equals(giver);
}

/** Takes back the mark of the same giver; anybody else's stays. Throws `not_found`. */
export async function releaseGift(db: Database, { key, productId, giver }: Omit<Gift, 'cookieHash'>): Promise<void> {
  const { id } = await requireSharedList(db, key);
  await db
    .update(namedListTitle)
    .set({ takenBy: null })
    .where(
      and(eq(namedListTitle.listId, id), eq(namedListTitle.productId, productId), eq(namedListTitle.takenBy, giver)),
    );
}
