import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { SavedReply } from '#contract/admin-tickets.ts';
import { MAX_SAVED_REPLIES } from '#domain/saved-reply.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { ClientDatabase, Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { savedReply } from '../db/tables.ts';

/** The answers that staff send often, by name. */
export function listSavedReplies(db: Database): Promise<SavedReply[]> {
  return db.select().from(savedReply).orderBy(asc(savedReply.name)).limit(MAX_SAVED_REPLIES);
}

/** `of`: the reply that is changed, as it was read. */
type ReplyChanges = { of?: { id: string; version: number } | undefined; name: string; text: string };

/**
 * Adds a saved reply or changes one. Throws `not_found`, `edited_meanwhile` where it has another version, `too_late` where another
 * one has the name, and `too_many`.
 */
export function saveReply(db: ClientDatabase, { of, name, text }: ReplyChanges): Promise<void> {
  return db.transaction(async (tx) => {
    await lockKeys(tx, ['saved replies']);
    const [sameName] = await tx.select({ id: savedReply.id }).from(savedReply).where(eq(savedReply.name, name));
    if (sameName && sameName.id !== of?.id) throwApiError('too_late');
    if (of) return changeReply(tx, of, { name, text });
    const [all] = await tx.select({ of: count() }).from(savedReply);
    if (all!.of >= MAX_SAVED_REPLIES) throwApiError('too_many');
    await tx.insert(savedReply).values({ name, text });
  });
}

async function changeReply(
  tx: Database,
  { id, version }: { id: string; version: number },
  changes: { name: string; text: string },
): Promise<void> {
  const { rowCount } = await tx
    .update(savedReply)
    .set({ ...changes, version: sql`${savedReply.version} + 1` })
    .where(and(eq(savedReply.id, id), eq(savedReply.version, version)));
  if (rowCount === 1) return;
  const [there] = await tx.select({ id: savedReply.id }).from(savedReply).where(eq(savedReply.id, id));
  throwApiError(there ? 'edited_meanwhile' : 'not_found');
}

/** Throws `not_found`. */
export async function removeReply(db: Database, id: string): Promise<void> {
  const [removed] = await db.delete(savedReply).where(eq(savedReply.id, id)).returning({ id: savedReply.id });
  requireFound(removed);
}
