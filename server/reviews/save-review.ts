import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { OwnReview, saveReview as contract } from '#contract/reviews.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { nextReviewState, type ReviewState } from '#domain/review.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { review, reviewEvent } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { findOwnReview, hasBought } from './queries.ts';

type ReviewRow = typeof review.$inferSelect;
export type ReviewInput = ParsedOf<typeof contract>['body'];

/**
 * Writes a customer's review of a title, or changes the one there is. A hidden one is resubmitted: the shop decides again. Throws
 * `purchase_required` for a title that the customer has not bought.
 */
export function saveReview({ db }: Pick<Deps, 'db'>, customerId: string, input: ReviewInput): Promise<OwnReview> {
  const { product_id: productId, rating, text, language, has_spoilers: hasSpoilers } = input;
  const values = { rating, text, language, hasSpoilers };
  return db.transaction(async (tx) => {
    await lockKeys(tx, [`review ${customerId} ${productId}`]);
    const isOwn = and(eq(review.customerId, customerId), eq(review.productId, productId));
    const [before] = await tx.select().from(review).where(isOwn).for('update');
    if (before) await editReview(tx, before, values);
    else {
      if (!(await hasBought(tx, customerId, productId))) throwApiError('purchase_required');
      const id = uuidv7();
      await tx.insert(review).values({ id, productId, customerId, ...values });
      await recordReviewEvent(tx, { reviewId: id, state: 'published', actor: 'customer' });
    }
    return requireFound(await findOwnReview(tx, customerId, productId));
  });
}

type ReviewValues = Pick<ReviewRow, 'rating' | 'text' | 'language' | 'hasSpoilers'>;

/** Saving what is there already changes nothing. */
async function editReview(tx: Database, before: ReviewRow, values: ReviewValues): Promise<void> {
  const isSame = (Object.keys(values) as (keyof ReviewValues)[]).every((field) => before[field] === values[field]);
  if (isSame) return;
  const state = nextReviewState('edit', before.state);
  await tx
    .update(review)
    .set({ ...values, editedAt: sql`clock_timestamp()`, ...(state && { state }) })
    .where(eq(review.id, before.id));
  if (state) await recordReviewEvent(tx, { reviewId: before.id, state, actor: 'customer' });
}

/** Deletes one of a customer's own reviews with its votes and reports. Throws `not_found`. */
export async function removeReview({ db }: Pick<Deps, 'db'>, customerId: string, id: string): Promise<void> {
  const { rowCount } = await db.delete(review).where(and(eq(review.id, id), eq(review.customerId, customerId)));
  if (rowCount === 0) throwApiError('not_found');
}

type NewReviewEvent = { reviewId: string; state: ReviewState; actor: string; note?: string };

/** Records a status change of a locked or new review, by the time of the statement: one that waited for the row is later. */
export async function recordReviewEvent(tx: Database, event: NewReviewEvent): Promise<void> {
  await tx.insert(reviewEvent).values({ id: uuidv7(), ...event, at: sql`clock_timestamp()` });
}
