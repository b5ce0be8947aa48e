import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { MAX_LINES, MAX_QTY, mergeLines, type CartLine } from '#domain/pricing/cart.ts';
import { throwApiError } from '../api-error.ts';
import type { Connection, Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { savedLine, variant } from '../db/tables.ts';
import { loadCartDetail } from '../catalogue/variants.ts';

type SavedLineChanges = { add: readonly CartLine[]; remove?: readonly number[] | undefined };

/** What a customer saved for later, newest first, as a cart with today's prices; formats that are not sold stay unlisted. */
export async function listSavedLines(db: Database, customerId: string) {
  const lines = await db
    .select({ pid: variant.productId, vid: savedLine.variantId, qty: savedLine.qty })
    .from(savedLine)
    .innerJoin(variant, eq(variant.id, savedLine.variantId))
    .where(eq(savedLine.customerId, customerId))
    .orderBy(desc(savedLine.savedAt), desc(savedLine.variantId));
  const { products } = await loadCartDetail(db, lines);
  return { products };
}

/**
 * Removes lines from those that a customer saved, and adds others, the first of them newest; a format that was saved before
 * has its new quantity. Formats that do not exist are left out. Throws `too_many` and changes nothing.
 */
export function changeSavedLines(
  db: Connection,
  customerId: string,
  { add, remove = [] }: SavedLineChanges,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockKeys(tx, [`saved lines of ${customerId}`]);
    const isOwn = eq(savedLine.customerId, customerId);
    if (remove.length > 0) await tx.delete(savedLine).where(and(isOwn, inArray(savedLine.variantId, [...remove])));
    const now = Date.now();
    const values = (await listExistingLines(tx, add)).map(({ vid, qty }, index) => ({
      customerId,
      variantId: vid,
      qty: Math.min(qty, MAX_QTY),
      savedAt: new Date(now - index),
    }));
    if (values.length === 0) return;
    await tx
      .insert(savedLine)
      .values(values)
      .onConflictDoUpdate({
        target: [savedLine.customerId, savedLine.variantId],
        set: { qty: sql`excluded.qty`, savedAt: sql`excluded.saved_at` },
      });
    if ((await tx.$count(savedLine, isOwn)) > MAX_LINES) throwApiError('too_many');
  });
}

/** The lines whose format is one of their title's. */
async function listExistingLines(db: Database, lines: readonly CartLine[]): Promise<CartLine[]> {
  if (lines.length === 0) return [];
  const rows = await db
    .select({ id: variant.productId, vid: variant.id })
    .from(variant)
    .where(
      inArray(
        variant.id,
        lines.map(({ vid }) => vid),
      ),
    );
  const productOf = new Map(rows.map(({ id, vid }) => [vid, id]));
  return mergeLines(lines.filter(({ id, vid }) => productOf.get(vid) === id));
}
