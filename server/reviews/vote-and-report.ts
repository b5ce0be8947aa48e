import { and, eq } from 'drizzle-orm';
import type { ReviewReport } from '#contract/review-forms.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import type { Deps } from '../context.ts';
import { review, reviewReport, reviewVote } from '../db/tables.ts';

type Voter = { customerId: string; id: string };

/**
 * Sets whether a customer finds a review helpful, and returns how many do; repeating it changes nothing. Throws `not_found` for
 * a review that readers do not see, and `own_review`.
 */
export function voteReview({ db }: Pick<Deps, 'db'>, { customerId, id }: Voter, isHelpful: boolean) {
  return db.transaction(async (tx) => {
    await requireOthersReview(tx, { customerId, id });
    if (isHelpful) await tx.insert(reviewVote).values({ reviewId: id, customerId }).onConflictDoNothing();
    else await tx.delete(reviewVote).where(and(eq(reviewVote.reviewId, id), eq(reviewVote.customerId, customerId)));
    const [counted] = await tx.select({ helpful: review.helpful }).from(review).where(eq(review.id, id));
    return { id, voted: isHelpful, helpful: requireFound(counted).helpful };
  });
}

/** Reports a review to the shop; of several reports of one customer the first counts. Throws `not_found` and `own_review`. */
export function reportReview({ db }: Pick<Deps, 'db'>, reporter: Voter, { reason, note }: ReviewReport): Promise<void> {
  return db.transaction(async (tx) => {
    await requireOthersReview(tx, reporter);
    const { id: reviewId, customerId } = reporter;
    await tx.insert(reviewReport).values({ reviewId, customerId, reason, note }).onConflictDoNothing();
  });
}

/** Locked, so that it is neither hidden nor deleted meanwhile, and that two votes are counted one after the other. */
async function requireOthersReview(tx: Database, { customerId, id }: Voter): Promise<void> {
  const [found] = await tx
    .select({ authorId: review.customerId })
    .from(review)
    .where(and(eq(review.id, id), eq(review.state, 'published')))
    .for('update');
  if (requireFound(found).authorId === customerId) throwApiError('own_review');
}
