import { and, eq, isNull, sql } from 'drizzle-orm';
import { nextReviewState, type ReviewState } from '#domain/review.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import type { Deps } from '../context.ts';
import { review, reviewReport } from '../db/tables.ts';
import { recordReviewEvent } from './save-review.ts';

/** `actor`: who of the staff. */
type StaffAction = { id: string; actor: string };

/** Hides a review from readers; its author sees the reason. Its reports are resolved. Throws `not_found`, `too_late` if hidden. */
export function hideReview(deps: Deps, { id, actor, reason }: StaffAction & { reason: string }): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const state = await moveReview(tx, id, 'hide');
    await tx.update(review).set({ state, hiddenReason: reason }).where(eq(review.id, id));
    await resolveReports(tx, id);
    await recordReviewEvent(tx, { reviewId: id, state, actor, note: reason });
  });
}

/** Publishes a hidden or resubmitted review again. Throws `not_found`, `too_late` if it is published. */
export function restoreReview(deps: Deps, { id, actor }: StaffAction): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const state = await moveReview(tx, id, 'restore');
    await tx.update(review).set({ state, hiddenReason: null }).where(eq(review.id, id));
    await recordReviewEvent(tx, { reviewId: id, state, actor });
  });
}

/** The state after an action, with the review locked. */
async function moveReview(tx: Database, id: string, action: 'hide' | 'restore'): Promise<ReviewState> {
  const [locked] = await tx.select({ state: review.state }).from(review).where(eq(review.id, id)).for('update');
  return nextReviewState(action, requireFound(locked).state) ?? throwApiError('too_late');
}

type Reply = { id: string; reply: string; was?: string | null };

/**
 * Sets the shop's answer to a review, in the place of an earlier one. Throws `not_found`, and `too_late` where the answer is not
 * `was` (null: none) any more; without `was` it does not matter.
 */
export function replyToReview({ db }: Pick<Deps, 'db'>, { id, reply, was }: Reply): Promise<void> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select({ reply: review.reply }).from(review).where(eq(review.id, id)).for('update');
    const before = requireFound(found);
    if (was !== undefined && was !== before.reply) throwApiError('too_late');
    await tx
      .update(review)
      .set({ reply, repliedAt: sql`now()` })
      .where(eq(review.id, id));
  });
}

/** Resolves the open reports of a review, which stays as it is; returns how many there were. */
export function dismissReports({ db }: Pick<Deps, 'db'>, id: string): Promise<number> {
  return resolveReports(db, id);
}

async function resolveReports(db: Database, reviewId: string): Promise<number> {
  const isOpen = and(eq(reviewReport.reviewId, reviewId), isNull(reviewReport.resolvedAt));
  const { rowCount } = await db
    .update(reviewReport)
    .set({ resolvedAt: sql`now()` })
    .where(isOpen);
  return rowCount ?? 0;
}
