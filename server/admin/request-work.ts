import { eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { WorkList } from '#contract/admin.ts';
import { hasPermission, type StaffRole } from '#domain/staff.ts';
import type { Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { claim, orderReturn, refund, review, reviewReport, titleRequest } from '../db/tables.ts';

type RequestWork = Pick<WorkList, 'returns' | 'claims' | 'reviews' | 'title_requests'>;

/** What of the returns, claims, reviews and title requests waits, as far as a role may see it. */
export async function findRequestWork(db: Database, role: StaffRole): Promise<RequestWork> {
  const [refunds, reviews, titles] = await Promise.all([
    hasPermission(role, 'refunds.read') ? findReturnWork(db) : {},
    hasPermission(role, 'reviews.read') ? findReviewWork(db) : {},
    hasPermission(role, 'requests.read')
      ? db.$count(titleRequest, eq(titleRequest.state, 'open')).then((open) => ({ title_requests: open }))
      : {},
  ]);
  return { ...refunds, ...reviews, ...titles };
}

async function findReturnWork(db: Database): Promise<Pick<RequestWork, 'returns' | 'claims'>> {
  // With a limit each is read by its key, rather than all that there ever were.
  const own = subquery
    .select({ acceptedAt: orderReturn.acceptedAt })
    .from(orderReturn)
    .where(eq(orderReturn.refundId, refund.id))
    .limit(1)
    .as('own');
  const [returns] = await db
    .select({
      requested: sql<number>`(count(*) FILTER (WHERE ${isNull(own.acceptedAt)}))::int`,
      accepted: sql<number>`(count(*) FILTER (WHERE ${isNotNull(own.acceptedAt)}))::int`,
    })
    .from(refund)
    .crossJoinLateral(own)
    .where(eq(refund.state, 'requested'));
  return { returns: returns!, claims: await db.$count(claim, eq(claim.state, 'open')) };
}

async function findReviewWork(db: Database): Promise<Pick<RequestWork, 'reviews'>> {
  const [reported] = await db
    .select({ of: sql<number>`count(DISTINCT ${reviewReport.reviewId})::int` })
    .from(reviewReport)
    .where(isNull(reviewReport.resolvedAt));
  const resubmitted = await db.$count(review, eq(review.state, 'resubmitted'));
  return { reviews: { reported: reported!.of, resubmitted } };
}
