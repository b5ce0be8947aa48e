import { and, desc, eq, exists, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { Rating, ReviewState } from '#domain/review.ts';
import { requireFound } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, type PerhapsGiven } from '../db/kept-statement.ts';
import { jsonArray, subquery, valueOf } from '../db/subqueries.ts';
import { customer, product, review, reviewEvent, reviewReport } from '../db/tables.ts';

/** A review as the staff's list shows it. */
export type ReviewSummary = {
  id: string;
  status: ReviewState;
  rating: Rating;
  product: { id: number; title: string };
  email: string;
  language: string;
  text: string;
  open_reports: number;
  created_at: string;
};

const isOpenReport = and(eq(reviewReport.reviewId, review.id), isNull(reviewReport.resolvedAt));
const hasOpenReport = exists(subquery.select({ id: reviewReport.reviewId }).from(reviewReport).where(isOpenReport));

const staffColumns = {
  id: review.id,
  status: review.state,
  rating: review.rating,
  language: review.language,
  text: review.text,
  createdAt: review.createdAt,
  product: { id: product.id, title: product.title },
  email: customer.email,
  open_reports: valueOf(
    subquery
      .select({ value: sql<number>`count(*)::int` })
      .from(reviewReport)
      .where(isOpenReport),
  ),
};

function selectForStaff(db: Database, where: SQL | undefined) {
  return db
    .select(staffColumns)
    .from(review)
    .innerJoin(product, eq(product.id, review.productId))
    .innerJoin(customer, eq(customer.id, review.customerId))
    .where(where);
}

function summaryOf({ createdAt, ...rest }: Awaited<ReturnType<typeof selectForStaff>>[number]): ReviewSummary {
  return { ...rest, created_at: createdAt.toISOString() };
}

type Form = { limit: number; state?: ReviewState | undefined; isReported?: boolean };
type Before = { before?: string | undefined };

/** The newest reviews, of one state, or only those with open reports, older than the one `before`. */
export async function listAllReviews(db: Database, { before, ...form }: Form & Before): Promise<ReviewSummary[]> {
  const rows = await selectPage(db, { before }, form);
  return rows.map(summaryOf);
}

const selectPage = keepForms((db, given: PerhapsGiven<Before>, { limit, state, isReported }: Form) => {
  const before = given('before');
  return selectForStaff(
    db,
    and(state && eq(review.state, state), isReported ? hasOpenReport : undefined, before && isOlderThan(before)),
  )
    .orderBy(desc(review.createdAt), desc(review.id))
    .limit(limit);
});

function isOlderThan(id: Placeholder): SQL {
  const last = subquery.select({ at: review.createdAt, id: review.id }).from(review).where(eq(review.id, id));
  return sql`(${review.createdAt}, ${review.id}) < ${last}`;
}

export type ReviewDetails = Awaited<ReturnType<typeof requireReview>>;

/** One review with its reports and status changes, for the staff. Throws `not_found`. */
export async function requireReview(db: Database, id: string) {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const [found] = isId ? await selectForStaff(db, eq(review.id, id)) : [];
  const row = requireFound(found);
  const [details] = await db
    .select({
      has_spoilers: review.hasSpoilers,
      hidden_reason: review.hiddenReason,
      helpful: review.helpful,
      reply: review.reply,
      timeline: valueOf(
        subquery
          .select({
            value: jsonArray(
              { status: reviewEvent.state, actor: reviewEvent.actor, note: reviewEvent.note, at: reviewEvent.at },
              reviewEvent.at,
            ),
          })
          .from(reviewEvent)
          .where(eq(reviewEvent.reviewId, review.id)),
      ),
      reports: valueOf(
        subquery
          .select({
            value: jsonArray(
              {
                reason: reviewReport.reason,
                note: reviewReport.note,
                at: reviewReport.createdAt,
                resolved_at: reviewReport.resolvedAt,
              },
              reviewReport.createdAt,
            ),
          })
          .from(reviewReport)
          .where(eq(reviewReport.reviewId, review.id)),
      ),
    })
    .from(review)
    .where(eq(review.id, row.id));
  return { ...summaryOf(row), ...requireFound(details) };
}
